// SPDX-License-Identifier: Apache-2.0
//
// The buffers of a set, as mway_bank, if Guarded (docs/mway-guarded.md).
//
// Every open mapping has a parity bit of its sender's Drv and Buf. A mapping that does not agree
// with it is lost: it matches no flit, and the set closes it with a tail of its own, whose Class is
// 1, the mark of an aborted message. Stat shows no room in that cycle, so that no flit arrives.
// A data flit that nobody takes has lost its mapping at the receiver: its message is dropped up to
// the tail. In a void cycle the channel shows no flit (channel_i), and the flit stays.
`ifndef MWAY_GUARDED_BANK_SV_
`define MWAY_GUARDED_BANK_SV_
`include "wayfarer_assert.svh"

module mway_guarded_bank
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t Config = config_of(Guarded),
  localparam int unsigned Lines       = line_count(Config),
  localparam int unsigned Buffers     = Config.Buffers,
  localparam int unsigned BufferWidth = wf_pkg::index_width(Buffers),
  localparam int unsigned StatWidth   = stat_lines(Config)
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  // An arriving flit. Class of a tail: its message is aborted.
  input  logic                                      arrives_i,
  input  logic       [Buffers-1:0]                  push_i,       // its buffer, one-hot; else 0
  input  logic       [BufferWidth-1:0]              push_slot_i,  // its number
  input  logic                                      allocate_i,
  input  flit_info_t                                push_flit_i,
  input  logic       [Config.FlitWidth-1:0]         push_data_i,
  input  driver_t                                   push_driver_i,
  input  logic       [BufferWidth-1:0]              push_driver_buffer_i,
  // Status of the buffers, from registers.
  output logic       [Buffers-1:0]                  mapped_o,
  output logic       [Buffers-1:0]                  full_o,
  output logic       [Buffers-1:0]                  empty_o,
  output logic       [Buffers-1:0]                  free_o,  // neither allocated nor full
  output logic       [Buffers-1:0]                  one_left_o,
  output driver_t    [Buffers-1:0]                  mapped_driver_o,
  output logic       [Buffers-1:0][BufferWidth-1:0] mapped_buffer_o,
  // The channel that the set drives: request and enable of its arbiter, lines out, lines in.
  output logic                                      request_o,
  input  logic                                      enable_i,
  output payload_t                                  payload_o,
  output logic       [Config.FlitWidth-1:0]         data_o,
  input  flit_info_t                                channel_i,
  input  answer_t                                   answer_i,
  input  logic       [StatWidth-1:0]                stat_i
);

  `WF_ASSERT_STATIC(MwayGuardedBankLegal, config_legal(Config) && Config.Variant == Guarded)

  localparam int unsigned PointerWidth = wf_pkg::index_width(Config.Depth);
  localparam int unsigned WordWidth    = BufferWidth + PointerWidth;  // address of the memory
  localparam int unsigned Slots        = 1 << BufferWidth;

  logic       [Buffers-1:0]                  open, full, free;  // before the guard
  logic       [Buffers-1:0]                  parity_q;
  logic       [Buffers-1:0]                  drop_q;  // everything up to the tail
  logic       [Buffers-1:0]                  lost, close, push, pop;
  logic                                      closes;
  logic       [BufferWidth-1:0]              close_slot, slot;
  flit_tag_e                                 push_tag;
  logic                                      push_class;
  logic       [Buffers-1:0]                  eligible, chosen, sending, receiver_full;
  logic                                      sends, drive, refused;
  logic       [BufferWidth-1:0]              chosen_index;
  logic       [1:0][(1<<Lines)-1:0]          available;
  flit_info_t [Slots-1:0]                    front;
  flit_info_t                                sent;
  logic       [Slots-1:0][PointerWidth-1:0]  front_pointer, rear_pointer;
  logic       [WordWidth-1:0]                write;
  logic       [Config.FlitWidth-1:0]         push_word;
  logic       [Config.FlitWidth-1:0]         memory_q [1<<WordWidth];
  logic       [Buffers-1:0][Lines+BufferWidth-1:0] target_q;

  // Mappings: the lowest lost one with room is closed. A lost one without room takes no flit in any
  // case, since its buffer is full, but two would seem to match.
  wf_arbiter_fixed #(
    .Requests(Buffers)
  ) u_lowest (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(lost & ~full),
    .grant_o  (close),
    .index_o  (close_slot),
    .valid_o  (closes)
  );

  assign push     = push_i | close;
  assign slot     = closes ? close_slot : push_slot_i;
  assign push_tag   = closes ? TagTail : push_flit_i.tag;
  assign push_class = closes | push_flit_i.buffer_class;
  assign mapped_o = open & ~lost;
  assign full_o   = full | {Buffers{closes}};
  assign free_o   = free & ~{Buffers{closes}};

  for (genvar b = 0; b < Slots; b++) begin : gen_buffer
    if (b < Buffers) begin : gen_used
      /* verilator lint_off PINCONNECTEMPTY */  // the next flit matters to stages only
      mway_buffer #(
        .Depth       (Config.Depth),
        .BufferWidth (BufferWidth),
        .EarlyFreeing(Config.EarlyFreeing)
      ) u_buffer (
        .clk_i          (clk_i),
        .rst_ni         (rst_ni),
        .push_i         (push[b]),
        .allocate_i     (push_i[b] & allocate_i),
        .push_tag_i     (push_tag),
        .push_way_i     (push_flit_i.way),
        .push_class_i   (push_class),
        .driver_i       (push_driver_i),
        .driver_buffer_i(push_driver_buffer_i),
        .pop_i          (pop[b]),
        .front_tag_o    (front[b].tag),
        .front_way_o    (front[b].way),
        .front_class_o  (front[b].buffer_class),
        .next_tag_o     (), .next_way_o(), .next_class_o(),
        .front_o        (front_pointer[b]),
        .rear_o         (rear_pointer[b]),
        .mapped_o       (open[b]),
        .full_o         (full[b]),
        .empty_o        (empty_o[b]),
        .free_o         (free[b]),
        .one_left_o     (one_left_o[b]),
        .driver_o       (mapped_driver_o[b]),
        .driver_buffer_o(mapped_buffer_o[b])
      );
      /* verilator lint_on PINCONNECTEMPTY */

      always_ff @(posedge clk_i) begin
        if (push_i[b] && allocate_i) parity_q[b] <= ^{push_driver_i, push_driver_buffer_i};
      end

      assign lost[b] = open[b] & (parity_q[b] != ^{mapped_driver_o[b], mapped_buffer_o[b]});

      // The buffer that gets the rest of the message, from the header's acknowledgement.
      always_ff @(posedge clk_i) begin
        if (sending[b] && answer_i.acknowledge && front[b].tag == TagHeader) begin
          target_q[b] <= {front[b].way[Lines-1:0], answer_i.slot[BufferWidth-1:0]};
        end
      end

      assign front[b].age = '0;
      assign eligible[b] = drop_q[b] ? 1'b0
                         : front[b].tag == TagHeader
                         ? available[front[b].buffer_class][front[b].way[Lines-1:0]]
                         : front[b].tag != TagInvalid && !receiver_full[b];
      assign pop[b]      = drop_q[b] ? front[b].tag != TagInvalid
                                     : sending[b] & answer_i.acknowledge;

      always_ff @(posedge clk_i) begin
        if (!rst_ni)                drop_q[b] <= 1'b0;
        else if (drop_q[b])         drop_q[b] <= front[b].tag != TagTail;
        else if (sending[b])        drop_q[b] <= refused;
      end
    end else begin : gen_padding
      assign front[b]         = '0;
      assign front_pointer[b] = '0;
      assign rear_pointer[b]  = '0;
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
    .valid_o  (sends)
  );

  mway_stat_view #(
    .ExactStat(1'b1),
    .Lines    (Lines),
    .Buffers  (Buffers)
  ) u_stat_view (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .stat_i         (stat_i),
    .tag_i          (channel_i.tag),
    .way_i          (channel_i.way),
    .class_i        (channel_i.buffer_class),
    .acknowledge_i  (answer_i.acknowledge),
    .fills_i        (answer_i.fills),
    .sending_i      (sending),
    .target_i       (target_q),
    .available_o    (available),
    .receiver_full_o(receiver_full)
  );

  assign drive     = enable_i & sends;
  assign sending   = enable_i ? chosen : '0;
  assign sent      = front[chosen_index];
  assign refused   = (channel_i.tag == TagBody || channel_i.tag == TagTail) &&
                     !answer_i.acknowledge;
  assign request_o = sends;
  assign payload_o = drive ? '{guard: '{aborted: sent.tag == TagTail & sent.buffer_class,
                                        default: '0},
                               age: '0, tag: sent.tag, buffer: buffer_t'(chosen_index)} : '0;
  assign data_o    = drive ? memory_q[{chosen_index, front_pointer[chosen_index]}] : '0;

  // An aborting tail has no data of its own.
  assign write     = {slot, rear_pointer[slot]};
  assign push_word = closes ? '0
                   : allocate_i ? {push_data_i[Config.FlitWidth-1:LengthOffset],
                                   push_flit_i.buffer_class, push_flit_i.way} : push_data_i;

  always_ff @(posedge clk_i) begin
    if (arrives_i || closes) memory_q[write] <= push_word;
  end

  logic unused;
  assign unused = ^{answer_i.slot, channel_i.age, push_flit_i.age, sent};

  `WF_ASSERT(GuardedOnePush, $onehot0(push_i) && arrives_i == |push_i)
  `WF_ASSERT(ClosingTakesNoFlit, !closes || !arrives_i)

endmodule

`endif
