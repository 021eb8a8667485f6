// SPDX-License-Identifier: Apache-2.0
//
// Injection set of a processor: a buffer set whose flits come from the processor's port.
//
// The port takes one flit a cycle into the buffer that the processor names (buffer_i). ready_o,
// from registers, shows which buffers accept a flit: a header when the buffer is free and empty,
// data of its open message while it is not full. Buffers load their messages independently.
//
// Illegal flits are refused without affecting other messages, and flagged on error_o (bits
// mway_pkg::Error*, a pulse in the cycle after) and counted (saturating):
//   order        data without an open message, a header inside one, or TagInvalid: dropped. With
//                Config.Variant == Guarded TagInvalid inside a message is legal: it aborts it.
//   destination  a header to a processor that does not exist, or if Multicast of a message
//                longer than a buffer: the message is dropped to its tail.
//   length       an early tail closes the message; a body flit where the tail is due is sent as
//                the tail, and later flits are dropped up to the tail.
// Latency: a flit taken in one cycle can be on the channel in the next.
`ifndef MWAY_INJECTION_SV_
`define MWAY_INJECTION_SV_
`include "wayfarer_assert.svh"

module mway_injection
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned Buffers       = Config.Buffers,
  localparam int unsigned BufferWidth   = wf_pkg::index_width(Buffers),
  localparam int unsigned PositionWidth = position_width(Config.Extents),
  localparam int unsigned LineWidth     = line_width(Config),
  localparam int unsigned StatWidth     = stat_lines(Config)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  // The processor's port.
  input  logic                        valid_i,
  input  logic [BufferWidth-1:0]      buffer_i,
  input  flit_tag_e                   tag_i,
  input  logic [Config.FlitWidth-1:0] data_i,
  output logic [Buffers-1:0]          ready_o,
  output logic [2:0]                  error_o,
  output logic [7:0]                  error_count_o,
  // The channel.
  input  network_t                    network_i,  // if Config.Configurable
  input  logic [PositionWidth-1:0]    position_i,
  output logic                        request_o,
  input  logic                        enable_i,
  output payload_t                    payload_o,
  output logic [LineWidth-1:0]        data_o,
  input  age_lines_t                  age_i,
  input  flit_info_t                  channel_i,
  input  answer_t                     answer_i,
  input  logic [StatWidth-1:0]        stat_i
);

  `WF_ASSERT_STATIC(MwayInjectionLegal, config_legal(Config))

  localparam int unsigned DestPort  = dest_port(Config);
  localparam int unsigned FlitBytes = flit_bytes(Config.FlitWidth);
  localparam int unsigned Slots     = 1 << BufferWidth;
  localparam int unsigned SlotWidth = push_slot_width(Config);
  localparam int unsigned PushWidth = push_width(Config);

  logic [Buffers-1:0]                free;
  logic [Slots-1:0]                  open;
  logic [Buffers-1:0]                full;
  logic [Buffers-1:0]                empty;
  logic [Slots-1:0]                  ready;
  logic [Slots-1:0]                  discard_q;  // drop everything up to the tail
  logic [Slots-1:0][LengthWidth-1:0] remaining_q;  // data flits due in the open message

  logic                        taken;
  logic                        header;
  logic                        data;
  logic                        aborts;
  logic                        push;
  logic                        last;
  flit_tag_e                   push_tag;
  logic                        push_class;
  logic                        too_long;
  logic [2:0]                  error;
  logic [2:0]                  error_q;
  logic [7:0]                  error_count_q;
  logic [LengthWidth-1:0]      length;
  way_t                        way;
  logic                        buffer_class;
  logic                        legal;

  for (genvar b = 0; b < Slots; b++) begin : gen_buffer
    if (b < Buffers) begin : gen_used
      assign ready[b]   = discard_q[b] | (open[b] ? ~full[b] : free[b] & empty[b]);
      assign ready_o[b] = ready[b];
    end else begin : gen_padding
      assign open[b]  = 1'b0;
      assign ready[b] = 1'b0;
    end
  end

  assign taken    = valid_i & ready[buffer_i];
  assign header   = taken & tag_i == TagHeader & ~open[buffer_i] & ~discard_q[buffer_i];
  assign data     = taken & (tag_i == TagBody | tag_i == TagTail) & open[buffer_i] &
                    ~discard_q[buffer_i];
  assign last     = remaining_q[buffer_i] == LengthWidth'(1);
  assign too_long = data & last & tag_i == TagBody;
  assign aborts    = Config.Variant == Guarded & taken & tag_i == TagInvalid & open[buffer_i] &
                    ~discard_q[buffer_i];
  assign push     = (header & legal) | data | aborts;
  assign push_tag = too_long | aborts ? TagTail : tag_i;
  // In the buffers, the Class of a tail tells whether its message is aborted.
  assign push_class = Config.Variant == Guarded && !header ? aborts : buffer_class;

  assign error[ErrorOrder]       = taken & ~header & ~data & ~aborts &
                                   ~(discard_q[buffer_i] & (tag_i == TagBody | tag_i == TagTail));
  assign error[ErrorDestination] = header & ~legal;
  assign error[ErrorLength]      = too_long | (data & ~last & tag_i == TagTail);

  // At least one data flit follows a header, the tail.
  assign length = data_i[LengthOffset+:LengthWidth];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      discard_q <= '0;
    end else if (taken) begin
      if (error[ErrorDestination] || too_long) discard_q[buffer_i] <= 1'b1;
      else if (tag_i == TagTail) discard_q[buffer_i] <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (header) begin
      remaining_q[buffer_i] <= length == '0 ? LengthWidth'(1)
                                          : (length - 1'b1) / LengthWidth'(FlitBytes) + 1'b1;
    end else if (data) begin
      remaining_q[buffer_i] <= remaining_q[buffer_i] - 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      error_q       <= '0;
      error_count_q <= '0;
    end else begin
      error_q <= error;
      if (error != '0 && error_count_q != '1) error_count_q <= error_count_q + 1'b1;
    end
  end

  assign error_o       = error_q;
  assign error_count_o = error_count_q;

  if (Config.Variant == Multicast) begin : gen_multicast
    localparam int unsigned Destinations = destinations_width(Config);
    localparam int unsigned Members      = ways(Config);

    logic [Members-1:0] receivers;
    logic               reachable, fits;

    mway_tree_route #(
      .Config(Config)
    ) u_route (
      .position_i    (position_i),
      .destinations_i(data_i[DestOffset+:Destinations]),
      .allowed_i     ('1),
      .next_o        (receivers),
      .legal_o       (reachable)
    );

    // A buffer holds the header and all data flits.
    assign fits  = 32'(length) <= (Config.Depth - 1) * FlitBytes;
    assign legal = reachable & fits;

    /* verilator lint_off PINCONNECTEMPTY */  // injection buffers have no mapping by content
    mway_multicast_bank #(
      .Config(Config)
    ) u_bank (
      .clk_i               (clk_i),
      .rst_ni              (rst_ni),
      .push_i              (push ? Buffers'(1) << buffer_i : '0),
      .push_slot_i         (buffer_i),
      .allocate_i          (header),
      .push_tag_i          (push_tag),
      .push_receivers_i    (receivers),
      .push_last_i         (1'b1),
      .push_data_i         (data_i),
      .push_driver_i('0), .push_driver_buffer_i('0),
      .mapped_o            (open[Buffers-1:0]),
      .full_o(full), .empty_o(empty), .free_o(free), .mapped_driver_o(), .mapped_buffer_o(),
      .request_o(request_o), .enable_i(enable_i), .payload_o(payload_o), .data_o(data_o),
      .stat_i              (stat_i)
    );
    /* verilator lint_on PINCONNECTEMPTY */

    assign {way, buffer_class} = '0;

    logic unused;
    assign unused = ^{network_i, age_i, channel_i, answer_i, way, push_class};
  end else if (has_candidates(Config)) begin : gen_candidates
    /* verilator lint_off PINCONNECTEMPTY */
    mway_adaptive_bank #(
      .Config(Config)
    ) u_bank (
      .clk_i               (clk_i),
      .rst_ni              (rst_ni),
      .push_i              (push ? Buffers'(1) << buffer_i : '0),
      .push_slot_i         (buffer_i),
      .allocate_i          (header),
      .push_tag_i          (push_tag),
      .push_data_i         (data_i),
      .push_driver_i('0), .push_driver_buffer_i('0), .own_way_i('1), .legal_o(legal),
      .mapped_o            (open[Buffers-1:0]),
      .full_o(full), .empty_o(empty), .free_o(free), .mapped_driver_o(), .mapped_buffer_o(),
      .position_i          (position_i),
      .request_o(request_o), .enable_i(enable_i), .payload_o(payload_o), .data_o(data_o),
      .answer_i            (answer_i),
      .stat_i              (stat_i)
    );
    /* verilator lint_on PINCONNECTEMPTY */

    assign {way, buffer_class} = '0;

    logic unused;
    assign unused = ^{network_i, age_i, channel_i, way, push_class};
  end else if (Config.Relative) begin : gen_relative
    /* verilator lint_off PINCONNECTEMPTY */  // as it is
    mway_relative_route #(
      .Config(Config),
      .Steps (1'b0)
    ) u_route (
      .network_i    (network_i),
      .position_i   (position_i),
      .destination_i(data_i[DestOffset+:DestPort]),
      .destination_o(),
      .way_o        (way),
      .class_o      (buffer_class),
      .legal_o      (legal)
    );
    /* verilator lint_on PINCONNECTEMPTY */
  end else if (Config.Configurable) begin : gen_pins
    mway_route_pins #(
      .Extents   (Config.Extents),
      .Torus     (Config.Torus),
      .Processors(Config.Processors),
      .Faults    (Config.Faults)
    ) u_route (
      .network_i    (network_i),
      .position_i   (position_i),
      .destination_i(data_i[DestOffset+:DestPort]),
      .class_i      (1'b0),
      .way_o        (way),
      .class_o      (buffer_class),
      .legal_o      (legal)
    );
  end else begin : gen_constant
    mway_route #(
      .Extents   (Config.Extents),
      .Torus     (Config.Torus),
      .Processors(Config.Processors)
    ) u_route (
      .position_i   (position_i),
      .destination_i(data_i[DestOffset+:DestPort]),
      .way_o        (way),
      .class_o      (buffer_class),
      .legal_o      (legal)
    );

    logic unused;
    assign unused = ^network_i;
  end

  /* verilator lint_off PINCONNECTEMPTY */  // injection buffers have no mapping by content
  if (Config.Variant != Multicast && !has_candidates(Config)) begin : gen_one_receiver
    mway_buffers #(
      .Config(Config)
    ) u_buffers (
      .clk_i               (clk_i),
      .rst_ni              (rst_ni),
      .arrives_i           (push),
      .push_i              (push ? Buffers'(1) << buffer_i : '0),
      .push_slot_i         (Config.Stat == Addressed ? SlotWidth'(Slots'(1) << buffer_i)
                                             : SlotWidth'(buffer_i)),
      .allocate_i          (header),
      .push_flit_i         ({age_t'(0), push_tag, way, push_class}),
      .push_data_i         (PushWidth'({data_i[DestOffset+:DestPort], data_i})),
      .push_driver_i('0), .push_driver_buffer_i('0),
      .mapped_o            (open[Buffers-1:0]),
      .full_o(full), .empty_o(empty), .free_o(free), .one_left_o(),
      .mapped_driver_o(), .mapped_buffer_o(),
      .request_o(request_o), .enable_i(enable_i), .payload_o(payload_o), .data_o(data_o),
      .age_i               (age_i),
      .channel_i           (channel_i),
      .answer_i            (answer_i),
      .stat_i              (stat_i)
    );
  end
  /* verilator lint_on PINCONNECTEMPTY */

  `WF_ASSERT(MwayInjectionOneError, $onehot0(error))
  `WF_COVER(MwayInjectionOrder, error[ErrorOrder])
  `WF_COVER(MwayInjectionIllegalDestination, error[ErrorDestination])
  `WF_COVER(MwayInjectionLength, error[ErrorLength])

endmodule

`endif
