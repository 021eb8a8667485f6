// SPDX-License-Identifier: Apache-2.0
//
// mway_bank for messages to several receivers (docs/mway-multicast.md): the buffers of a set
// with their memory, and the sending half of the set.
//
// A message's receivers on the channel are a mask, kept per buffer: a buffer holds one message,
// since freeing is late. Receivers take a header in the order of their numbers. It requests the
// channel while the first one that has not taken it has a free buffer, goes to all up to the first
// without one, and is sent again for the rest. Its last transfer has LastBit set. A header that
// arrives without it waits for the flit behind it, so that no message holds buffers further on
// while its header still waits before them.
//
// Data flits follow when all receivers have taken the header, and all of them take a flit in the
// same cycle: their buffers hold the whole message, so that only a stalled processor can hold it
// up. With exact Stat no flit is refused: nothing is acknowledged.
//
// Latency: a flit pushed in one cycle can be on the lines in the next.
`ifndef MWAY_MULTICAST_BANK_SV_
`define MWAY_MULTICAST_BANK_SV_
`include "wayfarer_assert.svh"

module mway_multicast_bank
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t Config = config_of(Multicast),
  localparam int unsigned Members     = ways(Config),
  localparam int unsigned Buffers     = Config.Buffers,
  localparam int unsigned BufferWidth = wf_pkg::index_width(Buffers),
  localparam int unsigned StatWidth   = stat_lines(Config)
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  // An arriving flit; of a header the receivers, and whether it may go on at once.
  input  logic       [Buffers-1:0]                  push_i,  // its buffer, one-hot; else 0
  input  logic       [BufferWidth-1:0]              push_slot_i,
  input  logic                                      allocate_i,
  input  flit_tag_e                                 push_tag_i,
  input  logic       [Members-1:0]                  push_receivers_i,
  input  logic                                      push_last_i,
  input  logic       [Config.FlitWidth-1:0]         push_data_i,
  input  driver_t                                   push_driver_i,
  input  logic       [BufferWidth-1:0]              push_driver_buffer_i,
  // Status of the buffers, from registers.
  output logic       [Buffers-1:0]                  mapped_o,
  output logic       [Buffers-1:0]                  full_o,
  output logic       [Buffers-1:0]                  empty_o,
  output logic       [Buffers-1:0]                  free_o,  // neither allocated nor full: empty
  output driver_t    [Buffers-1:0]                  mapped_driver_o,
  output logic       [Buffers-1:0][BufferWidth-1:0] mapped_buffer_o,
  // The channel that the set drives: request and enable of its arbiter, lines out, Stat lines.
  output logic                                      request_o,
  input  logic                                      enable_i,
  output payload_t                                  payload_o,
  output logic       [Config.FlitWidth-1:0]         data_o,
  input  logic       [StatWidth-1:0]                stat_i
);

  `WF_ASSERT_STATIC(MwayMulticastBankLegal, config_legal(Config) && Config.Variant == Multicast)

  localparam int unsigned        PointerWidth = wf_pkg::index_width(Config.Depth);
  localparam int unsigned        WordWidth    = BufferWidth + PointerWidth;
  localparam int unsigned        Slots        = 1 << BufferWidth;
  localparam int unsigned        Mask         = mask_offset(Config);
  localparam logic [Members-1:0] Processors   =
      '1 << processor_way(Config.Extents, Config.Torus);

  logic      [Members-1:0]                 available;
  logic      [Buffers-1:0]                 eligible;
  logic      [Buffers-1:0]                 chosen;
  logic      [BufferWidth-1:0]             chosen_index;
  logic                                    drive;
  logic      [Buffers-1:0]                 sending;
  flit_tag_e [Slots-1:0]                   front_tag;
  logic      [Slots-1:0][PointerWidth-1:0] front_pointer;
  logic      [Slots-1:0][PointerWidth-1:0] rear_pointer;
  logic      [Slots-1:0][Members-1:0]      untaken;  // receivers that have not taken the header
  logic                                    header;   // is the chosen flit
  logic      [Members-1:0]                 missing;  // of its receivers
  logic      [Members-1:0]                 blocked;
  logic      [Members-1:0]                 takers;
  logic                                    last;
  logic      [Config.FlitWidth-1:0]        flit;
  logic      [Config.FlitWidth-1:0]        memory_q [1<<WordWidth];

  // A processor that stalls is not available, and a router's buffer never full for its message.
  assign available = stat_i[Members-1:0];

  for (genvar b = 0; b < Slots; b++) begin : gen_buffer
    if (b < Buffers) begin : gen_used
      logic [Members-1:0] receivers_q, missing_q;
      logic [Members-1:0] first;   // of those that have not taken the header
      logic               last_q;  // all receivers of the set before had taken it
      logic               released;
      flit_tag_e          next_tag;

      /* verilator lint_off PINCONNECTEMPTY */  // the way and class of a slot: a mask per buffer
      mway_buffer #(
        .Depth       (Config.Depth),
        .BufferWidth (BufferWidth),
        .EarlyFreeing(1'b0)
      ) u_buffer (
        .clk_i          (clk_i),
        .rst_ni         (rst_ni),
        .push_i         (push_i[b]),
        .allocate_i     (push_i[b] & allocate_i),
        .push_tag_i     (push_tag_i),
        .push_way_i     ('0),
        .push_class_i   (1'b0),
        .driver_i       (push_driver_i),
        .driver_buffer_i(push_driver_buffer_i),
        .pop_i          (sending[b] & (last | ~header)),
        .front_tag_o    (front_tag[b]),
        .front_way_o    (), .front_class_o(),
        .next_tag_o     (next_tag),
        .next_way_o     (), .next_class_o(),
        .front_o        (front_pointer[b]),
        .rear_o         (rear_pointer[b]),
        .mapped_o       (mapped_o[b]),
        .full_o         (full_o[b]),
        .empty_o        (empty_o[b]),
        .free_o         (free_o[b]),
        .one_left_o     (),
        .driver_o       (mapped_driver_o[b]),
        .driver_buffer_o(mapped_buffer_o[b])
      );
      /* verilator lint_on PINCONNECTEMPTY */

      always_ff @(posedge clk_i) begin
        if (push_i[b] && allocate_i) begin
          receivers_q  <= push_receivers_i;
          last_q       <= push_last_i;
          missing_q <= push_receivers_i;
        end else if (sending[b] && header) begin
          missing_q <= missing_q & ~takers;
        end
      end

      assign untaken[b]  = missing_q;
      assign first       = missing_q & (~missing_q + Members'(1));
      assign released    = last_q | next_tag != TagInvalid;
      assign eligible[b] = front_tag[b] == TagHeader
                         ? released & |(first & available)
                         : front_tag[b] != TagInvalid & ~|(receivers_q & Processors & ~available);

      `WF_ASSERT(MulticastOneMessage, !(push_i[b] && allocate_i) || empty_o[b])
    end else begin : gen_padding
      assign front_tag[b]     = TagInvalid;
      assign front_pointer[b] = '0;
      assign rear_pointer[b]  = '0;
      assign untaken[b]       = '0;
    end
  end

  wf_arbiter_round_robin #(
    .Requests(Buffers)
  ) u_buffer_arbiter (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(eligible),
    .advance_i(enable_i),
    .grant_o  (chosen),
    .index_o  (chosen_index),
    .valid_o  (request_o)
  );

  assign drive   = enable_i & request_o;
  assign sending = enable_i ? chosen : '0;
  assign header  = front_tag[chosen_index] == TagHeader;

  // Up to the first receiver without a free buffer.
  assign missing = untaken[chosen_index];
  assign blocked = missing & ~available;
  assign takers  = missing & ~blocked & (blocked - Members'(1));
  assign last    = blocked == '0;

  always_ff @(posedge clk_i) begin
    if (|push_i) memory_q[{push_slot_i, rear_pointer[push_slot_i]}] <= push_data_i;
  end

  always_comb begin
    flit = memory_q[{chosen_index, front_pointer[chosen_index]}];
    if (header) begin
      flit[Mask+:Members] = takers;
      flit[LastBit]       = last;
    end
  end

  assign payload_o = '{guard: '0, age: '0, tag: drive ? front_tag[chosen_index] : TagInvalid,
                       buffer: enable_i ? buffer_t'(chosen_index) : '0};
  assign data_o    = drive ? flit : '0;

  logic unused;  // second class, and full bits
  assign unused = ^stat_i;

  `WF_ASSERT(MulticastOnePush, $onehot0(push_i))
  `WF_ASSERT(MulticastTakersNotNone, !(drive && header) || takers != '0)

endmodule

`endif
