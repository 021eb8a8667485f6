// SPDX-License-Identifier: Apache-2.0
//
// Slots that reassemble messages whose words interleave; each complete message is sent as one
// AXI4-Stream packet.
//
// Parameters: Width, bits of a word; MaxWords, words of a message, 1 to 4096; Slots, messages that
// can be incomplete at the same time; Ordered: words of a message come in order and last_i is with
// the last of them. Otherwise place_i is the number of a word in its message, and last_i is with
// the word of the highest number, whenever that comes.
// A word is taken when valid_i and ready_o are high. ready_o is low while the word's slot holds a
// complete message: each message has the slot for itself until it is sent. So an incomplete
// message never waits for another one, and a complete message waits for m_axis only.
// Complete messages are sent in round robin, without a gap.
// Latency: with the last word taken in cycle t, the first is on m_axis in cycle t + 2.
// Illegal: words beyond MaxWords; an assertion reports them.
// Combinational paths:
//   slot_i -> ready_o
//   m_axis_tready_i -> sent_o
`ifndef STREAM_REASSEMBLY_SV_
`define STREAM_REASSEMBLY_SV_
`include "wayfarer_assert.svh"

module stream_reassembly
  import stream_pkg::*;
#(
  parameter int unsigned Width    = 32,
  parameter int unsigned MaxWords = 8,
  parameter int unsigned Slots    = 4,
  parameter bit          Ordered  = 1'b1,
  localparam int unsigned SlotWidth  = wf_pkg::index_width(Slots),
  localparam int unsigned PlaceWidth = wf_pkg::index_width(MaxWords)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  valid_i,
  output logic                  ready_o,
  input  logic [SlotWidth-1:0]  slot_i,
  input  logic [PlaceWidth-1:0] place_i,  // without effect if Ordered
  input  terminal_t             source_i,
  input  logic [Width-1:0]      data_i,
  input  logic                  last_i,
  // The slot whose message is sent, for one cycle with the read of its last word.
  output logic [Slots-1:0]      sent_o,
  output logic                  m_axis_tvalid_o,
  input  logic                  m_axis_tready_i,
  output logic [Width-1:0]      m_axis_tdata_o,
  output terminal_t             m_axis_tid_o,
  output logic                  m_axis_tlast_o
);

  `WF_ASSERT_STATIC(StreamReassemblyLegal, Width >= 1 && words_legal(MaxWords) && Slots >= 1)

  localparam int unsigned CountWidth = wf_pkg::count_width(MaxWords);
  localparam int unsigned Padded     = wf_pkg::padded_size(Slots);

  // By slot: words so far, while `open`; of a complete message its number of words.
  logic [Padded-1:0]     open_q;      // has a part of a message
  logic [Padded-1:0]     complete_q;
  logic [CountWidth-1:0] count_q [Padded];
  terminal_t             source_q [Padded];
  logic [Width-1:0]      memory_q [Padded << PlaceWidth];

  logic                  push, completes;
  logic [CountWidth-1:0] before_word, count;
  logic [PlaceWidth-1:0] place;

  assign ready_o     = !complete_q[slot_i];
  assign push        = valid_i && ready_o;
  assign before_word = open_q[slot_i] ? count_q[slot_i] : '0;
  assign count       = before_word + CountWidth'(1);

  if (Ordered) begin : gen_ordered
    assign place     = PlaceWidth'(before_word);
    assign completes = push && last_i;

    logic unused_place;
    assign unused_place = ^place_i;
  end else begin : gen_by_place
    logic [Padded-1:0]     known_q;  // the number of words is
    logic [CountWidth-1:0] words_q [Padded];
    logic [CountWidth-1:0] words;

    assign words     = last_i ? CountWidth'(place_i) + CountWidth'(1) : words_q[slot_i];
    assign place     = place_i;
    assign completes = push && (last_i || known_q[slot_i]) && count == words;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) known_q <= '0;
      else if (push) known_q[slot_i] <= !completes && (last_i || known_q[slot_i]);
    end

    always_ff @(posedge clk_i) begin
      if (push && last_i) words_q[slot_i] <= words;
    end
  end

  logic             tvalid_q, tlast_q;
  logic [Width-1:0] tdata_q;
  terminal_t        tid_q;

  // The message that is sent: chosen with its first word.
  logic [Slots-1:0]     grant;
  logic [SlotWidth-1:0] granted, slot, sending_q;
  logic                 any, active_q, load, reads, ends;
  logic [CountWidth-1:0] sent_q;  // words of it that are out

  wf_arbiter_round_robin #(
    .Requests(Slots)
  ) u_arbiter (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(complete_q[Slots-1:0]),
    .advance_i(reads && !active_q),
    .grant_o  (grant),
    .index_o  (granted),
    .valid_o  (any)
  );

  assign slot  = active_q ? sending_q : granted;
  assign load  = !tvalid_q || m_axis_tready_i;
  assign reads = load && any;
  assign ends  = sent_q + CountWidth'(1) == count_q[slot];

  for (genvar s = 0; s < Slots; s++) begin : gen_sent
    assign sent_o[s] = reads && ends && (active_q ? 32'(sending_q) == s : grant[s]);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      open_q     <= '0;
      complete_q <= '0;
      active_q   <= 1'b0;
      sent_q     <= '0;
      tvalid_q   <= 1'b0;
    end else begin
      if (push) open_q[slot_i] <= !completes;
      complete_q <= complete_q & ~Padded'(sent_o);
      if (completes) complete_q[slot_i] <= 1'b1;
      if (load) tvalid_q <= any;
      if (reads) begin
        active_q <= !ends;
        sent_q   <= ends ? '0 : sent_q + CountWidth'(1);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) begin
      count_q[slot_i]           <= count;
      source_q[slot_i]          <= source_i;
      memory_q[{slot_i, place}] <= data_i;
    end
    if (reads) begin
      sending_q <= slot;
      tdata_q   <= memory_q[{slot, PlaceWidth'(sent_q)}];
      tid_q     <= source_q[slot];
      tlast_q   <= ends;
    end
  end

  assign m_axis_tvalid_o = tvalid_q;
  assign m_axis_tdata_o  = tdata_q;
  assign m_axis_tid_o    = tid_q;
  assign m_axis_tlast_o  = tlast_q;

  `WF_ASSERT(StreamReassemblyFits, !push || 32'(before_word) < MaxWords)
  `WF_ASSERT(StreamReassemblyOneState, (open_q & complete_q) == '0)
  `WF_ASSERT(StreamReassemblySendsComplete, !active_q || complete_q[sending_q])
  `WF_ASSERT_STABLE(StreamReassemblyHeld, tvalid_q && !m_axis_tready_i,
                    {tvalid_q, tdata_q, tid_q, tlast_q})
  `WF_COVER(StreamReassemblySlotTaken, valid_i && !ready_o)
  `WF_COVER(StreamReassemblySeveralComplete, !$onehot0(complete_q) && reads && !active_q)
  `WF_COVER(StreamReassemblyInterleaves, push && active_q && slot_i != sending_q)
  `WF_COVER(StreamReassemblyWaits, any && !load)

endmodule

`endif
