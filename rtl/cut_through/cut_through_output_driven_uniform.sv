// SPDX-License-Identifier: Apache-2.0
//
// Output-driven connections as those of cut_through_output_driven, but with equal chances: the next
// free output buffer that a header may take is connected to one of the input buffers with such a
// header, each with the same chance (cut_through_uniform_select).
//
// Parameters: as in cut_through_two_level_rr, for both sides of the node.
// Latency: combinational, at most one connection per cycle, in the order of
// cut_through_two_level_rr. The choice of the input buffer follows that of the output buffer, so
// that one is enough for all.
// request_i[i][o]: the header in input buffer i is eligible and may take output buffer o. free_i:
// the free output buffers. input_o and output_o are one-hot in a cycle with a connection, else
// zero.
`ifndef CUT_THROUGH_OUTPUT_DRIVEN_UNIFORM_SV_
`define CUT_THROUGH_OUTPUT_DRIVEN_UNIFORM_SV_
`include "wayfarer_assert.svh"

module cut_through_output_driven_uniform
  import cut_through_pkg::*;
#(
  parameter int unsigned Ports          = 4,
  parameter int unsigned LinkVcs        = 3,
  parameter int unsigned InjectionPorts = 1,
  parameter int unsigned EjectionPorts  = 1,
  localparam int unsigned Inputs  = Ports * LinkVcs + InjectionPorts,
  localparam int unsigned Outputs = Ports * LinkVcs + EjectionPorts
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [Outputs-1:0] request_i[Inputs],
  input  logic [Outputs-1:0] free_i,
  input  random_t            random_i,
  output logic [Inputs-1:0]  input_o,
  output logic [Outputs-1:0] output_o
);

  `WF_ASSERT_STATIC(CutThroughOutputDrivenUniformLegal,
                    Ports >= 1 && LinkVcs >= 1 && InjectionPorts >= 1 && EjectionPorts >= 1)

  logic [Outputs-1:0] candidate;
  logic [Inputs-1:0]  partners;

  logic unused_random;
  assign unused_random = ^random_i[RandomWidth-1:ChoiceWidth];

  always_comb begin
    candidate = '0;
    for (int unsigned i = 0; i < Inputs; i++) candidate |= request_i[i];
    candidate &= free_i;
  end

  cut_through_two_level_rr #(
    .Ports        (Ports),
    .LinkVcs      (LinkVcs),
    .TerminalPorts(EjectionPorts)
  ) u_two_level_rr (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .candidate_i(candidate),
    .grant_o    (output_o)
  );

  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    assign partners[i] = |(request_i[i] & output_o);
  end

  cut_through_uniform_select #(
    .Size (Inputs),
    .Width(ChoiceWidth)
  ) u_uniform_select (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .candidate_i(partners),
    .random_i   (random_i[ChoiceWidth-1:0]),
    .select_o   (input_o)
  );

  `WF_ASSERT(CutThroughOutputDrivenUniformOneConnection,
             $onehot0(input_o) && $onehot0(output_o) && (|input_o) == (|output_o) &&
             (|input_o) == (|candidate))

endmodule

`endif
