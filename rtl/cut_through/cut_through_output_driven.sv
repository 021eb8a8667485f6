// Output-driven connections: the next free output buffer that a header may take is connected to one
// of the input buffers with such a header, the one whose number XOR random_i is smallest.
//
// Parameters: as in cut_through_two_level_rr, for both sides of the node.
// Latency: combinational, at most one connection a cycle, in the order of cut_through_two_level_rr.
// may_i[i][o]: the header in input buffer i is eligible and may take output buffer o, a free one.
// input_o and output_o are one-hot in a cycle with a connection, else zero.
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
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic [Inputs-1:0][Outputs-1:0] may_i,
  input  random_t                        random_i,
  output logic [Inputs-1:0]              input_o,
  output logic [Outputs-1:0]             output_o
);

  `WF_ASSERT_STATIC(CutThroughOutputDrivenLegal,
                    Ports >= 1 && LinkVcs >= 1 && InjectionPorts >= 1 && EjectionPorts >= 1)

  localparam int unsigned IndexWidth = wf_pkg::index_width(Inputs);

  logic [Outputs-1:0] candidate;
  logic [Inputs-1:0]  partners;

  logic unused_random;
  assign unused_random = ^random_i[RandomWidth-1:IndexWidth];

  always_comb begin
    candidate = '0;
    for (int unsigned i = 0; i < Inputs; i++) candidate |= may_i[i];
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

  for (genvar i = 0; i < Inputs; i++) begin : gen_partner
    assign partners[i] = |(may_i[i] & output_o);
  end

  cut_through_random_select #(
    .Size(Inputs)
  ) u_random_select (
    .candidate_i(partners),
    .random_i   (random_i[IndexWidth-1:0]),
    .select_o   (input_o)
  );

  `WF_ASSERT(CutThroughOutputDrivenOneConnection, $onehot0(input_o) && $onehot0(output_o) &&
                                          (|input_o) == (|output_o) && (|input_o) == (|may_i))

endmodule
