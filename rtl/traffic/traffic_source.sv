// SPDX-License-Identifier: Apache-2.0
//
// Source of messages of one terminal, an AXI4-Stream master.
//
// Parameters: Terminals, 2 to traffic_pkg::MaxTerminals; Width, bits of a word, a multiple of 32.
// While run_i, a message is due with probability load in each cycle in which the source is on. Up
// to 255 messages wait in a counter; further ones are lost and flagged (held). The next one starts
// when the last word of the one before has been taken, with a destination and a length that were
// drawn in the cycle before. A message for which the pattern has no destination is not sent.
// Bursts: an active source turns off with probability turn_off in a cycle, an inactive one on with
// turn_on. It is on after clear_i.
// Draws: each cycle outside of reset steps a generator of 64 bits, which the first cycle of clear_i
// sets from the settings' seed and terminal_i. Bits 15:0 choose the destination, 31:16 whether a
// message is due, 47:32 the hot spot, 63:48 on and off, and the exclusive or of 31:16 and 63:48
// the length, by multiplication as in traffic_destination: the probability of a length is wrong by
// less than (most - least + 1) / 2^16 of itself.
// clear_i is high while now_i counts from 0 through at least Terminals - 1: it clears the numbers
// of messages, one destination per cycle.
// When run_i falls, the message under way is completed, and those that wait are forgotten.
// TDEST is constant within a message. TDATA, TDEST and TLAST stay while TVALID waits for TREADY.
// Latency: a message that is due in cycle t is offered from cycle t + 2 on.
// Throughput: one word per cycle, messages without a gap.
// Combinational paths:
//   m_axis_tready_i, run_i, settings_i -> sent_o
`ifndef TRAFFIC_SOURCE_SV_
`define TRAFFIC_SOURCE_SV_
`include "wayfarer_assert.svh"

module traffic_source
  import traffic_pkg::*;
#(
  parameter int unsigned Terminals = 16,
  parameter int unsigned Width     = 32
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,
  input  logic             run_i,
  input  stamp_t           now_i,
  input  settings_t        settings_i,
  input  terminal_t        terminal_i,
  output logic             m_axis_tvalid_o,
  input  logic             m_axis_tready_i,
  output logic [Width-1:0] m_axis_tdata_o,
  output terminal_t        m_axis_tdest_o,
  output logic             m_axis_tlast_o,
  output sent_t            sent_o
);

  `WF_ASSERT_STATIC(TrafficSourceLegal,
                    Terminals >= 2 && Terminals <= MaxTerminals &&
                    Width >= WordWidth && Width == Width / WordWidth * WordWidth)

  localparam int unsigned IndexWidth = wf_pkg::index_width(Terminals);

  logic [63:0] random_q;
  logic        on_q;
  logic [7:0]  pending_q;
  terminal_t   destination, destination_q;
  logic        exists, exists_q;
  logic [7:0]  least, span, length_q;
  logic [15:0] length_draw;
  logic        valid_q, last_q;
  word_t       word_q;
  logic [7:0]  left_q;  // words after the one that is offered
  terminal_t   dest_q;
  number_t     numbers_q [wf_pkg::padded_size(Terminals)];
  number_t     number;
  stamp_t      stamp;
  logic        due, full, free, starts, begins, taken;
  word_t       head;

  logic unused_cycles;
  assign unused_cycles = ^settings_i.cycles;

  // Draws.
  assign due   = run_i && on_q && random_q[31:16] < settings_i.load;
  assign full  = pending_q == '1;
  assign least = (settings_i.least == '0) ? 8'd1 : settings_i.least;
  assign span  = (settings_i.most < least) ? 8'd1 : settings_i.most - least + 8'd1;

  assign length_draw = random_q[31:16] ^ random_q[63:48];

  traffic_destination #(
    .Terminals(Terminals)
  ) u_destination (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .pattern_i    (settings_i.pattern),
    .hot_i        (settings_i.hot),
    .hot_share_i  (settings_i.hot_share),
    .terminal_i   (terminal_i),
    .draw_i       (random_q[15:0]),
    .hot_draw_i   (random_q[47:32]),
    .destination_o(destination),
    .exists_o     (exists)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni || (clear_i && now_i == '0)) begin
      random_q <= {settings_i.seed, terminal_i, 16'd1};
      on_q     <= 1'b1;
    end else begin
      random_q <= next_random(random_q);
      if (random_q[63:48] < (on_q ? settings_i.turn_off : settings_i.turn_on)) begin
        on_q <= !on_q || clear_i;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    destination_q <= destination;
    exists_q      <= exists;
    length_q      <= least + 8'((32'(length_draw) * 32'(span)) >> 16);
  end

  // Messages.
  assign taken  = valid_q && m_axis_tready_i;
  assign free   = !valid_q || (m_axis_tready_i && last_q);
  assign starts = run_i && pending_q != '0 && free;
  assign begins = starts && exists_q;
  assign number = numbers_q[destination_q[IndexWidth-1:0]];
  assign stamp  = now_i + stamp_t'(1);
  assign head   = {head_check(terminal_i, destination_q, stamp, number, length_q == 8'd1),
                   number, stamp};

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !run_i) begin
      pending_q <= '0;
    end else begin
      pending_q <= pending_q + 8'(due && !(full && !starts)) - 8'(starts);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else if (free) begin
      valid_q <= begins;
    end
  end

  always_ff @(posedge clk_i) begin
    if (begins) begin
      word_q <= head;
      dest_q <= destination_q;
      left_q <= length_q - 8'd1;
      last_q <= length_q == 8'd1;
    end else if (taken) begin
      word_q <= next_word(word_q) ^ {WordWidth{left_q == 8'd1}};
      left_q <= left_q - 8'd1;
      last_q <= left_q == 8'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) numbers_q[now_i[IndexWidth-1:0]] <= '0;
    else if (begins) numbers_q[destination_q[IndexWidth-1:0]] <= number + number_t'(1);
  end

  assign m_axis_tvalid_o = valid_q;
  assign m_axis_tdata_o  = {Width / WordWidth{word_q}};
  assign m_axis_tdest_o  = dest_q;
  assign m_axis_tlast_o  = last_q;

  assign sent_o.message = taken && last_q;
  assign sent_o.word    = taken;
  assign sent_o.stall   = valid_q && !m_axis_tready_i;
  assign sent_o.held    = due && full && !starts;

  `WF_ASSERT(TrafficSourceLastCounts, !valid_q || last_q == (left_q == '0))
  `WF_ASSERT(TrafficSourceDestinationExists,
             !valid_q || (32'(dest_q) < Terminals && dest_q != terminal_i))
  `WF_ASSERT_STABLE(TrafficSourceHeld, valid_q && !m_axis_tready_i,
                    {valid_q, word_q, dest_q, last_q})
  `WF_COVER(TrafficSourceHeldBack, sent_o.held)
  `WF_COVER(TrafficSourceStalled, sent_o.stall)
  `WF_COVER(TrafficSourceOff, run_i && !on_q)
  `WF_COVER(TrafficSourceToItself, starts && !exists_q)

endmodule

`endif
