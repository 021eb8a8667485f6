// SPDX-License-Identifier: Apache-2.0
//
// Sorts the requests of all input buffers by group of output buffers, and leaves out the turns that
// no legal message takes, so that synthesis removes their allocator and crossbar legs.
//
// Parameters: Config (wormhole_pkg); wormhole_pkg::may_turn says which turns there are.
// Combinational: asking_o[g][i] is request_i[i][g] if input i may turn to group g, else 0. A
// request for any other turn is illegal.
`ifndef WORMHOLE_TURNS_SV_
`define WORMHOLE_TURNS_SV_
`include "wayfarer_assert.svh"

module wormhole_turns
  import wormhole_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned Groups = link_groups(Config) + 1,
  localparam int unsigned Inputs = (Groups - 1) * Config.VirtualChannels + Config.InjectionPorts
) (
  input  logic              clk_i,  // clock and reset: for assertions only
  input  logic              rst_ni,
  input  logic [Groups-1:0] request_i[Inputs],
  output logic [Inputs-1:0] asking_o [Groups]
);

  `WF_ASSERT_STATIC(WormholeTurnsLegal, config_legal(Config))

  localparam int unsigned Ports      = 2 * Config.Dimensions;  // more: the processor's
  localparam int unsigned Classes    = vc_classes(Config);
  localparam int unsigned PortGroups = Config.Phases * Classes;

  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    logic [Groups-1:0] refused;

    for (genvar g = 0; g < Groups; g++) begin : gen_group
      if (may_turn(Config, i, g)) begin : gen_turn
        assign asking_o[g][i] = request_i[i][g];
        assign refused[g]     = 1'b0;

        localparam int unsigned Held = i / Config.VirtualChannels;  // the group of the input
        localparam int unsigned From = Held / PortGroups;
        localparam int unsigned To   = g / PortGroups;
        localparam bit          Link = From < Ports && To < Ports;
        `WF_COVER(WormholeTurnsEnters, request_i[i][g] && From >= Ports && To < Ports)
        `WF_COVER(WormholeTurnsLeaves, request_i[i][g] && From < Ports && To >= Ports)
        `WF_COVER(WormholeTurnsOwnProcessor, request_i[i][g] && From >= Ports && To >= Ports)
        `WF_COVER(WormholeTurnsStraight, request_i[i][g] && Link && From == To)
        `WF_COVER(WormholeTurnsDimension, request_i[i][g] && Link && From / 2 != To / 2)
        `WF_COVER(WormholeTurnsReverses, request_i[i][g] && Link && From / 2 == To / 2 &&
                                         From != To)
        `WF_COVER(WormholeTurnsClass, request_i[i][g] && Link && Held % Classes != g % Classes)
        `WF_COVER(WormholeTurnsPhase, request_i[i][g] && Link &&
                                      Held / Classes % Config.Phases != g / Classes % Config.Phases)
      end else begin : gen_none
        assign asking_o[g][i] = 1'b0;
        assign refused[g]     = request_i[i][g];
      end
    end

    `WF_ASSERT(WormholeTurnsAllowed, refused == '0)
  end

endmodule

`endif
