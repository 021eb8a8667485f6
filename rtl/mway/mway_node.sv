// A channel with its processors: one tile of a network (paper Figure 1: C_i with P_i).
//
// The members that are routers come from outside, by their identifiers 0 .. RouterWays-1; the
// processors take the identifiers that follow. A network is nodes joined by routers.
// Ports are plain: the priority lines of a channel depend on one another through the arbiters, and
// as one vector or struct Verilator 5.006 takes them for a loop (UNOPTFLAT).
`include "wayfarer_assert.svh"

module mway_node
  import mway_pkg::*;
#(
  parameter extents_t    Extents      = {{(MaxDimensions - 2) {16'd1}}, 16'd4, 16'd4},
  parameter bit          Torus        = 1'b0,
  parameter int unsigned Processors   = 1,
  parameter int unsigned FlitWidth    = 128,
  parameter int unsigned Buffers      = 4,
  parameter int unsigned Depth        = 2,
  parameter bit          EarlyFreeing = 1'b1,
  parameter bit          ExactStat    = 1'b1,
  localparam int unsigned RouterWays    = processor_way(Extents, Torus),
  localparam int unsigned Routers       = RouterWays == 0 ? 1 : RouterWays,  // ports for them
  localparam int unsigned Ways          = RouterWays + Processors,
  localparam int unsigned Lines         = wf_pkg::index_width(Ways),
  localparam int unsigned BufferWidth   = wf_pkg::index_width(Buffers),
  localparam int unsigned PositionWidth = position_width(Extents),
  localparam int unsigned StatWidth     = stat_width(ExactStat, Lines, Buffers)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic [PositionWidth-1:0] position_i,
  // The processors' sides; see mway_injection and mway_ejection.
  input  logic                     inject_valid_i  [Processors],
  input  logic [BufferWidth-1:0]   inject_buffer_i [Processors],
  input  flit_tag_e                inject_tag_i    [Processors],
  input  logic [FlitWidth-1:0]     inject_data_i   [Processors],
  output logic [Buffers-1:0]       inject_ready_o  [Processors],
  output logic [2:0]               error_o         [Processors],
  output logic [7:0]               error_count_o   [Processors],
  input  logic                     eject_stall_i   [Processors],
  output flit_tag_e                eject_tag_o     [Processors],
  output driver_t                  eject_driver_o  [Processors],
  output logic [BufferWidth-1:0]   eject_buffer_o  [Processors],
  output logic [FlitWidth-1:0]     eject_data_o    [Processors],
  // The routers, as drivers and as receivers.
  input  logic                     po3_i           [Routers],
  input  logic                     po2_i           [Routers],
  input  logic                     po1_i           [Routers],
  input  logic                     po0_i           [Routers],
  input  flit_tag_e                tag_i           [Routers],
  input  logic [BufferWidth-1:0]   buffer_i        [Routers],
  input  logic [FlitWidth-1:0]     data_i          [Routers],
  input  logic                     acknowledge_i   [Routers],
  input  logic                     fills_i         [Routers],
  input  logic [BufferWidth-1:0]   slot_i          [Routers],
  input  logic [1:0]               available_i     [Routers],
  input  logic [Buffers-1:0]       full_i          [Routers],
  // The channel's lines, and its current driver.
  output logic                     s3_o,
  output logic                     s2_o,
  output logic                     s1_o,
  output logic                     s0_o,
  output flit_tag_e                tag_o,
  output logic [BufferWidth-1:0]   buffer_o,
  output logic [FlitWidth-1:0]     data_o,
  output logic                     acknowledge_o,
  output logic                     fills_o,
  output logic [BufferWidth-1:0]   slot_o,
  output logic [StatWidth-1:0]     stat_o,
  output driver_t                  driver_o
);

  `WF_ASSERT_STATIC(MwayNodeLegal,
                    extents_legal(Extents) && Processors >= 1 && Processors <= MaxProcessors &&
                    flit_width_legal(FlitWidth, Extents, Processors) && Buffers >= 1 &&
                    Buffers <= MaxBuffers && Depth >= 1 && Depth <= MaxDepth)

  // What every member puts on the channel: the routers, then the processors.
  logic                   po3          [Ways];
  logic                   po2          [Ways];
  logic                   po1          [Ways];
  logic                   po0          [Ways];
  flit_tag_e              drive_tag    [Ways];
  logic [BufferWidth-1:0] drive_buffer [Ways];
  logic [FlitWidth-1:0]   drive_data   [Ways];
  logic                   acknowledge  [Ways];
  logic                   fills        [Ways];
  logic [BufferWidth-1:0] slot         [Ways];
  logic [1:0]             available    [Ways];
  logic [Buffers-1:0]     full         [Ways];

  mway_channel #(
    .Ways     (Ways),
    .FlitWidth(FlitWidth),
    .Buffers  (Buffers),
    .ExactStat(ExactStat)
  ) u_channel (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .po3_i        (po3),
    .po2_i        (po2),
    .po1_i        (po1),
    .po0_i        (po0),
    .tag_i        (drive_tag),
    .buffer_i     (drive_buffer),
    .data_i       (drive_data),
    .acknowledge_i(acknowledge),
    .fills_i      (fills),
    .slot_i       (slot),
    .available_i  (available),
    .full_i       (full),
    .s3_o         (s3_o),
    .s2_o         (s2_o),
    .s1_o         (s1_o),
    .s0_o         (s0_o),
    .tag_o        (tag_o),
    .buffer_o     (buffer_o),
    .data_o       (data_o),
    .acknowledge_o(acknowledge_o),
    .fills_o      (fills_o),
    .slot_o       (slot_o),
    .stat_o       (stat_o)
  );

  for (genvar r = 0; r < RouterWays; r++) begin : gen_router
    assign po3[r]          = po3_i[r];
    assign po2[r]          = po2_i[r];
    assign po1[r]          = po1_i[r];
    assign po0[r]          = po0_i[r];
    assign drive_tag[r]    = tag_i[r];
    assign drive_buffer[r] = buffer_i[r];
    assign drive_data[r]   = data_i[r];
    assign acknowledge[r]  = acknowledge_i[r];
    assign fills[r]        = fills_i[r];
    assign slot[r]         = slot_i[r];
    assign available[r]    = available_i[r];
    assign full[r]         = full_i[r];
  end

  if (RouterWays == 0) begin : gen_alone
    // A channel without routers: the one port that stands for them is not used.
    logic unused;
    assign unused = ^{po3_i[0], po2_i[0], po1_i[0], po0_i[0], tag_i[0], buffer_i[0], data_i[0],
                      acknowledge_i[0], fills_i[0], slot_i[0], available_i[0], full_i[0]};
  end

  for (genvar p = 0; p < Processors; p++) begin : gen_processor
    localparam int unsigned Way = RouterWays + p;
    driver_t driver;
    logic    ejection_available;

    mway_processor #(
      .Extents     (Extents),
      .Torus       (Torus),
      .Processors  (Processors),
      .FlitWidth   (FlitWidth),
      .Buffers     (Buffers),
      .Depth       (Depth),
      .Lines       (Lines),
      .EarlyFreeing(EarlyFreeing),
      .ExactStat   (ExactStat)
    ) u_processor (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .own_way_i      (way_t'(Way)),
      .position_i     (position_i),
      .inject_valid_i (inject_valid_i[p]),
      .inject_buffer_i(inject_buffer_i[p]),
      .inject_tag_i   (inject_tag_i[p]),
      .inject_data_i  (inject_data_i[p]),
      .inject_ready_o (inject_ready_o[p]),
      .error_o        (error_o[p]),
      .error_count_o  (error_count_o[p]),
      .eject_stall_i  (eject_stall_i[p]),
      .eject_tag_o    (eject_tag_o[p]),
      .eject_driver_o (eject_driver_o[p]),
      .eject_buffer_o (eject_buffer_o[p]),
      .eject_data_o   (eject_data_o[p]),
      .s3_i           (s3_o),
      .s2_i           (s2_o),
      .s1_i           (s1_o),
      .s0_i           (s0_o),
      .tag_i          (tag_o),
      .buffer_i       (buffer_o),
      .data_i         (data_o),
      .acknowledge_i  (acknowledge_o),
      .fills_i        (fills_o),
      .slot_i         (slot_o),
      .stat_i         (stat_o),
      .po3_o          (po3[Way]),
      .po2_o          (po2[Way]),
      .po1_o          (po1[Way]),
      .po0_o          (po0[Way]),
      .tag_o          (drive_tag[Way]),
      .buffer_o       (drive_buffer[Way]),
      .data_o         (drive_data[Way]),
      .acknowledge_o  (acknowledge[Way]),
      .available_o    (ejection_available),
      .driver_o       (driver)
    );

    assign fills[Way]     = 1'b0;
    assign slot[Way]      = '0;
    assign available[Way] = {2{ejection_available}};
    assign full[Way]      = {Buffers{~ejection_available}};

    if (p == 0) begin : gen_monitor
      assign driver_o = driver;
    end
    // Every member's copy of the current driver's number is the same.
    `WF_ASSERT(DriverCopiesEqual, driver == driver_o)
  end

endmodule
