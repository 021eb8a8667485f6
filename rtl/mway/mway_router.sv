// The switch-free m-way router (paper Figure 2): two channel interfaces, two channel arbiters, two
// buffer sets. The set that receives from channel A drives channel B and the other way round; no
// crossbar.
//
//              +--------------------------------------------+
//   channel A  |  allocation --> buffers DIM+ --> arbiter B |  channel B
//   <--------> |                                            | <-------->
//              |  arbiter A <-- buffers DIM- <-- allocation |
//              +--------------------------------------------+
//
// Channel B is A's neighbour along the positive dimension. The paper's DIM pins are plus_i and
// minus_i, the identifiers DIM+ and DIM-: on A the router receives as DIM+ and drives as DIM-, on
// B it receives as DIM- and drives as DIM+. position_*_i are the channels' addresses. All pins of
// identity are constant after reset; they are ports so that every router is the same module.
//
// One clock. A flit spends one cycle on each channel, and waits at least one more in between
// unless the router already owns the next channel. error_o pulses per set (bit 0: DIM+).
// Ports are plain: the priority lines of a channel depend on one another through the arbiters, and
// as one vector or struct Verilator 5.006 takes them for a loop (UNOPTFLAT).
`include "wayfarer_assert.svh"

module mway_router
  import mway_pkg::*;
#(
  parameter extents_t    Extents          = {{(MaxDimensions - 2) {16'd1}}, 16'd4, 16'd4},
  parameter bit          Torus            = 1'b0,
  parameter int unsigned Processors       = 1,
  parameter int unsigned FlitWidth        = 128,
  parameter int unsigned Buffers          = 4,
  parameter int unsigned Depth            = 2,
  parameter int unsigned Lines            = 3,
  parameter int unsigned ClassZeroBuffers = Buffers,
  parameter bit          EarlyFreeing     = 1'b1,
  parameter bit          ExactStat        = 1'b1,
  localparam int unsigned BufferWidth   = wf_pkg::index_width(Buffers),
  localparam int unsigned PositionWidth = position_width(Extents),
  localparam int unsigned StatWidth     = stat_width(ExactStat, Lines, Buffers)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  driver_t                  plus_i,
  input  driver_t                  minus_i,
  input  logic [PositionWidth-1:0] position_a_i,
  input  logic [PositionWidth-1:0] position_b_i,
  // Channel A: lines of the channel, then what this router puts on them.
  input  logic                     a_s3_i,
  input  logic                     a_s2_i,
  input  logic                     a_s1_i,
  input  logic                     a_s0_i,
  input  flit_tag_e                a_tag_i,
  input  logic [BufferWidth-1:0]   a_buffer_i,
  input  logic [FlitWidth-1:0]     a_data_i,
  input  logic                     a_acknowledge_i,
  input  logic                     a_fills_i,
  input  logic [BufferWidth-1:0]   a_slot_i,
  input  logic [StatWidth-1:0]     a_stat_i,
  output logic                     a_po3_o,
  output logic                     a_po2_o,
  output logic                     a_po1_o,
  output logic                     a_po0_o,
  output flit_tag_e                a_tag_o,
  output logic [BufferWidth-1:0]   a_buffer_o,
  output logic [FlitWidth-1:0]     a_data_o,
  output logic                     a_acknowledge_o,
  output logic                     a_fills_o,
  output logic [BufferWidth-1:0]   a_slot_o,
  output logic [1:0]               a_available_o,
  output logic [Buffers-1:0]       a_full_o,
  // Channel B, likewise.
  input  logic                     b_s3_i,
  input  logic                     b_s2_i,
  input  logic                     b_s1_i,
  input  logic                     b_s0_i,
  input  flit_tag_e                b_tag_i,
  input  logic [BufferWidth-1:0]   b_buffer_i,
  input  logic [FlitWidth-1:0]     b_data_i,
  input  logic                     b_acknowledge_i,
  input  logic                     b_fills_i,
  input  logic [BufferWidth-1:0]   b_slot_i,
  input  logic [StatWidth-1:0]     b_stat_i,
  output logic                     b_po3_o,
  output logic                     b_po2_o,
  output logic                     b_po1_o,
  output logic                     b_po0_o,
  output flit_tag_e                b_tag_o,
  output logic [BufferWidth-1:0]   b_buffer_o,
  output logic [FlitWidth-1:0]     b_data_o,
  output logic                     b_acknowledge_o,
  output logic                     b_fills_o,
  output logic [BufferWidth-1:0]   b_slot_o,
  output logic [1:0]               b_available_o,
  output logic [Buffers-1:0]       b_full_o,
  output logic [1:0]               error_o
);

  `WF_ASSERT_STATIC(MwayRouterLegal,
                    extents_legal(Extents) && Processors >= 1 && Processors <= MaxProcessors &&
                    flit_width_legal(FlitWidth, Extents, Processors) && Buffers >= 1 &&
                    Buffers <= MaxBuffers && Depth >= 1 && Depth <= MaxDepth && Lines >= 1 &&
                    Lines <= MaxLines && ClassZeroBuffers >= 1 && ClassZeroBuffers <= Buffers)

  driver_t a_driver;
  driver_t b_driver;
  logic    a_request;
  logic    b_request;
  logic    a_enable;
  logic    b_enable;

  mway_arbiter #(
    .Lines(Lines)
  ) u_arbiter_a (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .id_i     (minus_i),
    .request_i(a_request),
    .s3_i     (a_s3_i),
    .s2_i     (a_s2_i),
    .s1_i     (a_s1_i),
    .s0_i     (a_s0_i),
    .po3_o    (a_po3_o),
    .po2_o    (a_po2_o),
    .po1_o    (a_po1_o),
    .po0_o    (a_po0_o),
    .driver_o (a_driver),
    .enable_o (a_enable)
  );

  mway_arbiter #(
    .Lines(Lines)
  ) u_arbiter_b (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .id_i     (plus_i),
    .request_i(b_request),
    .s3_i     (b_s3_i),
    .s2_i     (b_s2_i),
    .s1_i     (b_s1_i),
    .s0_i     (b_s0_i),
    .po3_o    (b_po3_o),
    .po2_o    (b_po2_o),
    .po1_o    (b_po1_o),
    .po0_o    (b_po0_o),
    .driver_o (b_driver),
    .enable_o (b_enable)
  );

  mway_buffer_set #(
    .Extents         (Extents),
    .Torus           (Torus),
    .Processors      (Processors),
    .FlitWidth       (FlitWidth),
    .Buffers         (Buffers),
    .Depth           (Depth),
    .Lines           (Lines),
    .ClassZeroBuffers(ClassZeroBuffers),
    .EarlyFreeing    (EarlyFreeing),
    .ExactStat       (ExactStat)
  ) u_set_plus (
    .clk_i             (clk_i),
    .rst_ni            (rst_ni),
    .own_way_i         (plus_i),
    .tag_i             (a_tag_i),
    .driver_i          (a_driver),
    .driver_buffer_i   (a_buffer_i),
    .data_i            (a_data_i),
    .acknowledge_o     (a_acknowledge_o),
    .fills_o           (a_fills_o),
    .slot_o            (a_slot_o),
    .available_o       (a_available_o),
    .full_o            (a_full_o),
    .position_i        (position_b_i),
    .request_o         (b_request),
    .enable_i          (b_enable),
    .tag_o             (b_tag_o),
    .buffer_o          (b_buffer_o),
    .data_o            (b_data_o),
    .next_i            ({b_tag_i, b_data_i[WayWidth-1:0], b_data_i[ClassBit]}),
    .next_answer_i     ({b_acknowledge_i, b_fills_i}),
    .next_slot_i       (b_slot_i),
    .next_stat_i       (b_stat_i),
    .error_o           (error_o[0])
  );

  mway_buffer_set #(
    .Extents         (Extents),
    .Torus           (Torus),
    .Processors      (Processors),
    .FlitWidth       (FlitWidth),
    .Buffers         (Buffers),
    .Depth           (Depth),
    .Lines           (Lines),
    .ClassZeroBuffers(ClassZeroBuffers),
    .EarlyFreeing    (EarlyFreeing),
    .ExactStat       (ExactStat)
  ) u_set_minus (
    .clk_i             (clk_i),
    .rst_ni            (rst_ni),
    .own_way_i         (minus_i),
    .tag_i             (b_tag_i),
    .driver_i          (b_driver),
    .driver_buffer_i   (b_buffer_i),
    .data_i            (b_data_i),
    .acknowledge_o     (b_acknowledge_o),
    .fills_o           (b_fills_o),
    .slot_o            (b_slot_o),
    .available_o       (b_available_o),
    .full_o            (b_full_o),
    .position_i        (position_a_i),
    .request_o         (a_request),
    .enable_i          (a_enable),
    .tag_o             (a_tag_o),
    .buffer_o          (a_buffer_o),
    .data_o            (a_data_o),
    .next_i            ({a_tag_i, a_data_i[WayWidth-1:0], a_data_i[ClassBit]}),
    .next_answer_i     ({a_acknowledge_i, a_fills_i}),
    .next_slot_i       (a_slot_i),
    .next_stat_i       (a_stat_i),
    .error_o           (error_o[1])
  );

  `WF_ASSERT(MwayRouterSendsEnabled, (a_tag_o == TagInvalid || a_enable) &&
                                     (b_tag_o == TagInvalid || b_enable))

endmodule
