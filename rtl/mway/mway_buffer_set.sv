// SPDX-License-Identifier: Apache-2.0
//
// One buffer set of a router (paper Figure 2): receives from one channel, drives the other.
//
//   channel A --> allocation/mapping --> buffers --> buffer arbiter --> channel B
//                 routing logic ----------^   (the way of every header on channel B)
//
// Flits are accepted and sent in the same cycle, one each. The routing of a header is done when it
// arrives, and it leaves with the Way and Class of channel B. error_o pulses when a header arrives
// whose destination lies outside the network: its message is accepted and discarded.
//
// Config.Stat selects how the buffer that takes a flit is found: mway_allocator searches it,
// or the lines name it; for a header that is the one that mway_lowest_free has shown on Stat. Both
// take the same flits into the same buffers; the assertion AddressedLikeMatched compares them.
// With Config.Relative Dest leaves relative to channel B.
// If Guarded, the Class of a tail in the buffers tells whether its message is aborted.
`ifndef MWAY_BUFFER_SET_SV_
`define MWAY_BUFFER_SET_SV_
`include "wayfarer_assert.svh"

module mway_buffer_set
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t     Config           = default_config(),
  localparam int unsigned Lines         = line_count(Config),
  localparam int unsigned Buffers       = Config.Buffers,
  localparam int unsigned BufferWidth   = wf_pkg::index_width(Buffers),
  localparam int unsigned PositionWidth = position_width(Config.Extents),
  localparam int unsigned LineWidth     = line_width(Config),
  localparam int unsigned StatusWidth   = status_width(Config),
  localparam int unsigned StatWidth     = stat_lines(Config)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  network_t                    network_i,  // if Config.Configurable
  // The channel it receives from: its lines, this set's way on it, and the set's answer and status.
  input  way_t                        own_way_i,
  input  flit_tag_e                   tag_i,
  input  driver_t                     driver_i,
  input  logic [BufferWidth-1:0]      driver_buffer_i,
  input  logic [LineWidth-1:0]        data_i,
  input  logic                        aborted_i,
  output logic                        acknowledge_o,
  output logic                        fills_o,
  output logic [BufferWidth-1:0]      slot_o,
  output logic [StatusWidth-1:0]      status_o,
  // The channel it drives: its position, its arbiter, lines out, lines in.
  input  logic [PositionWidth-1:0]    position_i,
  output logic                        request_o,
  input  logic                        enable_i,
  output payload_t                    payload_o,
  output logic [LineWidth-1:0]        data_o,
  input  age_lines_t                  next_age_i,
  input  flit_info_t                  next_i,
  input  answer_t                     next_answer_i,
  input  logic [StatWidth-1:0]        next_stat_i,
  output logic                        error_o
);

  `WF_ASSERT_STATIC(MwayBufferSetLegal,
                    config_legal(Config))

  localparam int unsigned DestPort  = dest_port(Config);
  localparam int unsigned PushWidth = push_width(Config);
  localparam int unsigned SlotWidth = push_slot_width(Config);

  logic                                   arrives;
  logic    [Buffers-1:0]                  push;
  logic                                   allocate;
  logic    [Buffers-1:0]                  mapped;
  logic    [Buffers-1:0]                  full;
  logic    [Buffers-1:0]                  free;
  logic    [Buffers-1:0]                  one_left;
  driver_t [Buffers-1:0]                  mapped_driver;
  logic    [Buffers-1:0][BufferWidth-1:0] mapped_buffer;
  way_t                                   next_way;
  logic                                   next_class, pushed_class;
  logic                                   legal;
  logic    [DestPort-1:0]                 dest;
  logic    [Config.FlitWidth-1:0]         data;
  logic    [PushWidth-1:0]                push_data;
  logic    [SlotWidth-1:0]                push_slot;
  status_t                                status;
  age_t                                   age;    // of a header
  logic                                   split;  // two classes of buffers

  assign status.full = MaxBuffers'(full);

  if (Config.Stat == Addressed) begin : gen_addressed
    localparam int unsigned Members   = ways(Config);
    localparam int unsigned SlotLines = Config.FlitWidth + Members;
    localparam int unsigned LowestWidth = StatusBits + lowest_vectors(Config) * Buffers;

    logic [Members-1:0]      receiver;
    logic                    selected;
    logic [1:0][Buffers-1:0] lowest;
    logic [Buffers-1:0]      match, taker;  // what mway_allocator would find: for data, for any

    assign receiver = data_i[Config.FlitWidth+:Members];
    assign selected = receiver[own_way_i[Lines-1:0]];

    mway_lowest_free #(
      .Buffers         (Buffers),
      .ClassZeroBuffers(class_zero_buffers(Config))
    ) u_lowest_free (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .split_i    (split),
      .free_i     (free),
      .lowest_o   (lowest),
      .available_o(status.available)
    );

    // The channel uses only the acknowledgement of the answer, for an assertion.
    assign arrives       = selected;
    assign push_slot     = data_i[SlotLines+:Buffers];
    assign push          = selected ? push_slot : '0;
    assign allocate      = selected & tag_i == TagHeader;
    assign acknowledge_o = |push;
    assign fills_o       = 1'b0;
    assign slot_o        = '0;
    assign status_o      = StatusWidth'({one_left, LowestWidth'({lowest, status})});
    assign dest          = data_i[LineWidth-1-:DestPort];
    assign push_data     = {data[DestOffset+:DestPort], data};

    for (genvar b = 0; b < Buffers; b++) begin : gen_match
      assign match[b] = mapped[b] & mapped_driver[b] == driver_i &
                        mapped_buffer[b] == driver_buffer_i;
    end
    `WF_ASSERT(AddressedOneBuffer, !selected || (tag_i != TagInvalid && $onehot(push)))
    // With stages, a lower buffer may have become free since the header was chosen.
    assign taker = tag_i != TagHeader   ? match
                 : Config.Variant == Pipelined ? push & free
                 : selected             ? lowest[data_i[ClassBit]] : '0;
    `WF_ASSERT(AddressedLikeMatched, tag_i == TagInvalid || push == taker)

    logic unused;
    assign unused = ^{data_i, own_way_i, one_left, match, taker};
  end else begin : gen_matched
    mway_allocator #(
      .Buffers         (Buffers),
      .ClassZeroBuffers(class_zero_buffers(Config))
    ) u_allocator (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .own_way_i      (own_way_i),
      .split_i        (split),
      .tag_i          (tag_i),
      .driver_i       (driver_i),
      .driver_buffer_i(driver_buffer_i),
      .way_i          (data_i[WayWidth-1:0]),
      .class_i        (data_i[ClassBit]),
      .free_i         (free),
      .mapped_i       (mapped),
      .full_i         (full),
      .one_left_i     (one_left),
      .mapped_driver_i(mapped_driver),
      .mapped_buffer_i(mapped_buffer),
      .push_o         (push),
      .allocate_o     (allocate),
      .acknowledge_o  (acknowledge_o),
      .slot_o         (slot_o),
      .fills_o        (fills_o),
      .available_o    (status.available)
    );

    assign arrives   = acknowledge_o;
    assign push_slot = slot_o;
    assign status_o  = status;
    assign dest      = data_i[DestOffset+:DestPort];
    assign push_data = data;
  end

  if (Config.Relative) begin : gen_relative
    logic [DestPort-1:0] next_dest;

    mway_relative_route #(
      .Config(Config),
      .Steps (1'b1)
    ) u_route (
      .network_i    (network_i),
      .position_i   (position_i),
      .destination_i(dest),
      .destination_o(next_dest),
      .way_o        (next_way),
      .class_o      (next_class),
      .legal_o      (legal)
    );

    assign split = ~Config.Configurable | network_i.torus;

    always_comb begin
      data = data_i[Config.FlitWidth-1:0];
      if (tag_i == TagHeader) data[DestOffset+:DestPort] = next_dest;
    end
  end else if (Config.Configurable) begin : gen_pins
    mway_route_pins #(
      .Extents   (Config.Extents),
      .Torus     (Config.Torus),
      .Processors(Config.Processors),
      .Faults    (Config.Faults)
    ) u_route (
      .network_i    (network_i),
      .position_i   (position_i),
      .destination_i(dest),
      .class_i      (data_i[ClassBit]),
      .way_o        (next_way),
      .class_o      (next_class),
      .legal_o      (legal)
    );

    assign split = network_i.torus | network_i.fault.channel | network_i.fault.router;
  end else begin : gen_constant
    mway_route #(
      .Extents   (Config.Extents),
      .Torus     (Config.Torus),
      .Processors(Config.Processors)
    ) u_route (
      .position_i   (position_i),
      .destination_i(dest),
      .way_o        (next_way),
      .class_o      (next_class),
      .legal_o      (legal)
    );

    assign split = 1'b1;

    logic unused;
    assign unused = ^network_i;
  end

  if (!Config.Relative) begin : gen_absolute
    assign data = data_i[Config.FlitWidth-1:0];
  end

  assign error_o      = allocate & ~legal;
  assign pushed_class = Config.Variant == Guarded && tag_i != TagHeader ? aborted_i : next_class;

  if (Config.Variant == Aged) begin : gen_ages
    assign age = data_i[age_offset(Config)+:AgeWidth];
  end else begin : gen_no_ages
    assign age = '0;
  end

  /* verilator lint_off PINCONNECTEMPTY */  // these matter to injection only
  mway_buffers #(
    .Config(Config)
  ) u_buffers (
    .clk_i               (clk_i),
    .rst_ni              (rst_ni),
    .arrives_i           (arrives),
    .push_i              (push),
    .push_slot_i         (push_slot),
    .allocate_i          (allocate),
    .push_flit_i         ({age, error_o ? TagInvalid : tag_i, next_way, pushed_class}),
    .push_data_i         (push_data),
    .push_driver_i       (driver_i),
    .push_driver_buffer_i(driver_buffer_i),
    .mapped_o            (mapped),
    .full_o              (full),
    .empty_o             (),
    .free_o              (free),
    .one_left_o          (one_left),
    .mapped_driver_o     (mapped_driver),
    .mapped_buffer_o     (mapped_buffer),
    .request_o           (request_o),
    .enable_i            (enable_i),
    .payload_o           (payload_o),
    .data_o              (data_o),
    .age_i               (next_age_i),
    .channel_i           (next_i),
    .answer_i            (next_answer_i),
    .stat_i              (next_stat_i)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  `WF_ASSERT(MwayBufferSetAcknowledgesFlits, !acknowledge_o || tag_i != TagInvalid)

endmodule

`endif
