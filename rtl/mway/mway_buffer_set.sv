// One buffer set of a router (paper Figure 2): receives from one channel, drives the other.
//
//   channel A --> allocation/mapping --> buffers --> buffer arbiter --> channel B
//                 routing logic ----------^   (the way of every header on channel B)
//
// Flits are accepted and sent in the same cycle, one each. The routing of a header is done when it
// arrives, and its Way and Class are rewritten for channel B. error_o pulses when a header arrives
// whose destination lies outside the network: its message is accepted and discarded.
`include "wayfarer_assert.svh"

module mway_buffer_set
  import mway_pkg::*;
#(
  parameter config_t     Config           = default_config(),
  parameter int unsigned ClassZeroBuffers = Config.Buffers,
  localparam int unsigned Lines         = line_count(Config),
  localparam int unsigned Buffers       = Config.Buffers,
  localparam int unsigned BufferWidth   = wf_pkg::index_width(Buffers),
  localparam int unsigned PositionWidth = position_width(Config.Extents),
  localparam int unsigned StatWidth     = stat_width(Config.ExactStat, Lines, Buffers)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  // The channel it receives from: its lines, this set's way on it, and the set's answer and status.
  input  way_t                        own_way_i,
  input  flit_tag_e                   tag_i,
  input  driver_t                     driver_i,
  input  logic [BufferWidth-1:0]      driver_buffer_i,
  input  logic [Config.FlitWidth-1:0] data_i,
  output logic                        acknowledge_o,
  output logic                        fills_o,
  output logic [BufferWidth-1:0]      slot_o,
  output logic [1:0]                  available_o,
  output logic [Buffers-1:0]          full_o,
  // The channel it drives: its position, its arbiter, lines out, lines in.
  input  logic [PositionWidth-1:0]    position_i,
  output logic                        request_o,
  input  logic                        enable_i,
  output flit_tag_e                   tag_o,
  output logic [BufferWidth-1:0]      buffer_o,
  output logic [Config.FlitWidth-1:0] data_o,
  input  flit_info_t                  next_i,
  input  answer_t                     next_answer_i,
  input  logic [StatWidth-1:0]        next_stat_i,
  output logic                        error_o
);

  `WF_ASSERT_STATIC(MwayBufferSetLegal,
                    config_legal(Config) && ClassZeroBuffers >= 1 &&
                    ClassZeroBuffers <= Config.Buffers)

  localparam int unsigned DestWidth = dest_width(Config.Extents, Config.Processors);
  localparam int unsigned DestPort  = DestWidth == 0 ? 1 : DestWidth;

  logic    [Buffers-1:0]                  push;
  logic                                   allocate;
  logic    [Buffers-1:0]                  allocated;
  logic    [Buffers-1:0]                  mapped;
  logic    [Buffers-1:0]                  one_left;
  driver_t [Buffers-1:0]                  mapped_driver;
  logic    [Buffers-1:0][BufferWidth-1:0] mapped_buffer;
  way_t                                   next_way;
  logic                                   next_class;
  logic                                   legal;
  logic    [Config.FlitWidth-1:0]         push_data;

  mway_allocator #(
    .Buffers         (Buffers),
    .ClassZeroBuffers(ClassZeroBuffers)
  ) u_allocator (
    .own_way_i      (own_way_i),
    .tag_i          (tag_i),
    .driver_i       (driver_i),
    .driver_buffer_i(driver_buffer_i),
    .way_i          (data_i[WayWidth-1:0]),
    .class_i        (data_i[ClassBit]),
    .allocated_i    (allocated),
    .mapped_i       (mapped),
    .full_i         (full_o),
    .one_left_i     (one_left),
    .mapped_driver_i(mapped_driver),
    .mapped_buffer_i(mapped_buffer),
    .push_o         (push),
    .allocate_o     (allocate),
    .acknowledge_o  (acknowledge_o),
    .slot_o         (slot_o),
    .fills_o        (fills_o),
    .available_o    (available_o)
  );

  mway_route #(
    .Extents   (Config.Extents),
    .Torus     (Config.Torus),
    .Processors(Config.Processors)
  ) u_route (
    .position_i   (position_i),
    .destination_i(data_i[DestOffset+:DestPort]),
    .way_o        (next_way),
    .class_o      (next_class),
    .legal_o      (legal)
  );

  assign push_data = allocate ? {data_i[Config.FlitWidth-1:LengthOffset], next_class, next_way}
                    : data_i;
  assign error_o   = allocate & ~legal;

  /* verilator lint_off PINCONNECTEMPTY */  // emptiness matters to injection only
  mway_bank #(
    .Config(Config)
  ) u_bank (
    .clk_i               (clk_i),
    .rst_ni              (rst_ni),
    .push_i              (push),
    .push_slot_i         (slot_o),
    .allocate_i          (allocate),
    .push_flit_i         ({error_o ? TagInvalid : tag_i, next_way, next_class}),
    .push_data_i         (push_data),
    .push_driver_i       (driver_i),
    .push_driver_buffer_i(driver_buffer_i),
    .allocated_o         (allocated),
    .mapped_o            (mapped),
    .full_o              (full_o),
    .empty_o             (),
    .one_left_o          (one_left),
    .mapped_driver_o     (mapped_driver),
    .mapped_buffer_o     (mapped_buffer),
    .request_o           (request_o),
    .enable_i            (enable_i),
    .tag_o               (tag_o),
    .buffer_o            (buffer_o),
    .data_o              (data_o),
    .channel_i           (next_i),
    .answer_i            (next_answer_i),
    .stat_i              (next_stat_i)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  `WF_ASSERT(MwayBufferSetAcknowledgesFlits, !acknowledge_o || tag_i != TagInvalid)

endmodule
