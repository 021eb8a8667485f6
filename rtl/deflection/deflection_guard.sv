// SPDX-License-Identifier: Apache-2.0
//
// Guard between a terminal's stream and its queue: passes single-flit messages to existing nodes,
// drops and flags all other flits. Every flit is checked independently.
//
// Parameters: Columns, Rows, the extents of the torus.
// Latency: none; pass_o depends combinationally on the flit that is offered, not on ready_i. A flit
// is taken when valid_i and ready_i are high, dropped or not.
// Rules, for a flit that is taken:
//   ErrorOrder        a flit that is not both header and tail: dropped.
//   ErrorDestination  a column or row outside the torus: dropped.
// error_o shows the cause one cycle later, for one cycle. error_count_o counts flits with an error
// and saturates.
`ifndef DEFLECTION_GUARD_SV_
`define DEFLECTION_GUARD_SV_
`include "wayfarer_assert.svh"

module deflection_guard
  import deflection_pkg::*;
#(
  parameter int unsigned Columns = 4,
  parameter int unsigned Rows    = 4
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  valid_i,
  input  flit_tag_t             tag_i,
  input  position_t             destination_i,
  input  logic                  ready_i,
  output logic                  pass_o,
  output logic [ErrorWidth-1:0] error_o,
  output logic [7:0]            error_count_o
);

  `WF_ASSERT_STATIC(DeflectionGuardLegal, extents_legal(Columns, Rows))

  logic [ErrorWidth-1:0] error, error_q;
  logic [7:0]            error_count_q;
  logic                  single, reachable, taken;

  assign single = tag_i[Head] && tag_i[Tail];
  assign taken  = valid_i && ready_i;
  assign reachable = exists(destination_i.x, Columns) && exists(destination_i.y, Rows);
  assign error[ErrorOrder]       = !single;
  assign error[ErrorDestination] = single && !reachable;
  assign pass_o = valid_i && single && reachable;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      error_q       <= '0;
      error_count_q <= '0;
    end else begin
      error_q <= taken ? error : '0;
      if (taken && error != '0 && error_count_q != '1) error_count_q <= error_count_q + 8'd1;
    end
  end

  assign error_o       = error_q;
  assign error_count_o = error_count_q;

  `WF_ASSERT(DeflectionGuardPassOrError, !valid_i || 32'(pass_o) + $countones(error) == 1)
  `WF_ASSERT_NEXT(DeflectionGuardFlagsDropped, taken && !pass_o, error_q != '0)
  `WF_COVER(DeflectionGuardNotSingle, taken && error[ErrorOrder])
  `WF_COVER(DeflectionGuardIllegalDestination, taken && error[ErrorDestination])
  `WF_COVER(DeflectionGuardWaits, pass_o && !ready_i)
  `WF_COVER(DeflectionGuardCountAtItsEnd, taken && error != '0 && error_count_q == '1)

endmodule

`endif
