// SPDX-License-Identifier: Apache-2.0
//
// Reset of a chip: low until the clock is good, then for 16 more cycles.
//
// good_i may change at any time: a register with asynchronous reset takes its fall at once, and its
// rise after two clocks. rst_no is a register of clk_i, low while good_i is low.
// Combinational paths: none.
`ifndef FPGA_RESET_SV_
`define FPGA_RESET_SV_
`include "wayfarer_assert.svh"

module fpga_reset (
  input  logic clk_i,
  input  logic good_i,
  output logic rst_no
);

  localparam int unsigned Cycles = 16;

  logic [1:0] good_q;
  logic [$clog2(Cycles)-1:0] count_q;
  logic       reset_q;

  always_ff @(posedge clk_i or negedge good_i) begin
    if (!good_i) good_q <= '0;
    else good_q <= {good_q[0], 1'b1};
  end

  always_ff @(posedge clk_i or negedge good_i) begin
    if (!good_i) begin
      count_q <= '0;
      reset_q <= 1'b0;
    end else if (good_q[1]) begin
      count_q <= (count_q == '1) ? count_q : count_q + 1'b1;
      reset_q <= count_q == '1;
    end
  end

  assign rst_no = reset_q;

  // rst_ni: as the macro names it.
  logic rst_ni;
  assign rst_ni = good_i;
  `WF_ASSERT(FpgaResetEndsLate, !rst_no || count_q == '1)

endmodule

`endif
