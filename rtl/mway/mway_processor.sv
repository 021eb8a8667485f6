// Interface of one processor to its channel: a channel arbiter, an injection set and an ejection
// set (paper sections 2 and 3). own_way_i is both its way as a receiver and its number as a driver.
// See mway_injection and mway_ejection for the ports on the processor's side.
// Ports are plain: the priority lines of a channel depend on one another through the arbiters, and
// as one vector or struct Verilator 5.006 takes them for a loop (UNOPTFLAT).
`include "wayfarer_assert.svh"

module mway_processor
  import mway_pkg::*;
#(
  parameter extents_t    Extents      = {{(MaxDimensions - 2) {16'd1}}, 16'd4, 16'd4},
  parameter bit          Torus        = 1'b0,
  parameter int unsigned Processors   = 1,
  parameter int unsigned FlitWidth    = 128,
  parameter int unsigned Buffers      = 4,
  parameter int unsigned Depth        = 2,
  parameter int unsigned Lines        = 3,
  parameter bit          EarlyFreeing = 1'b1,
  parameter bit          ExactStat    = 1'b1,
  localparam int unsigned BufferWidth   = wf_pkg::index_width(Buffers),
  localparam int unsigned PositionWidth = position_width(Extents),
  localparam int unsigned StatWidth     = stat_width(ExactStat, Lines, Buffers)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  way_t                     own_way_i,
  input  logic [PositionWidth-1:0] position_i,
  // The processor's side: injection, errors, ejection.
  input  logic                     inject_valid_i,
  input  logic [BufferWidth-1:0]   inject_buffer_i,
  input  flit_tag_e                inject_tag_i,
  input  logic [FlitWidth-1:0]     inject_data_i,
  output logic [Buffers-1:0]       inject_ready_o,
  output logic [2:0]               error_o,
  output logic [7:0]               error_count_o,
  input  logic                     eject_stall_i,
  output flit_tag_e                eject_tag_o,
  output driver_t                  eject_driver_o,
  output logic [BufferWidth-1:0]   eject_buffer_o,
  output logic [FlitWidth-1:0]     eject_data_o,
  // The channel's lines, then what this processor puts on them.
  input  logic                     s3_i,
  input  logic                     s2_i,
  input  logic                     s1_i,
  input  logic                     s0_i,
  input  flit_tag_e                tag_i,
  input  logic [BufferWidth-1:0]   buffer_i,
  input  logic [FlitWidth-1:0]     data_i,
  input  logic                     acknowledge_i,
  input  logic                     fills_i,
  input  logic [BufferWidth-1:0]   slot_i,
  input  logic [StatWidth-1:0]     stat_i,
  output logic                     po3_o,
  output logic                     po2_o,
  output logic                     po1_o,
  output logic                     po0_o,
  output flit_tag_e                tag_o,
  output logic [BufferWidth-1:0]   buffer_o,
  output logic [FlitWidth-1:0]     data_o,
  output logic                     acknowledge_o,
  output logic                     available_o,
  output driver_t                  driver_o
);

  `WF_ASSERT_STATIC(MwayProcessorLegal,
                    extents_legal(Extents) && Processors >= 1 && Processors <= MaxProcessors &&
                    flit_width_legal(FlitWidth, Extents, Processors) && Buffers >= 1 &&
                    Buffers <= MaxBuffers && Depth >= 1 && Depth <= MaxDepth && Lines >= 1 &&
                    Lines <= MaxLines)

  logic request;
  logic enable;

  mway_arbiter #(
    .Lines(Lines)
  ) u_arbiter (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .id_i     (driver_t'(own_way_i)),
    .request_i(request),
    .s3_i     (s3_i),
    .s2_i     (s2_i),
    .s1_i     (s1_i),
    .s0_i     (s0_i),
    .po3_o    (po3_o),
    .po2_o    (po2_o),
    .po1_o    (po1_o),
    .po0_o    (po0_o),
    .driver_o (driver_o),
    .enable_o (enable)
  );

  mway_injection #(
    .Extents     (Extents),
    .Torus       (Torus),
    .Processors  (Processors),
    .FlitWidth   (FlitWidth),
    .Buffers     (Buffers),
    .Depth       (Depth),
    .Lines       (Lines),
    .EarlyFreeing(EarlyFreeing),
    .ExactStat   (ExactStat)
  ) u_injection (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .valid_i        (inject_valid_i),
    .buffer_i       (inject_buffer_i),
    .tag_i          (inject_tag_i),
    .data_i         (inject_data_i),
    .ready_o        (inject_ready_o),
    .error_o        (error_o),
    .error_count_o  (error_count_o),
    .position_i     (position_i),
    .request_o      (request),
    .enable_i       (enable),
    .tag_o          (tag_o),
    .buffer_o       (buffer_o),
    .data_o         (data_o),
    .channel_i      ({tag_i, data_i[WayWidth-1:0], data_i[ClassBit]}),
    .answer_i       ({acknowledge_i, fills_i}),
    .slot_i         (slot_i),
    .stat_i         (stat_i)
  );

  mway_ejection #(
    .FlitWidth(FlitWidth),
    .Buffers  (Buffers),
    .Lines    (Lines)
  ) u_ejection (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .own_way_i      (own_way_i),
    .tag_i          (tag_i),
    .driver_i       (driver_o),
    .driver_buffer_i(buffer_i),
    .data_i         (data_i),
    .acknowledge_o  (acknowledge_o),
    .available_o    (available_o),
    .stall_i        (eject_stall_i),
    .tag_o          (eject_tag_o),
    .driver_o       (eject_driver_o),
    .buffer_o       (eject_buffer_o),
    .data_o         (eject_data_o)
  );

  `WF_ASSERT(MwayProcessorSendsEnabled, tag_o == TagInvalid || enable)

endmodule
