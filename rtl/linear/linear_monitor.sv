// SPDX-License-Identifier: Apache-2.0
//
// Deadline monitor of a host: measures the time of each of its own messages from release_i to
// delivered_i, and records whether one is later than its deadline.
//
// program_i loads the registers and clears the monitor. A message released in cycle c and delivered
// in cycle t has the response t - c; worst_o is the greatest so far. missed_o rises at the end of
// the cycle in which the oldest message's response is bound to exceed deadline_i (or does), and
// stays; deadline_i = 0: never. outstanding_o counts messages released and not delivered.
// Messages arrive in the order sent. Those of a periodic sender are released every period_i cycles
// exactly, so that the age of the oldest one gives the ages of all. With Sporadic, the cycles
// between two releases are kept, of as many as MaxOutstanding messages; room_o is low while there
// are so many, and none may be released then. Ages and counts saturate at 2^Width - 1: later
// results are then no longer exact.
// A delivery while no message is outstanding is ignored: it is not one of the periodic messages.
// Illegal: programming while messages of the host are in the network.
// Combinational paths: none.
`ifndef LINEAR_MONITOR_SV_
`define LINEAR_MONITOR_SV_
`include "wayfarer_assert.svh"

module linear_monitor
  import linear_pkg::*;
#(
  parameter int unsigned Width    = CountWidth,
  parameter bit          Sporadic = 1'b0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             program_i,
  input  logic [Width-1:0] period_i,
  input  logic [Width-1:0] deadline_i,
  input  logic             release_i,
  input  logic             delivered_i,
  output logic             room_o,
  output logic             missed_o,
  output logic [Width-1:0] worst_o,
  output logic [Width-1:0] outstanding_o
);

  `WF_ASSERT_STATIC(LinearMonitorLegal, Width >= 1)

  logic [Width-1:0] period_q, deadline_q;
  logic [Width-1:0] outstanding_q, worst_q;
  logic [Width-1:0] age_q;  // of the oldest message, while one is outstanding
  logic             missed_q;
  logic             waits, delivered, late;
  logic [Width-1:0] gap;    // from the release of the oldest message to that of the next

  assign waits     = outstanding_q != '0;
  assign delivered = delivered_i && waits;
  assign late      = waits && deadline_q != '0 &&
                     (delivered ? age_q > deadline_q : age_q >= deadline_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      period_q   <= '0;
      deadline_q <= '0;
    end else if (program_i) begin
      period_q   <= period_i;
      deadline_q <= deadline_i;
    end
  end

  // In the cycle after its release a message is one cycle old, and a gap younger than the one
  // before.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !waits) age_q <= Width'(1);
    else if (delivered)    age_q <= age_q - gap + Width'(1);
    else if (age_q != '1)  age_q <= age_q + Width'(1);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || program_i) begin
      outstanding_q <= '0;
      worst_q       <= '0;
      missed_q      <= 1'b0;
    end else begin
      if (delivered && !release_i) begin
        outstanding_q <= outstanding_q - Width'(1);
      end else if (release_i && !delivered && outstanding_q != '1) begin
        outstanding_q <= outstanding_q + Width'(1);
      end
      if (delivered && age_q > worst_q) worst_q <= age_q;
      if (late) missed_q <= 1'b1;
    end
  end

  if (Sporadic) begin : gen_sporadic
    logic [Width-1:0] since_q;  // the last release
    logic [Width-1:0] oldest;
    logic             full, empty, second;

    always_ff @(posedge clk_i) begin
      if (!rst_ni || release_i) since_q <= Width'(1);
      else if (since_q != '1)   since_q <= since_q + Width'(1);
    end

    // A message that is released while another one is outstanding comes after a gap. That of a
    // message which becomes the oldest in the cycle of its release is not kept.
    assign second = release_i && (delivered ? outstanding_q > Width'(1) : waits);
    assign gap    = empty ? age_q : oldest;
    assign room_o = !full;

    /* verilator lint_off PINCONNECTEMPTY */
    wf_fifo #(
      .Width(Width),
      .Depth(MaxOutstanding - 1)
    ) u_gaps (
      .clk_i  (clk_i),
      .rst_ni (rst_ni && !program_i),
      .push_i (second),
      .data_i (since_q),
      .pop_i  (delivered && !empty),
      .data_o (oldest),
      .level_o(),
      .full_o (full),
      .empty_o(empty)
    );
    /* verilator lint_on PINCONNECTEMPTY */

    logic unused;
    assign unused = ^period_q;

    `WF_ASSERT(LinearMonitorRoom, outstanding_q <= Width'(MaxOutstanding) &&
                                  room_o == (outstanding_q < Width'(MaxOutstanding)))
  end else begin : gen_periodic
    assign gap    = period_q;
    assign room_o = 1'b1;

    `WF_ASSERT(LinearMonitorSecondIsYounger, outstanding_q <= Width'(1) || age_q >= period_q)
  end

  assign missed_o      = missed_q;
  assign worst_o       = worst_q;
  assign outstanding_o = outstanding_q;
  `WF_COVER(LinearMonitorLateOutstanding, late && !delivered)
  `WF_COVER(LinearMonitorLateDelivered, late && delivered)
  `WF_COVER(LinearMonitorReleaseWithDelivery, release_i && delivered)
  `WF_COVER(LinearMonitorSeveral, outstanding_q > Width'(1))
  `WF_COVER(LinearMonitorDeliveryOfNone, delivered_i && !waits)

endmodule

`endif
