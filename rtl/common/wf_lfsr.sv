// SPDX-License-Identifier: Apache-2.0
//
// Linear-feedback shift register (Galois form, shifting right) of maximal period.
//
// Parameters: Width, 2 to 16, 20, 24, 32, 48 or 64 (the table wf_pkg::lfsr_taps).
// Latency: state_o is a register; each advance_i makes one step. Period: 2^Width - 1 steps.
// Reset loads seed_i, which is a port so that instances with different seeds stay one module. A
// seed of zero, from which the register would never leave, counts as one.
// Successive states share all bits except one; for independent draws of k bits, take k steps.
// sim/core/lfsr.hpp is the same register in C++, step for step.
`ifndef WF_LFSR_SV_
`define WF_LFSR_SV_
`include "wayfarer_assert.svh"

module wf_lfsr #(
  parameter int unsigned Width = 16
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] seed_i,
  input  logic             advance_i,
  output logic [Width-1:0] state_o
);

  localparam logic [Width-1:0] Taps = Width'(wf_pkg::lfsr_taps(Width));

  `WF_ASSERT_STATIC(WfLfsrLegal, wf_pkg::lfsr_taps(Width) != '0)

  logic [Width-1:0] state_d, state_q;

  assign state_d = (state_q >> 1) ^ (state_q[0] ? Taps : '0);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= (seed_i == '0) ? Width'(1) : seed_i;
    end else if (advance_i) begin
      state_q <= state_d;
    end
  end

  assign state_o = state_q;

  `WF_ASSERT(LfsrNeverZero, state_q != '0)

endmodule

`endif
