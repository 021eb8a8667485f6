// SPDX-License-Identifier: Apache-2.0
//
// A counter of events, several of which may occur in a cycle. It saturates.
//
// Parameters: Events, the maximum per cycle; Width, of the count.
// Latency: count_o includes the events of the current cycle. They should come from registers, which
// keeps the sum off the path that makes them.
`ifndef IBA_COUNTER_SV_
`define IBA_COUNTER_SV_
`include "wayfarer_assert.svh"

module iba_counter #(
  parameter int unsigned Events = 10,
  parameter int unsigned Width  = 32
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic [Events-1:0] event_i,
  output logic [Width-1:0]  count_o
);

  `WF_ASSERT_STATIC(IbaCounterLegal, Events >= 1 && wf_pkg::count_width(Events) <= Width)

  localparam int unsigned EventsWidth = wf_pkg::count_width(Events);

  logic [Width-1:0] count_q;

  // An unsigned sum of sufficient width: $countones is an int.
  logic [EventsWidth-1:0] events;
  assign events = EventsWidth'($countones(event_i));

  logic [Width:0] sum;
  assign sum     = {1'b0, count_q} + (Width + 1)'(events);
  assign count_o = sum[Width] ? '1 : sum[Width-1:0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) count_q <= '0;
    else         count_q <= count_o;
  end

  `WF_ASSERT_STABLE(IbaCounterStaysAtItsEnd, &count_o, count_o)

endmodule

`endif
