// The switch-free m-way router (paper Figure 2): two channel interfaces, two channel arbiters, two
// buffer sets. The set that receives from channel A drives channel B and vice versa; no crossbar.
//
//              +--------------------------------------------+
//   channel A  |  allocation --> buffers DIM+ --> arbiter B |  channel B
//   <--------> |                                            | <-------->
//              |  arbiter A <-- buffers DIM- <-- allocation |
//              +--------------------------------------------+
//
// Channel B is A's neighbour along the positive dimension. The paper's DIM pins are in identity_i,
// the identifiers DIM+ and DIM-: on A the router receives as DIM+ and drives as DIM-, on B it
// receives as DIM- and drives as DIM+. position_i are the channels' addresses. Both are constant
// after reset; they are ports so that every router is the same module. With Config.Configurable the
// network is in identity_i, too, and every network of that size or less has the same router.
//
// With Config.Multicast it is mway_multicast_router, with Balanced or Adaptive Config.Routing
// mway_adaptive_router.
//
// One clock. A flit spends one cycle on each channel, and waits at least one more in between
// unless the router already owns the next channel. error_o pulses per set (bit 0: DIM+).
// The priority lines are four ports each way: they depend on one another (mway_arbiter). Data and
// Stat, whose widths depend on parameters, are a port for each channel.
// Combinational paths:
//   data_a_i, data_b_i, payload_i -> error_o
//   data_a_i, data_b_i -> answer_o
//   payload_i -> answer_o (Addressed=0)
//   stat_a_i -> data_a_o, payload_o, po0_o, po1_o, po2_o, po3_o (ExactStat=1, Pipeline=0)
//   stat_b_i -> data_b_o, payload_o, po0_o, po1_o, po2_o, po3_o (ExactStat=1, Pipeline=0)
//   s3_i -> po0_o, po1_o, po2_o
//   s2_i -> po0_o, po1_o
//   s1_i -> po0_o
//   payload_i -> po0_o, po1_o, po2_o, po3_o (AgeLines>0)
//   identity_i -> answer_o, data_a_o, data_b_o, error_o, payload_o, po0_o, po1_o, po2_o, po3_o
//   position_i -> error_o (Faults=1)
//   position_i -> error_o (Multicast=1)
//   position_i -> error_o (Relative=1)
`include "wayfarer_assert.svh"

module mway_router
  import mway_pkg::*;
#(
  parameter config_t     Config           = default_config(),
  parameter int unsigned ClassZeroBuffers = Config.Buffers,
  localparam int unsigned Lines         = line_count(Config),
  localparam int unsigned BufferWidth   = wf_pkg::index_width(Config.Buffers),
  localparam int unsigned PositionWidth = position_width(Config.Extents),
  localparam int unsigned LineWidth     = line_width(Config),
  localparam int unsigned StatusWidth   = status_width(Config),
  localparam int unsigned StatWidth     = stat_lines(Config)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  identity_t                     identity_i,
  input  logic [1:0][PositionWidth-1:0] position_i,
  // Lines of the channels, [0] of A and [1] of B, then this router's outputs to them.
  input  logic [1:0]                    s3_i,
  input  logic [1:0]                    s2_i,
  input  logic [1:0]                    s1_i,
  input  logic [1:0]                    s0_i,
  input  payload_t [1:0]                payload_i,
  input  logic [LineWidth-1:0]          data_a_i,
  input  logic [LineWidth-1:0]          data_b_i,
  input  answer_t [1:0]                 answer_i,
  input  logic [StatWidth-1:0]          stat_a_i,
  input  logic [StatWidth-1:0]          stat_b_i,
  output logic [1:0]                    po3_o,
  output logic [1:0]                    po2_o,
  output logic [1:0]                    po1_o,
  output logic [1:0]                    po0_o,
  output payload_t [1:0]                payload_o,
  output logic [LineWidth-1:0]          data_a_o,
  output logic [LineWidth-1:0]          data_b_o,
  output answer_t [1:0]                 answer_o,
  output logic [1:0][StatusWidth-1:0]   status_o,
  output logic [1:0]                    error_o
);

  `WF_ASSERT_STATIC(MwayRouterLegal,
                    config_legal(Config) && ClassZeroBuffers >= 1 &&
                    ClassZeroBuffers <= Config.Buffers)

  if (Config.Multicast) begin : gen_multicast
    mway_multicast_router #(
      .Config(Config)
    ) u_router (
      .clk_i     (clk_i),
      .rst_ni    (rst_ni),
      .identity_i(identity_i),
      .position_i(position_i),
      .s3_i      (s3_i),
      .s2_i      (s2_i),
      .s1_i      (s1_i),
      .s0_i      (s0_i),
      .payload_i (payload_i),
      .data_a_i  (data_a_i),
      .data_b_i  (data_b_i),
      .stat_a_i  (stat_a_i),
      .stat_b_i  (stat_b_i),
      .po3_o     (po3_o),
      .po2_o     (po2_o),
      .po1_o     (po1_o),
      .po0_o     (po0_o),
      .payload_o (payload_o),
      .data_a_o  (data_a_o),
      .data_b_o  (data_b_o),
      .answer_o  (answer_o),
      .status_o  (status_o),
      .error_o   (error_o)
    );

    logic unused;  // no flit is refused
    assign unused = ^answer_i;
  end else if (Config.Routing != DimensionOrder) begin : gen_candidates
    mway_adaptive_router #(
      .Config(Config)
    ) u_router (
      .clk_i     (clk_i),
      .rst_ni    (rst_ni),
      .identity_i(identity_i),
      .position_i(position_i),
      .s3_i      (s3_i),
      .s2_i      (s2_i),
      .s1_i      (s1_i),
      .s0_i      (s0_i),
      .payload_i (payload_i),
      .data_a_i  (data_a_i),
      .data_b_i  (data_b_i),
      .answer_i  (answer_i),
      .stat_a_i  (stat_a_i),
      .stat_b_i  (stat_b_i),
      .po3_o     (po3_o),
      .po2_o     (po2_o),
      .po1_o     (po1_o),
      .po0_o     (po0_o),
      .payload_o (payload_o),
      .data_a_o  (data_a_o),
      .data_b_o  (data_b_o),
      .answer_o  (answer_o),
      .status_o  (status_o),
      .error_o   (error_o)
    );
  end else begin : gen_one_receiver
    localparam int unsigned A = 0;
    localparam int unsigned B = 1;

    driver_t [1:0]                     driver;
    logic    [1:0]                     request;
    logic    [1:0]                     enable;
    logic    [1:0][BufferWidth-1:0]    slot;
    payload_t [1:0]                    sent;
    flit_tag_e [1:0]                   tag;
    logic    [1:0]                     resynchronise;  // a channel's copies of Drv

    mway_arbiter #(
      .Lines(Lines)
    ) u_arbiter_a (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni & ~resynchronise[A]),
      .id_i     (identity_i.minus),
      .request_i(request[A]),
      .s3_i     (s3_i[A]),
      .s2_i     (s2_i[A]),
      .s1_i     (s1_i[A]),
      .s0_i     (s0_i[A]),
      .po3_o    (po3_o[A]),
      .po2_o    (po2_o[A]),
      .po1_o    (po1_o[A]),
      .po0_o    (po0_o[A]),
      .driver_o (driver[A]),
      .enable_o (enable[A])
    );

    mway_arbiter #(
      .Lines(Lines)
    ) u_arbiter_b (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni & ~resynchronise[B]),
      .id_i     (identity_i.plus),
      .request_i(request[B]),
      .s3_i     (s3_i[B]),
      .s2_i     (s2_i[B]),
      .s1_i     (s1_i[B]),
      .s0_i     (s0_i[B]),
      .po3_o    (po3_o[B]),
      .po2_o    (po2_o[B]),
      .po1_o    (po1_o[B]),
      .po0_o    (po0_o[B]),
      .driver_o (driver[B]),
      .enable_o (enable[B])
    );

    mway_buffer_set #(
      .Config          (Config),
      .ClassZeroBuffers(ClassZeroBuffers)
    ) u_set_plus (
      .clk_i             (clk_i),
      .rst_ni            (rst_ni),
      .network_i         (identity_i.network),
      .own_way_i         (way_t'(identity_i.plus)),
      .tag_i             (tag[A]),
      .driver_i          (driver[A]),
      .driver_buffer_i   (payload_i[A].buffer[BufferWidth-1:0]),
      .data_i            (data_a_i),
      .aborted_i         (payload_i[A].guard.aborted),
      .acknowledge_o     (answer_o[A].acknowledge),
      .fills_o           (answer_o[A].fills),
      .slot_o            (slot[A]),
      .status_o          (status_o[A]),
      .position_i        (position_i[B]),
      .request_o         (request[B]),
      .enable_i          (enable[B]),
      .payload_o         (sent[B]),
      .data_o            (data_b_o),
      .next_age_i        (payload_i[B].age),
      .next_i            ({age_t'(0), tag[B], data_b_i[WayWidth-1:0],
                            data_b_i[ClassBit]}),
      .next_answer_i     (answer_i[B]),
      .next_stat_i       (stat_b_i),
      .error_o           (error_o[0])
    );

    mway_buffer_set #(
      .Config          (Config),
      .ClassZeroBuffers(ClassZeroBuffers)
    ) u_set_minus (
      .clk_i             (clk_i),
      .rst_ni            (rst_ni),
      .network_i         (identity_i.network),
      .own_way_i         (way_t'(identity_i.minus)),
      .tag_i             (tag[B]),
      .driver_i          (driver[B]),
      .driver_buffer_i   (payload_i[B].buffer[BufferWidth-1:0]),
      .data_i            (data_b_i),
      .aborted_i         (payload_i[B].guard.aborted),
      .acknowledge_o     (answer_o[B].acknowledge),
      .fills_o           (answer_o[B].fills),
      .slot_o            (slot[B]),
      .status_o          (status_o[B]),
      .position_i        (position_i[A]),
      .request_o         (request[A]),
      .enable_i          (enable[A]),
      .payload_o         (sent[A]),
      .data_o            (data_a_o),
      .next_age_i        (payload_i[A].age),
      .next_i            ({age_t'(0), tag[A], data_a_i[WayWidth-1:0],
                            data_a_i[ClassBit]}),
      .next_answer_i     (answer_i[A]),
      .next_stat_i       (stat_a_i),
      .error_o           (error_o[1])
    );

    for (genvar c = 0; c < 2; c++) begin : gen_lines
      mway_guard #(
        .Config(Config)
      ) u_guard (
        .driver_i       (driver[c]),
        .sent_i         (sent[c]),
        .payload_o      (payload_o[c]),
        .payload_i      (payload_i[c]),
        .tag_o          (tag[c]),
        .resynchronise_o(resynchronise[c])
      );

      assign answer_o[c].slot = buffer_t'(slot[c]);

      logic unused_buffer;  // bits above those of this network's numbers
      assign unused_buffer = ^payload_i[c].buffer;

      `WF_ASSERT(MwayRouterSendsEnabled, payload_o[c].tag == TagInvalid || enable[c])
    end
  end

  `WF_ASSERT(NetworkPinsLegal, !Config.Configurable || network_legal(Config, identity_i.network))
  `WF_ASSERT_STABLE(NetworkPinsHeld, Config.Configurable, identity_i)

endmodule
