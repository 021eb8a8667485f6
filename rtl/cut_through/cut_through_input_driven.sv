// Input-driven connections: the next input buffer with a header that may take a free output buffer
// is connected to one of these: the lowest number (with adaptive routing the escape channel if it
// is among them), or with Random the one whose number XOR random_i is smallest.
//
// Parameters: as in cut_through_two_level_rr, for both sides of the node; Random.
// Latency: combinational, at most one connection a cycle, in the order of cut_through_two_level_rr.
// may_i[i][o]: the header in input buffer i is eligible and may take output buffer o, a free one.
// input_o and output_o are one-hot in a cycle with a connection, else zero.
`include "wayfarer_assert.svh"

module cut_through_input_driven
  import cut_through_pkg::*;
#(
  parameter int unsigned Ports          = 4,
  parameter int unsigned LinkVcs        = 3,
  parameter int unsigned InjectionPorts = 1,
  parameter int unsigned EjectionPorts  = 1,
  parameter bit          Random         = 1'b0,
  localparam int unsigned Inputs  = Ports * LinkVcs + InjectionPorts,
  localparam int unsigned Outputs = Ports * LinkVcs + EjectionPorts
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic [Inputs-1:0][Outputs-1:0] may_i,
  input  random_t                        random_i,
  output logic [Inputs-1:0]              input_o,
  output logic [Outputs-1:0]             output_o
);

  `WF_ASSERT_STATIC(CutThroughInputDrivenLegal,
                    Ports >= 1 && LinkVcs >= 1 && InjectionPorts >= 1 && EjectionPorts >= 1)

  logic [Inputs-1:0]  candidate;
  logic [Outputs-1:0] partners;

  for (genvar i = 0; i < Inputs; i++) begin : gen_candidate
    assign candidate[i] = |may_i[i];
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

  always_comb begin
    partners = '0;
    for (int unsigned i = 0; i < Inputs; i++) begin
      if (input_o[i]) partners |= may_i[i];
    end
  end

  if (Random) begin : gen_random
    localparam int unsigned IndexWidth = wf_pkg::index_width(Outputs);
    logic unused_random;
    assign unused_random = ^random_i[RandomWidth-1:IndexWidth];

    cut_through_random_select #(
      .Size(Outputs)
    ) u_random_select (
      .candidate_i(partners),
      .random_i   (random_i[IndexWidth-1:0]),
      .select_o   (output_o)
    );
  end else begin : gen_lowest
    logic unused_random;
    assign unused_random = ^random_i;
    assign output_o = partners & (~partners + Outputs'(1));
  end

  `WF_ASSERT(CutThroughInputDrivenOneConnection, $onehot0(input_o) && $onehot0(output_o) &&
                                         (|input_o) == (|output_o) && (|input_o) == (|may_i))

endmodule
