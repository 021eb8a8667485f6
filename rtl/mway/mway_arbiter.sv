// SPDX-License-Identifier: Apache-2.0
//
// Channel arbiter of one driver (paper section 3.2, Figure 4).
//
// Every driver of a channel has one. All hold the same current driver number, drive their request's
// priority onto the wired-OR priority lines bit by bit, and read the sum: the highest priority of a
// requester. The rule for bit j is "drive it unless a higher zero bit of my priority reads one",
// which is the table of Figure 4 for three lines and extends it to four.
// Priority 0 is the current driver's own: it drives nothing and keeps the channel by default.
//
// Latency: the arbitration of this cycle decides the driver of the next one; no cycle is lost.
// Fairness: a persistent request is granted within (drivers - 1) arbitrations.
// The lines are scalar ports, one per bit, so that the sum of a higher bit settles before the lower
// bits are driven and no tool reports a combinational loop. Above `Lines` they are unused.
//
// Illegal: two drivers with the same id_i; different reset times of drivers on one channel.
`ifndef MWAY_ARBITER_SV_
`define MWAY_ARBITER_SV_
`include "wayfarer_assert.svh"

module mway_arbiter
  import mway_pkg::*;
#(
  parameter int unsigned Lines = 3  // 1 to 4: up to 2^Lines drivers
) (
  input  logic    clk_i,
  input  logic    rst_ni,
  input  driver_t id_i,
  input  logic    request_i,
  // The channel's priority lines, and this driver's outputs to them.
  input  logic    s3_i,
  input  logic    s2_i,
  input  logic    s1_i,
  input  logic    s0_i,
  output logic    po3_o,
  output logic    po2_o,
  output logic    po1_o,
  output logic    po0_o,
  // The channel's driver in this cycle, and whether it is this one.
  output driver_t driver_o,
  output logic    enable_o
);

  `WF_ASSERT_STATIC(MwayArbiterLegal, Lines >= 1 && Lines <= MaxLines)

  localparam driver_t Mask = driver_t'((1 << Lines) - 1);

  driver_t driver_q;
  driver_t own_priority;
  // A higher requester shows on a line where this driver's priority has a zero.
  logic silent3;
  logic silent2;
  logic silent1;

  assign own_priority = (driver_q - id_i) & Mask;

  assign po3_o   = request_i & own_priority[3];
  assign silent3 = s3_i & ~own_priority[3];
  assign po2_o   = request_i & own_priority[2] & ~silent3;
  assign silent2 = silent3 | (s2_i & ~own_priority[2]);
  assign po1_o   = request_i & own_priority[1] & ~silent2;
  assign silent1 = silent2 | (s1_i & ~own_priority[1]);
  assign po0_o   = request_i & own_priority[0] & ~silent1;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) driver_q <= '0;
    else         driver_q <= (driver_q - {s3_i, s2_i, s1_i, s0_i}) & Mask;
  end

  assign driver_o = driver_q;
  assign enable_o = driver_q == id_i;

  `WF_ASSERT(SumCoversRequest, !request_i || own_priority <= {s3_i, s2_i, s1_i, s0_i})
  `WF_COVER(MwayArbiterWins, request_i && own_priority == {s3_i, s2_i, s1_i, s0_i})
  `WF_COVER(MwayArbiterLoses, request_i && own_priority != {s3_i, s2_i, s1_i, s0_i})
  `WF_COVER(MwayArbiterYields, enable_o && request_i && {s3_i, s2_i, s1_i, s0_i} != '0)
  `WF_COVER(MwayArbiterKeepsChannel, enable_o && {s3_i, s2_i, s1_i, s0_i} == '0)

endmodule

`endif
