// Connection policy of the cut-through router: selects the input buffer and the output buffer to
// connect in a cycle.
//
//   InputDriven        the next header, to the lowest output buffer that it may take
//   InputDrivenRandom  the next header, to a random one (cut_through_input_driven)
//   OutputDriven       the next output buffer, to a random header (cut_through_output_driven)
//
// Parameters: Policy; the others as in cut_through_two_level_rr, for both sides of the node.
// Latency: combinational, at most one connection a cycle. An LFSR, seeded by seed_i in reset, steps
// in every cycle; InputDriven has none.
// request_i[i][o]: the header in input buffer i is eligible and may take output buffer o. free_i:
// the free output buffers. input_o and output_o are one-hot in a cycle with a connection, else
// zero. pair_o[i][o]: if output buffer o is the one, input buffer i is the other. It is there
// before output_o is, so that flits need not wait for that.
`include "wayfarer_assert.svh"

module cut_through_policy
  import cut_through_pkg::*;
#(
  parameter int unsigned Policy         = OutputDriven,
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
  input  random_t            seed_i,
  output logic [Inputs-1:0]  input_o,
  output logic [Outputs-1:0] output_o,
  output logic [Outputs-1:0] pair_o   [Inputs]
);

  `WF_ASSERT_STATIC(CutThroughPolicyLegal,
                    Policy <= OutputDriven && Ports >= 1 && LinkVcs >= 1 && InjectionPorts >= 1 &&
                    EjectionPorts >= 1)

  random_t random;

  if (Policy == InputDriven) begin : gen_no_random
    logic unused_seed;
    assign unused_seed = ^seed_i;
    assign random = '0;
  end else begin : gen_random
    wf_lfsr #(
      .Width(RandomWidth)
    ) u_random (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .seed_i   (seed_i),
      .advance_i(1'b1),
      .state_o  (random)
    );
  end

  if (Policy == OutputDriven) begin : gen_output_driven
    cut_through_output_driven #(
      .Ports         (Ports),
      .LinkVcs       (LinkVcs),
      .InjectionPorts(InjectionPorts),
      .EjectionPorts (EjectionPorts)
    ) u_driven (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .request_i(request_i),
      .free_i   (free_i),
      .random_i (random),
      .input_o  (input_o),
      .output_o (output_o),
      .pair_o   (pair_o)
    );
  end else begin : gen_input_driven
    cut_through_input_driven #(
      .Ports         (Ports),
      .LinkVcs       (LinkVcs),
      .InjectionPorts(InjectionPorts),
      .EjectionPorts (EjectionPorts),
      .Random        (Policy == InputDrivenRandom)
    ) u_driven (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .request_i(request_i),
      .free_i   (free_i),
      .random_i (random),
      .input_o  (input_o),
      .output_o (output_o)
    );

    for (genvar i = 0; i < Inputs; i++) begin : gen_pair
      assign pair_o[i] = {Outputs{input_o[i]}};
    end
  end

  // Only permitted connections are made.
  for (genvar i = 0; i < Inputs; i++) begin : gen_check
    `WF_ASSERT(CutThroughPolicyConnectsLegal,
               !input_o[i] || (request_i[i] & free_i & pair_o[i] & output_o) != '0)
  end

endmodule
