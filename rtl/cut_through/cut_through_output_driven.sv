// SPDX-License-Identifier: Apache-2.0
//
// Output-driven connections: the next free output buffer that a header may take is connected to one
// of the input buffers with such a header, the one whose number XOR random_i is smallest.
//
// Parameters: as in cut_through_two_level_rr, for both sides of the node.
// Latency: combinational, at most one connection per cycle, in the order of
// cut_through_two_level_rr.
// request_i[i][o]: the header in input buffer i is eligible and may take output buffer o. free_i:
// the free output buffers. input_o and output_o are one-hot in a cycle with a connection, else
// zero.
// pair_o[i][o]: if output buffer o is the one, input buffer i is the other; free_i does not matter.
`ifndef CUT_THROUGH_OUTPUT_DRIVEN_SV_
`define CUT_THROUGH_OUTPUT_DRIVEN_SV_
`include "wayfarer_assert.svh"

module cut_through_output_driven
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
  output logic [Outputs-1:0] output_o,
  output logic [Outputs-1:0] pair_o   [Inputs]
);

  `WF_ASSERT_STATIC(CutThroughOutputDrivenLegal,
                    Ports >= 1 && LinkVcs >= 1 && InjectionPorts >= 1 && EjectionPorts >= 1)

  localparam int unsigned IndexWidth = wf_pkg::index_width(Inputs);

  logic [Outputs-1:0] candidate;

  logic unused_random;
  assign unused_random = ^random_i[RandomWidth-1:IndexWidth];

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

  // Every output buffer's choice, at the same time as the choice of the output buffer.
  cut_through_random_select #(
    .Size   (Inputs),
    .Columns(Outputs)
  ) u_random_select (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .candidate_i(request_i),
    .random_i   (random_i[IndexWidth-1:0]),
    .select_o   (pair_o)
  );

  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    assign input_o[i] = |(pair_o[i] & output_o);
  end

  `WF_ASSERT(CutThroughOutputDrivenOneConnection, $onehot0(input_o) && $onehot0(output_o) &&
                                          (|input_o) == (|output_o) && (|input_o) == (|candidate))

endmodule

`endif
