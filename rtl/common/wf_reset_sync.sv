// SPDX-License-Identifier: Apache-2.0
//
// Brings a reset from another clock domain, or from outside, to a clock: rst_no is arst_ni two
// cycles later.
//
// Latency: 2 cycles, for the beginning and for the end of a reset.
// Illegal: a reset shorter than 2 cycles of clk_i, which may be missed or be asserted again.
// Constraints: arst_ni may change at any time; its path to the first register is not timed. The
// registers are marked to be placed together and kept.
// Combinational paths: none.
`ifndef WF_RESET_SYNC_SV_
`define WF_RESET_SYNC_SV_
`include "wayfarer_assert.svh"

module wf_reset_sync (
  input  logic clk_i,
  input  logic arst_ni,  // asynchronous
  output logic rst_no
);

  (* ASYNC_REG = "TRUE", keep = 1 *) logic [1:0] released_q;

  // No reset: these registers are the reset.
  always_ff @(posedge clk_i) begin
    released_q <= {released_q[0], arst_ni};
  end

`ifdef WAYFARER_ASSERT_ON
`ifndef FORMAL  // proofs begin in any state
  // Assertions on this reset do not look at what is there before it.
  initial released_q = '0;
`endif
`endif

  assign rst_no = released_q[1];

  logic rst_ni;  // as the macro names it
  assign rst_ni = arst_ni;
  `WF_ASSERT_NEXT(ResetReleasedStays, rst_no, rst_no)

endmodule

`endif
