// SPDX-License-Identifier: Apache-2.0
//
// Sink of messages of one terminal, an AXI4-Stream slave that checks what arrives.
//
// Parameters: Terminals, 2 to traffic_pkg::MaxTerminals; Width, bits of a word, a multiple of 32.
// What it finds, of messages that traffic_source makes:
//   check     a head whose CRC does not fit TID, this terminal and itself: altered, from another
//             source than TID says, for another destination, or with a wrong TLAST. Always found
//             with up to three wrong bits or any within eight neighbouring ones (so for another
//             destination, if both are below 256), otherwise with probability 255/256.
//   data      a word differs from the one that follows from the head, TLAST included, or TID has
//             changed: words are altered, lost, doubled or exchanged. Always found.
//   lost      a message is lost or doubled. By source and place, the number modulo Window, the
//             numbers must alternate between the lower and the upper half of 2 * Window. A
//             doubled message is found at once, a lost one with the message that is Window
//             later. Messages that overtake each other by less than Window are neither. Two
//             losses in succession at one place cancel out: only the count of missing
//             messages (traffic_counters) has these, and losses at the end of a run.
//   overtook  the number is not the one after the last message's of the source.
// After a head with a wrong CRC, its words are compared, and its number and latency are not used.
// TREADY is always high. clear_i: as in traffic_source.
// Latency: received_o is two cycles after the word.
// Combinational paths: none.
`ifndef TRAFFIC_SINK_SV_
`define TRAFFIC_SINK_SV_
`include "wayfarer_assert.svh"

module traffic_sink
  import traffic_pkg::*;
#(
  parameter int unsigned Terminals = 16,
  parameter int unsigned Width     = 32
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,
  input  stamp_t           now_i,
  input  terminal_t        terminal_i,
  input  logic             s_axis_tvalid_i,
  output logic             s_axis_tready_o,
  input  logic [Width-1:0] s_axis_tdata_i,
  input  terminal_t        s_axis_tid_i,
  input  logic             s_axis_tlast_i,
  output received_t        received_o
);

  `WF_ASSERT_STATIC(TrafficSinkLegal,
                    Terminals >= 2 && Terminals <= MaxTerminals &&
                    Width >= WordWidth && Width == Width / WordWidth * WordWidth)

  localparam int unsigned IndexWidth = wf_pkg::index_width(Terminals);
  localparam int unsigned PlaceWidth = 4;
  localparam int unsigned Window     = 1 << PlaceWidth;

  typedef struct packed {
    number_t           next;    // number after the last message's
    logic [Window-1:0] second;  // by place: the next one is of the second half
  } pair_t;

  // First stage: the word.
  logic      first_q;  // the next word is a head
  word_t     next_q;   // the word that must follow
  terminal_t source_q;
  stamp_t    stamp_q;
  logic      trusted_q;
  word_t     word, expected;
  logic      legal, same;

  assign word     = s_axis_tdata_i[WordWidth-1:0];
  assign expected = first_q ? word : next_q ^ {WordWidth{s_axis_tlast_i}};
  assign same     = s_axis_tdata_i == {Width / WordWidth{expected}} &&
                    (first_q || s_axis_tid_i == source_q);
  assign legal    = 32'(s_axis_tid_i) < Terminals &&
                    word[31:24] == head_check(s_axis_tid_i, terminal_i, word[15:0], word[23:16],
                                              s_axis_tlast_i);

  logic      valid1_q, first1_q, last1_q, legal1_q, same1_q, trusted1_q;
  number_t   number1_q;
  stamp_t    latency1_q;
  logic [IndexWidth-1:0] source1_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      first_q  <= 1'b1;
      valid1_q <= 1'b0;
    end else begin
      valid1_q <= s_axis_tvalid_i;
      if (s_axis_tvalid_i) first_q <= s_axis_tlast_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (s_axis_tvalid_i) begin
      next_q     <= next_word(first_q ? word : next_q);
      first1_q   <= first_q;
      last1_q    <= s_axis_tlast_i;
      legal1_q   <= legal;
      same1_q    <= same;
      trusted1_q <= first_q ? legal : trusted_q;
      latency1_q <= now_i - (first_q ? word[15:0] : stamp_q);
      if (first_q) begin
        source_q  <= s_axis_tid_i;
        stamp_q   <= word[15:0];
        trusted_q <= legal;
        number1_q <= word[23:16];
        source1_q <= s_axis_tid_i[IndexWidth-1:0];
      end
    end
  end

  // Second stage: the number.
  pair_t     pairs_q [wf_pkg::padded_size(Terminals)];
  pair_t     pair, pair_d;
  logic      numbered;
  logic [PlaceWidth-1:0] place;
  received_t received_q;

  assign numbered      = valid1_q && first1_q && legal1_q;
  assign pair          = pairs_q[source1_q];
  assign place         = number1_q[PlaceWidth-1:0];
  assign pair_d.next   = number1_q + number_t'(1);
  assign pair_d.second = (pair.second & ~(Window'(1) << place)) |
                         (Window'(!number1_q[PlaceWidth]) << place);

  always_ff @(posedge clk_i) begin
    if (clear_i) pairs_q[now_i[IndexWidth-1:0]] <= '0;
    else if (numbered) pairs_q[source1_q] <= pair_d;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      received_q <= '0;
    end else begin
      received_q.message  <= valid1_q && last1_q;
      received_q.word     <= valid1_q;
      received_q.check    <= valid1_q && first1_q && !legal1_q;
      received_q.data     <= valid1_q && !same1_q;
      received_q.lost     <= numbered && pair.second[place] != number1_q[PlaceWidth];
      received_q.overtook <= numbered && pair.next != number1_q;
      received_q.timed    <= valid1_q && last1_q && trusted1_q;
      received_q.latency  <= latency1_q;
    end
  end

  assign s_axis_tready_o = 1'b1;
  assign received_o      = received_q;

  `WF_ASSERT(TrafficSinkTimesMessages, !received_o.timed || received_o.message)
  `WF_ASSERT(TrafficSinkNumbersHeads, !(received_o.lost || received_o.overtook) ||
                                      (received_o.word && !received_o.check))
  `WF_COVER(TrafficSinkWrongHead, received_o.check)
  `WF_COVER(TrafficSinkWrongData, received_o.data)
  `WF_COVER(TrafficSinkLost, received_o.lost)
  `WF_COVER(TrafficSinkOvertook, received_o.overtook && !received_o.lost)

endmodule

`endif
