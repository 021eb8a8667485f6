// SPDX-License-Identifier: Apache-2.0
//
// Input-driven connections: the next input buffer with a header that may take a free output buffer
// is connected to one of these:
//
//   by default     the lowest number; with adaptive routing the escape channel, if it is among them
//   Random         the one whose number XOR random_i is smallest
//   UniformChoice  with Random: each one with the same chance
//   RoundRobin     the next one after the output buffer connected last, by whichever header: the
//                  next link, and on it the next virtual channel
//
// Parameters: as in cut_through_two_level_rr, for both sides of the node; the above.
// Latency: combinational, at most one connection per cycle, in the order of
// cut_through_two_level_rr.
// request_i[i][o]: the header in input buffer i is eligible and may take output buffer o. free_i:
// the free output buffers. input_o and output_o are one-hot in a cycle with a connection, else
// zero.
`ifndef CUT_THROUGH_INPUT_DRIVEN_SV_
`define CUT_THROUGH_INPUT_DRIVEN_SV_
`include "wayfarer_assert.svh"

module cut_through_input_driven
  import cut_through_pkg::*;
#(
  parameter int unsigned Ports          = 4,
  parameter int unsigned LinkVcs        = 3,
  parameter int unsigned InjectionPorts = 1,
  parameter int unsigned EjectionPorts  = 1,
  parameter bit          Random         = 1'b0,
  parameter bit          UniformChoice  = 1'b0,
  parameter bit          RoundRobin     = 1'b0,
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

  `WF_ASSERT_STATIC(CutThroughInputDrivenLegal,
                    Ports >= 1 && LinkVcs >= 1 && InjectionPorts >= 1 && EjectionPorts >= 1 &&
                    (!UniformChoice || Random) && !(RoundRobin && Random))

  logic [Inputs-1:0]  candidate;
  logic [Outputs-1:0] offered[Inputs];  // to this header, if its input buffer is chosen

  for (genvar i = 0; i < Inputs; i++) begin : gen_candidate
    logic [Outputs-1:0] may;
    assign may          = request_i[i] & free_i;
    assign candidate[i] = |may;
    assign offered[i]   = Random || RoundRobin ? may : may & (~may + Outputs'(1));
  end

  cut_through_two_level_rr #(
    .Ports        (Ports),
    .LinkVcs      (LinkVcs),
    .TerminalPorts(InjectionPorts)
  ) u_two_level_rr (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .candidate_i(candidate),
    .grant_o    (input_o)
  );

  logic [Outputs-1:0] partners;

  always_comb begin
    partners = '0;
    for (int unsigned i = 0; i < Inputs; i++) begin
      if (input_o[i]) partners |= offered[i];
    end
  end

  if (UniformChoice) begin : gen_uniform
    logic unused_random;
    assign unused_random = ^random_i[RandomWidth-1:ChoiceWidth];

    cut_through_uniform_select #(
      .Size (Outputs),
      .Width(ChoiceWidth)
    ) u_uniform_select (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .candidate_i(partners),
      .random_i   (random_i[ChoiceWidth-1:0]),
      .select_o   (output_o)
    );
  end else if (Random) begin : gen_random
    localparam int unsigned IndexWidth = wf_pkg::index_width(Outputs);
    logic unused_random;
    assign unused_random = ^random_i[RandomWidth-1:IndexWidth];

    logic [0:0] several[Outputs];
    logic [0:0] one    [Outputs];

    for (genvar o = 0; o < Outputs; o++) begin : gen_output
      assign several[o]  = partners[o];
      assign output_o[o] = one[o];
    end

    cut_through_random_select #(
      .Size(Outputs)
    ) u_random_select (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .candidate_i(several),
      .random_i   (random_i[IndexWidth-1:0]),
      .select_o   (one)
    );
  end else if (RoundRobin) begin : gen_round_robin
    logic unused_random;
    assign unused_random = ^random_i;

    cut_through_two_level_rr #(
      .Ports        (Ports),
      .LinkVcs      (LinkVcs),
      .TerminalPorts(EjectionPorts)
    ) u_output_rr (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .candidate_i(partners),
      .grant_o    (output_o)
    );
  end else begin : gen_lowest
    logic unused_random;
    assign unused_random = ^random_i;
    assign output_o = partners;
  end

  `WF_ASSERT(CutThroughInputDrivenOneConnection, $onehot0(input_o) && $onehot0(output_o) &&
                                         (|input_o) == (|output_o) && (|input_o) == (|candidate))

endmodule

`endif
