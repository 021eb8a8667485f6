// SPDX-License-Identifier: Apache-2.0
//
// The virtual channels that a header requests: dimension order in its first phase with hops left.
//
// Parameters: Mesh (mesh_pkg).
// Combinational. Group (port * Phases + phase) * VcClasses + crossed holds the virtual channels
// that a header may choose from; VcClasses is 2 on a torus and 1 on a mesh. The last group holds
// the ejection ports, for a header without hops. Exactly one bit of request_o is set for a header,
// and none for other flits.
`ifndef WORMHOLE_ROUTE_SV_
`define WORMHOLE_ROUTE_SV_
`include "wayfarer_assert.svh"

module wormhole_route
  import mesh_pkg::*;
#(
  parameter mesh_t Mesh = default_mesh(),
  localparam int unsigned Dimensions  = Mesh.Dimensions,
  localparam int unsigned Phases      = Mesh.Phases,
  localparam int unsigned HopWidth    = hop_width(Mesh.Extents),
  localparam int unsigned HeaderWidth = header_width(Mesh),
  localparam int unsigned VcClasses   = Mesh.Torus ? 2 : 1,
  localparam int unsigned Groups      = 2 * Dimensions * Phases * VcClasses + 1
) (
  input  logic                   clk_i,  // clock and reset: for assertions only
  input  logic                   rst_ni,
  input  logic                   head_i,    // the flit is a header
  input  logic [HeaderWidth-1:0] header_i,
  output logic [Groups-1:0]      request_o
);

  `WF_ASSERT_STATIC(WormholeRouteLegal, mesh_legal(Mesh))

  logic [Groups-1:0]    group;
  logic [VcClasses-1:0] of_class;
  if (Mesh.Torus) begin : gen_torus
    assign of_class = {header_i[HeaderWidth-1], !header_i[HeaderWidth-1]};
  end else begin : gen_mesh
    assign of_class = 1'b1;
  end

  // The lowest bit of each mask: x & -x.
  logic [Phases-1:0] unfinished, phase;
  assign phase = unfinished & (~unfinished + Phases'(1));

  for (genvar p = 0; p < Phases; p++) begin : gen_phase
    logic [Dimensions-1:0] left, dimension, minus;

    for (genvar d = 0; d < Dimensions; d++) begin : gen_hops
      assign left[d]  = |header_i[(p*Dimensions+d)*HopWidth+:HopWidth];
      assign minus[d] = header_i[(p*Dimensions+d)*HopWidth+HopWidth-1];
    end

    assign dimension     = left & (~left + Dimensions'(1));
    assign unfinished[p] = |left;

    for (genvar d = 0; d < Dimensions; d++) begin : gen_dimension
      for (genvar c = 0; c < VcClasses; c++) begin : gen_class
        assign group[((2*d+0)*Phases+p)*VcClasses+c] =
            phase[p] && dimension[d] && !minus[d] && of_class[c];
        assign group[((2*d+1)*Phases+p)*VcClasses+c] =
            phase[p] && dimension[d] && minus[d] && of_class[c];
      end
    end
  end

  assign group[Groups-1] = unfinished == '0;
  assign request_o       = head_i ? group : '0;

  `WF_ASSERT(WormholeRouteOneGroup, $onehot(group))

endmodule

`endif
