// SPDX-License-Identifier: Apache-2.0
//
// Connection policy of the cut-through router: selects the input buffer and the output buffer to
// connect in a cycle.
//
//   InputDriven            the next header, to the lowest output buffer that it may take
//   InputDrivenRandom      the next header, to a random one
//   InputDrivenRoundRobin  the next header, to the next one (all: cut_through_input_driven)
//   OutputDriven           the next output buffer, to a random header (cut_through_output_driven)
//
// Random choices are those of cut_through_random_select, with UniformChoice those of
// cut_through_uniform_select (and cut_through_output_driven_uniform).
//
// Parameters: Config (cut_through_pkg).
// Latency: combinational, at most one connection per cycle. An LFSR, seeded by seed_i in reset,
// steps in every cycle; policies without random choices have none.
// request_i[i][o]: the header in input buffer i is eligible and may take output buffer o. free_i:
// the free output buffers. input_o and output_o are one-hot in a cycle with a connection, else
// zero. pair_o[i][o]: if output buffer o is the one, input buffer i is the other. Without
// UniformChoice an output-driven policy knows it before output_o, so that flits need not wait.
`ifndef CUT_THROUGH_POLICY_SV_
`define CUT_THROUGH_POLICY_SV_
`include "wayfarer_assert.svh"

module cut_through_policy
  import cut_through_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned Inputs  = input_buffers(Config),
  localparam int unsigned Outputs = output_buffers(Config)
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

  `WF_ASSERT_STATIC(CutThroughPolicyLegal, config_legal(Config))

  localparam int unsigned Ports   = 2 * Config.Dimensions;
  localparam int unsigned LinkVcs = link_vcs(Config.Routing, Config.VcClasses,
                                             Config.VirtualChannels);

  // The frames of the queue are in the group of the processor's buffers.
  localparam int unsigned LastInputs  = Config.InjectionPorts + Config.Queue;
  localparam int unsigned LastOutputs = Config.EjectionPorts + Config.Queue;

  random_t random;

  if (!policy_draws(Config.Policy)) begin : gen_no_random
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

  if (Config.Policy == OutputDriven && !Config.UniformChoice) begin : gen_output_driven
    cut_through_output_driven #(
      .Ports         (Ports),
      .LinkVcs       (LinkVcs),
      .InjectionPorts(LastInputs),
      .EjectionPorts (LastOutputs)
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
  end else if (Config.Policy == OutputDriven) begin : gen_output_driven_uniform
    cut_through_output_driven_uniform #(
      .Ports         (Ports),
      .LinkVcs       (LinkVcs),
      .InjectionPorts(LastInputs),
      .EjectionPorts (LastOutputs)
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
  end else begin : gen_input_driven
    cut_through_input_driven #(
      .Ports         (Ports),
      .LinkVcs       (LinkVcs),
      .InjectionPorts(LastInputs),
      .EjectionPorts (LastOutputs),
      .Random        (Config.Policy == InputDrivenRandom),
      .RoundRobin    (Config.Policy == InputDrivenRoundRobin),
      .UniformChoice (Config.UniformChoice)
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

`endif
