// SPDX-License-Identifier: Apache-2.0
//
// Leaves out the turns that no legal message takes, so that synthesis removes their logic.
//
// Parameters: Config (cut_through_pkg); cut_through_pkg::may_turn lists the turns that exist.
// Combinational: request_o[i][o] is request_i[i][o] if a message may turn from input buffer i to
// output buffer o, else 0. A request for any other turn is illegal.
`ifndef CUT_THROUGH_TURNS_SV_
`define CUT_THROUGH_TURNS_SV_
`include "wayfarer_assert.svh"

module cut_through_turns
  import cut_through_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned LinkBuffers = link_buffers(Config),
  localparam int unsigned Inputs      = LinkBuffers + Config.InjectionPorts,
  localparam int unsigned Outputs     = LinkBuffers + Config.EjectionPorts
) (
  input  logic               clk_i,  // clock and reset: for assertions only
  input  logic               rst_ni,
  input  logic [Outputs-1:0] request_i[Inputs],
  output logic [Outputs-1:0] request_o[Inputs]
);

  `WF_ASSERT_STATIC(CutThroughTurnsLegal, config_legal(Config) && Inputs <= MaxBuffers &&
                                          Outputs <= MaxBuffers)

  localparam turns_t Turns = turns(Config);

  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    assign request_o[i] = request_i[i] & Turns[i][Outputs-1:0];
    `WF_ASSERT(CutThroughTurnsAllowed, request_o[i] == request_i[i])
  end

endmodule

`endif
