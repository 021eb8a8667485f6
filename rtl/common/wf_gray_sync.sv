// SPDX-License-Identifier: Apache-2.0
//
// Brings a pointer in Gray code from another clock domain to clk_i: gray_o is gray_i Stages cycles
// later.
//
// gray_i comes from a register, with no logic in between, and one bit of it changes at a time, so
// a register that samples it during a change takes either the value before or the value after. It
// may pass through any number of values between two edges of clk_i.
//
// Parameters: Width, bits of the pointer; Stages, registers in a row, at least 2: each has a cycle
// to settle in.
// Latency: Stages cycles; one more for a bit that changes just as it is sampled.
// Constraints: the bits of gray_i must arrive within a period of each other. The .sdc and .xdc
// files beside the modules that use it (mway_clocks_router, stream_fifo_dual_clock) have this
// constraint. The registers are marked to be placed together.
// Combinational paths: none.
`ifndef WF_GRAY_SYNC_SV_
`define WF_GRAY_SYNC_SV_
`include "wayfarer_assert.svh"

module wf_gray_sync #(
  parameter int unsigned Width  = 3,
  parameter int unsigned Stages = 2
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] gray_i,  // asynchronous
  output logic [Width-1:0] gray_o
);

  `WF_ASSERT_STATIC(WfGraySyncLegal, Width >= 1 && Stages >= 2)

  // The first register, and those after it, the last one highest. Attributes for Vivado, Quartus.
  (* ASYNC_REG = "TRUE", altera_attribute = "-name SYNCHRONIZER_IDENTIFICATION FORCED" *)
  logic [Width-1:0] sync_q;
  (* ASYNC_REG = "TRUE", altera_attribute = "-name SYNCHRONIZER_IDENTIFICATION FORCED" *)
  logic [Stages-2:0][Width-1:0] seen_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      sync_q <= '0;
      seen_q <= '0;
    end else begin
      sync_q <= gray_i;
      seen_q <= ((Stages-1)*Width)'({seen_q, sync_q});
    end
  end

  assign gray_o = seen_q[Stages-2];

`ifndef FORMAL  // proofs of a queue begin in any state, before the first reset
  `WF_ASSERT_STABLE(GraySyncHeld, {seen_q, sync_q} == {Stages{gray_o}}, gray_o)
`endif

endmodule

`endif
