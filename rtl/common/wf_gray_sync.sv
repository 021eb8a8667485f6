// Brings a pointer in Gray code from another clock domain to clk_i: gray_o is gray_i two cycles
// later.
//
// gray_i comes from a register, with no logic in between, and one bit of it changes at a time, so
// a register that samples it during a change takes either the value before or the value after. It
// may pass through any number of values between two edges of clk_i.
//
// Latency: 2 cycles; one more for a bit that changes just as it is sampled.
// Constraints: the bits of gray_i must arrive within a period of each other. The .sdc and .xdc
// files beside the modules that use it (mway_clocks_router, stream_fifo_dual_clock) have this
// constraint. The registers are marked to be placed together.
// Combinational paths: none.
`include "wayfarer_assert.svh"

module wf_gray_sync #(
  parameter int unsigned Width = 3
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] gray_i,  // asynchronous
  output logic [Width-1:0] gray_o
);

  `WF_ASSERT_STATIC(WfGraySyncLegal, Width >= 1)

  (* ASYNC_REG = "TRUE" *) logic [Width-1:0] sync_q, seen_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      sync_q <= '0;
      seen_q <= '0;
    end else begin
      sync_q <= gray_i;
      seen_q <= sync_q;
    end
  end

  assign gray_o = seen_q;

`ifndef FORMAL  // proofs of a queue begin in any state, before the first reset
  `WF_ASSERT_STABLE(GraySyncHeld, sync_q == seen_q, gray_o)
`endif

endmodule
