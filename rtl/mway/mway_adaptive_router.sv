// The m-way router for a choice of candidates (docs/mway.md, "Adaptive routing"): mway_router with
// mway_adaptive_set for its two sets. No flit is refused, so that it reads no acknowledgement, but
// the number of the buffer that a header gets.
//
// Latency: a flit spends one cycle on each channel, and waits at least one more in between unless
// the router already owns the next channel. error_o pulses per set (bit 0: DIM+).
// Combinational paths:
//   data_a_i, data_b_i, payload_i -> answer_o, error_o
//   stat_a_i -> data_a_o, payload_o, po0_o, po1_o, po2_o, po3_o
//   stat_b_i -> data_b_o, payload_o, po0_o, po1_o, po2_o, po3_o
//   s3_i -> po0_o, po1_o, po2_o
//   s2_i -> po0_o, po1_o
//   s1_i -> po0_o
//   identity_i -> answer_o, data_a_o, data_b_o, error_o, payload_o, po0_o, po1_o, po2_o
`include "wayfarer_assert.svh"

module mway_adaptive_router
  import mway_pkg::*;
#(
  parameter config_t Config = adaptive_config(),
  localparam int unsigned Lines         = line_count(Config),
  localparam int unsigned BufferWidth   = wf_pkg::index_width(Config.Buffers),
  localparam int unsigned PositionWidth = position_width(Config.Extents),
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
  input  logic [Config.FlitWidth-1:0]   data_a_i,
  input  logic [Config.FlitWidth-1:0]   data_b_i,
  input  answer_t [1:0]                 answer_i,
  input  logic [StatWidth-1:0]          stat_a_i,
  input  logic [StatWidth-1:0]          stat_b_i,
  output logic [1:0]                    po3_o,
  output logic [1:0]                    po2_o,
  output logic [1:0]                    po1_o,
  output logic [1:0]                    po0_o,
  output payload_t [1:0]                payload_o,
  output logic [Config.FlitWidth-1:0]   data_a_o,
  output logic [Config.FlitWidth-1:0]   data_b_o,
  output answer_t [1:0]                 answer_o,
  output logic [1:0][StatusWidth-1:0]   status_o,
  output logic [1:0]                    error_o
);

  `WF_ASSERT_STATIC(MwayAdaptiveRouterLegal,
                    config_legal(Config) && Config.Routing != DimensionOrder)

  localparam int unsigned A = 0;
  localparam int unsigned B = 1;

  driver_t [1:0]                     driver;
  logic    [1:0]                     request;
  logic    [1:0]                     enable;
  logic    [1:0][BufferWidth-1:0]    slot;

  mway_arbiter #(
    .Lines(Lines)
  ) u_arbiter_a (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
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
    .rst_ni   (rst_ni),
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

  mway_adaptive_set #(
    .Config(Config)
  ) u_set_plus (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .own_way_i      (way_t'(identity_i.plus)),
    .tag_i          (payload_i[A].tag),
    .driver_i       (driver[A]),
    .driver_buffer_i(payload_i[A].buffer[BufferWidth-1:0]),
    .data_i         (data_a_i),
    .acknowledge_o  (answer_o[A].acknowledge),
    .fills_o        (answer_o[A].fills),
    .slot_o         (slot[A]),
    .status_o       (status_o[A]),
    .position_i     (position_i[B]),
    .request_o      (request[B]),
    .enable_i       (enable[B]),
    .payload_o      (payload_o[B]),
    .data_o         (data_b_o),
    .next_answer_i  (answer_i[B]),
    .next_stat_i    (stat_b_i),
    .error_o        (error_o[0])
  );

  mway_adaptive_set #(
    .Config(Config)
  ) u_set_minus (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .own_way_i      (way_t'(identity_i.minus)),
    .tag_i          (payload_i[B].tag),
    .driver_i       (driver[B]),
    .driver_buffer_i(payload_i[B].buffer[BufferWidth-1:0]),
    .data_i         (data_b_i),
    .acknowledge_o  (answer_o[B].acknowledge),
    .fills_o        (answer_o[B].fills),
    .slot_o         (slot[B]),
    .status_o       (status_o[B]),
    .position_i     (position_i[A]),
    .request_o      (request[A]),
    .enable_i       (enable[A]),
    .payload_o      (payload_o[A]),
    .data_o         (data_a_o),
    .next_answer_i  (answer_i[A]),
    .next_stat_i    (stat_a_i),
    .error_o        (error_o[1])
  );

  for (genvar c = 0; c < 2; c++) begin : gen_lines
    assign answer_o[c].slot = buffer_t'(slot[c]);

    `WF_ASSERT(AdaptiveRouterSendsEnabled, payload_o[c].tag == TagInvalid || enable[c])
  end

  logic unused;  // bits above those of this network's numbers; ages; the network, which is constant
  assign unused = ^{payload_i, identity_i};

endmodule
