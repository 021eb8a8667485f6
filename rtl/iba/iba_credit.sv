// SPDX-License-Identifier: Apache-2.0
//
// Credit for the buffer of one virtual lane, counted in flits by its sender. Whole packets take
// credit, and whole packets return it.
//
// Parameters: Depth, flits of the buffer; Longest, flits of the largest packet.
// Latency: credit taken or returned in cycle t counts from cycle t + 1 on; both may occur in one
// cycle.
// Illegal: to take more than is available, or to return more than was taken.
`ifndef IBA_CREDIT_SV_
`define IBA_CREDIT_SV_
`include "wayfarer_assert.svh"

module iba_credit #(
  parameter int unsigned Depth   = 9,
  parameter int unsigned Longest = 9,
  localparam int unsigned CreditWidth = wf_pkg::count_width(Depth),
  localparam int unsigned FlitsWidth  = wf_pkg::count_width(Longest)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [FlitsWidth-1:0]  take_i,
  input  logic [FlitsWidth-1:0]  freed_i,
  output logic [CreditWidth-1:0] credit_o
);

  `WF_ASSERT_STATIC(IbaCreditLegal, Longest >= 1 && Depth >= Longest)

  logic [CreditWidth-1:0] credit_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) credit_q <= CreditWidth'(Depth);
    else         credit_q <= credit_q - CreditWidth'(take_i) + CreditWidth'(freed_i);
  end

  assign credit_o = credit_q;

  `WF_ASSERT(IbaCreditTakesWhatIsThere, 32'(take_i) <= 32'(credit_q))
  `WF_ASSERT(IbaCreditBounded, 32'(credit_q) + 32'(freed_i) <= Depth + 32'(take_i))
  `WF_COVER(IbaCreditNone, credit_q == '0)
  `WF_COVER(IbaCreditTakesLast, take_i != '0 && 32'(take_i) == 32'(credit_q))
  `WF_COVER(IbaCreditTakesAndFrees, take_i != '0 && freed_i != '0)

endmodule

`endif
