// SPDX-License-Identifier: Apache-2.0
//
// Queue of whole messages between an AXI4-Stream and a network: a message is visible at the output
// when its last word is in, and not at all if it is illegal.
//
// Parameters: Width, bits of a word, at least 1; MaxWords, words of a message, 1 to 4096; Depth,
// words of the queue, at least MaxWords; Terminals, 1 to 65536: destinations are below it.
// The stream: a message is 1 to MaxWords words, the last of them with TLAST. TDEST of its first
// word is its destination. TREADY is a register.
// The output shows the oldest message's destination, its number of words, and its front word, of
// number place_o, while valid_o; pop_i takes that word.
// Latency: a message whose last word is taken in cycle t is at the output in cycle t + 1.
// Throughput: one word in and one word out per cycle.
// Illegal input is dropped, flagged on drop_o (stream_pkg::Drop*) in the cycle after, and does not
// affect other messages:
//   destination outside the network, more than MaxWords words, TDEST of a later word differs: the
//     whole message, up to TLAST. Only its first fault is flagged.
//   TVALID falls before TREADY: a word that was never taken is not in the message.
// Combinational paths: none.
`ifndef STREAM_ENTRY_SV_
`define STREAM_ENTRY_SV_
`include "wayfarer_assert.svh"

module stream_entry
  import stream_pkg::*;
#(
  parameter int unsigned Width     = 32,
  parameter int unsigned MaxWords  = 8,
  parameter int unsigned Depth     = stream_pkg::entry_depth(MaxWords),
  parameter int unsigned Terminals = 16,
  localparam int unsigned CountWidth = wf_pkg::count_width(MaxWords)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  s_axis_tvalid_i,
  output logic                  s_axis_tready_o,
  input  logic [Width-1:0]      s_axis_tdata_i,
  input  terminal_t             s_axis_tdest_i,
  input  logic                  s_axis_tlast_i,
  output drop_t                 drop_o,
  // The oldest message.
  output logic                  valid_o,
  output terminal_t             dest_o,
  output logic [CountWidth-1:0] words_o,
  output logic [CountWidth-1:0] place_o,
  output logic [Width-1:0]      data_o,
  output logic                  last_o,
  input  logic                  pop_i
);

  `WF_ASSERT_STATIC(StreamEntryLegal,
                    Width >= 1 && words_legal(MaxWords) && Depth >= MaxWords &&
                    terminals_legal(Terminals))

  localparam int unsigned PointerWidth = wf_pkg::index_width(Depth);
  localparam int unsigned LevelWidth   = wf_pkg::count_width(Depth);
  localparam int unsigned DestWidth    = wf_pkg::index_width(Terminals);
  localparam logic [PointerWidth-1:0] Last = PointerWidth'(Depth - 1);

  function automatic logic [PointerWidth-1:0] next(logic [PointerWidth-1:0] pointer);
    next = (pointer == Last) ? '0 : pointer + PointerWidth'(1);
  endfunction

  logic                  ready_q;
  logic                  inside_q;   // the message's first word is in
  logic                  discard_q;  // drop everything up to TLAST
  logic                  waiting_q;  // a word was offered and not taken
  logic [DestWidth-1:0]  dest_q;
  logic [CountWidth-1:0] count_q;    // words of the incomplete message in the queue
  logic [LevelWidth-1:0] level_d, level_q;
  logic [PointerWidth-1:0] start_q;  // the incomplete message's first word
  logic [PointerWidth-1:0] write_q, read_q;
  logic [Width-1:0]      memory_q [Depth];
  drop_t                 drop_q;
  logic                  taken, begins, store, commit;
  logic                  outside, changed, oversized, bad;
  logic                  none;       // no complete message
  logic [CountWidth-1:0] place_q;
  logic [DestWidth-1:0]  dest;

  assign taken  = s_axis_tvalid_i && ready_q;
  assign begins = !inside_q;

  assign outside   = taken && begins && 32'(s_axis_tdest_i) >= Terminals;
  assign changed   = taken && inside_q && !discard_q && s_axis_tdest_i != terminal_t'(dest_q);
  assign oversized = taken && !discard_q && !outside && !changed && !s_axis_tlast_i &&
                     32'(count_q) == MaxWords - 1;

  assign bad    = outside || changed || oversized;
  assign store  = taken && !discard_q && !bad;
  assign commit = store && s_axis_tlast_i;

  assign level_d = level_q + LevelWidth'(store) - LevelWidth'(pop_i) -
                   (bad ? LevelWidth'(count_q) : '0);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ready_q   <= 1'b0;
      inside_q  <= 1'b0;
      discard_q <= 1'b0;
      waiting_q <= 1'b0;
      drop_q    <= '0;
      count_q   <= '0;
      level_q   <= '0;
      start_q   <= '0;
      write_q   <= '0;
      read_q    <= '0;
    end else begin
      ready_q   <= 32'(level_d) < Depth;
      waiting_q <= s_axis_tvalid_i && !ready_q;
      level_q   <= level_d;
      drop_q[DropDestination] <= outside;
      drop_q[DropOversized]   <= oversized;
      drop_q[DropChanged]     <= changed;
      drop_q[DropWithdrawn]   <= waiting_q && !s_axis_tvalid_i;
      if (taken) begin
        inside_q  <= !s_axis_tlast_i;
        discard_q <= (discard_q || bad) && !s_axis_tlast_i;
      end
      if (bad || commit) count_q <= '0;
      else if (store)    count_q <= count_q + CountWidth'(1);
      if (bad)           write_q <= start_q;
      else if (store)    write_q <= next(write_q);
      if (commit)        start_q <= next(write_q);
      if (pop_i)         read_q  <= next(read_q);
    end
  end

  always_ff @(posedge clk_i) begin
    if (taken && begins) dest_q <= s_axis_tdest_i[DestWidth-1:0];
    if (store) memory_q[write_q] <= s_axis_tdata_i;
  end

  // Complete messages; at most one a word.
  /* verilator lint_off PINCONNECTEMPTY */
  wf_fifo #(
    .Width(DestWidth + CountWidth),
    .Depth(Depth)
  ) u_messages (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .push_i (commit),
    .data_i ({s_axis_tdest_i[DestWidth-1:0], count_q + CountWidth'(1)}),
    .pop_i  (pop_i && last_o),
    .data_o ({dest, words_o}),
    .level_o(),
    .full_o (),
    .empty_o(none)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  always_ff @(posedge clk_i) begin
    if (!rst_ni)    place_q <= '0;
    else if (pop_i) place_q <= last_o ? '0 : place_q + CountWidth'(1);
  end

  assign s_axis_tready_o = ready_q;
  assign drop_o          = drop_q;
  assign valid_o         = !none;
  assign dest_o          = terminal_t'(dest);
  assign place_o         = place_q;
  assign data_o          = memory_q[read_q];
  assign last_o          = place_q + CountWidth'(1) == words_o;

  `WF_ASSERT(StreamEntryCountBounded,
             32'(count_q) < MaxWords && 32'(count_q) <= 32'(level_q))
  `WF_ASSERT(StreamEntryReadyHasRoom, !ready_q || 32'(level_q) < Depth)
  `WF_ASSERT(StreamEntryPopsWords, !pop_i || valid_o)
  `WF_ASSERT_STABLE(StreamEntryFrontHeld, valid_o && !pop_i,
                    {valid_o, dest_o, words_o, data_o, last_o})
  `WF_COVER(StreamEntryOutside, outside)
  `WF_COVER(StreamEntryDestinationChanged, changed)
  `WF_COVER(StreamEntryOversized, oversized)
  `WF_COVER(StreamEntryWithdrawn, waiting_q && !s_axis_tvalid_i)
  `WF_COVER(StreamEntryDropsRest, taken && discard_q)
  `WF_COVER(StreamEntryFull, s_axis_tvalid_i && !ready_q && 32'(level_q) == Depth)
  `WF_COVER(StreamEntryDropsWhatIsIn, bad && count_q != '0)

endmodule

`endif
