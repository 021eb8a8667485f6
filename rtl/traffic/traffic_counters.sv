// SPDX-License-Identifier: Apache-2.0
//
// Counters of a network's traffic: sums over all sources and sinks.
//
// Parameters: Terminals, 2 to traffic_pkg::MaxTerminals; Ordered, whether messages that overtake
// others of the same source and destination are a failure; Width, bits of a counter, up to 32, with
// room for the latencies of a cycle.
// Numbers of counters: traffic_pkg::Count*. They stay at their greatest value, and saturated_o has
// a bit for each that would have passed it; that of the missing messages, a difference of two
// counters, is either one's. clear_i sets all to 0.
// Latency: an event counts two cycles later; the sums of a cycle's events are registers.
// missing_o: more messages were sent than received. failed_o: an error, a drop or a saturated
// counter since clear_i; missing messages and, unless Ordered, overtaking ones are no errors here.
// Combinational paths:
//   index_i -> value_o
`ifndef TRAFFIC_COUNTERS_SV_
`define TRAFFIC_COUNTERS_SV_
`include "wayfarer_assert.svh"

module traffic_counters
  import traffic_pkg::*;
#(
  parameter int unsigned Terminals = 16,
  parameter bit          Ordered   = 1'b0,
  parameter int unsigned Width     = 32,
  localparam int unsigned IndexWidth = wf_pkg::index_width(Counters)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  clear_i,
  input  logic                  running_i,
  input  logic                  draining_i,
  input  sent_t                 sent_i     [Terminals],
  input  received_t             received_i [Terminals],
  input  logic [Causes-1:0]     drop_i     [Terminals],
  input  logic [IndexWidth-1:0] index_i,
  output logic [31:0]           value_o,
  output logic [Counters-1:0]   saturated_o,
  output logic                  missing_o,
  output logic                  failed_o
);

  localparam int unsigned CountWidth = wf_pkg::count_width(Terminals);
  localparam int unsigned SumWidth   = CountWidth + StampWidth;

  `WF_ASSERT_STATIC(TrafficCountersLegal, Terminals >= 2 && Terminals <= MaxTerminals &&
                                          Width >= SumWidth && Width <= 32)

  localparam int unsigned Leaves     = wf_pkg::padded_size(Terminals);

  // Events by counter and terminal.
  logic [Terminals-1:0] events [Counters];
  stamp_t               latency [Terminals];

  for (genvar t = 0; t < Terminals; t++) begin : gen_events
    assign latency[t]               = received_i[t].timed ? received_i[t].latency : '0;
    assign events[CountSent][t]      = sent_i[t].message;
    assign events[CountWordsSent][t] = sent_i[t].word;
    assign events[CountStalls][t]    = sent_i[t].stall;
    assign events[CountHeld][t]      = sent_i[t].held;
    assign events[CountReceived][t]  = received_i[t].message;
    assign events[CountWords][t]     = received_i[t].word;
    assign events[CountCheck][t]     = received_i[t].check;
    assign events[CountData][t]      = received_i[t].data;
    assign events[CountLost][t]      = received_i[t].lost;
    assign events[CountOvertook][t]  = received_i[t].overtook;
    assign events[CountTimed][t]     = received_i[t].timed;
    for (genvar cause = 0; cause < Causes; cause++) begin : gen_drops
      assign events[CountDrops + cause][t] = drop_i[t][cause];
    end
    assign events[CountLatency][t] = received_i[t].timed && latency[t] < stamp_t'(2);
    for (genvar bin = 1; bin < Bins; bin++) begin : gen_bins
      assign events[CountLatency + bin][t] = latency[t][StampWidth-1:bin] == (StampWidth - bin)'(1);
    end
  end
  // Counters of the whole network, not of a terminal; the last three do not count events.
  assign events[CountCycles]     = Terminals'(running_i);
  assign events[CountDrain]      = Terminals'(draining_i);
  assign events[CountLatencySum] = '0;
  assign events[CountLatencyMax] = '0;
  assign events[CountMissing]    = '0;

  // The sums of a cycle.
  logic [CountWidth-1:0] count [Counters];
  logic [CountWidth-1:0] count_q [Counters];
  logic [SumWidth-1:0]   sum, sum_q;
  stamp_t                greatest [Leaves];
  stamp_t                greatest_q, most_q;

  for (genvar c = 0; c < Counters; c++) begin : gen_counts
    always_comb begin
      count[c] = '0;
      for (int t = 0; t < Terminals; t++) count[c] += CountWidth'(events[c][t]);
    end
  end
  always_comb begin
    sum = '0;
    for (int t = 0; t < Terminals; t++) sum += SumWidth'(latency[t]);
  end

  // The greatest latency: a tree in place.
  always_comb begin
    for (int t = 0; t < Leaves; t++) greatest[t] = (t < Terminals) ? latency[t] : '0;
    for (int n = Leaves / 2; n > 0; n /= 2) begin
      for (int t = 0; t < n; t++) begin
        if (greatest[t+n] > greatest[t]) greatest[t] = greatest[t+n];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    for (int c = 0; c < Counters; c++) count_q[c] <= (!rst_ni || clear_i) ? '0 : count[c];
    sum_q      <= (!rst_ni || clear_i) ? '0 : sum;
    greatest_q <= (!rst_ni || clear_i) ? '0 : greatest[0];
    most_q     <= (!rst_ni || clear_i) ? '0 : (greatest_q > most_q) ? greatest_q : most_q;
  end

  // Totals.
  logic [Width-1:0]    counter [Counters];
  logic [Width-1:0]    total   [wf_pkg::padded_size(Counters)];
  logic [Width-1:0]    missing;
  logic [Counters-1:0] saturated;

  for (genvar c = 0; c < Counters; c++) begin : gen_counters
    if (c == CountLatencyMax || c == CountMissing) begin : gen_none
      assign counter[c]   = '0;
      assign saturated[c] = 1'b0;
    end else begin : gen_counter
      localparam int unsigned Step = (c == CountLatencySum) ? SumWidth : CountWidth;
      logic [Step-1:0] step;

      if (c == CountLatencySum) assign step = sum_q;
      else assign step = count_q[c];

      traffic_counter #(
        .Width(Width),
        .Step (Step)
      ) u_counter (
        .clk_i      (clk_i),
        .rst_ni     (rst_ni),
        .clear_i    (clear_i),
        .step_i     (step),
        .value_o    (counter[c]),
        .saturated_o(saturated[c])
      );
    end
  end

  assign missing = counter[CountSent] - counter[CountReceived];

  for (genvar c = 0; c < wf_pkg::padded_size(Counters); c++) begin : gen_totals
    if (c == CountLatencyMax) assign total[c] = Width'(most_q);
    else if (c == CountMissing) assign total[c] = missing;
    else if (c < Counters) assign total[c] = counter[c];
    else assign total[c] = '0;
  end

  always_comb begin
    saturated_o               = saturated;
    saturated_o[CountMissing] = saturated[CountSent] || saturated[CountReceived];
  end

  assign value_o   = 32'(total[index_i]);
  assign missing_o = missing != '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) failed_o <= 1'b0;
    else if (count_q[CountCheck] != '0 || count_q[CountData] != '0 || count_q[CountLost] != '0 ||
             (Ordered && count_q[CountOvertook] != '0) || count_q[CountDrops] != '0 ||
             count_q[CountDrops+1] != '0 || count_q[CountDrops+2] != '0 ||
             count_q[CountDrops+3] != '0 || saturated != '0) failed_o <= 1'b1;
  end

  `WF_ASSERT(TrafficCountersTimesMessages, count_q[CountTimed] <= count_q[CountReceived])

endmodule

`endif
