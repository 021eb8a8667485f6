// SPDX-License-Identifier: Apache-2.0
//
// Whether a header that starts at a node is legal: its hops lead past no end of a mesh, in no
// phase, or less than once around a torus in each phase and dimension; and `crossed` is 0.
//
// Parameters: Mesh (mesh_pkg).
// Combinational. A legal header follows existing links and, on a torus, crosses a wrap link at most
// once in each phase and dimension, as the two classes of virtual channels require.
`ifndef MESH_ROUTE_CHECK_SV_
`define MESH_ROUTE_CHECK_SV_
`include "wayfarer_assert.svh"

module mesh_route_check
  import mesh_pkg::*;
#(
  parameter mesh_t Mesh = default_mesh(),
  localparam int unsigned Dimensions  = Mesh.Dimensions,
  localparam int unsigned Phases      = Mesh.Phases,
  localparam int unsigned HopWidth    = hop_width(Mesh.Extents),
  localparam int unsigned DigitWidth  = digit_width(Mesh.Extents),
  localparam int unsigned HeaderWidth = header_width(Mesh)
) (
  input  logic [Dimensions-1:0][DigitWidth-1:0] position_i,
  input  logic [HeaderWidth-1:0]                header_i,
  output logic                                  legal_o
);

  `WF_ASSERT_STATIC(MeshRouteCheckLegal, mesh_legal(Mesh))

  localparam int unsigned Hops = Phases * Dimensions;

  logic [Hops-1:0] legal;

  for (genvar d = 0; d < Dimensions; d++) begin : gen_dimension
    // A digit before and behind the hops of a phase: two bits more than a digit hold every sum.
    localparam logic signed [HopWidth:0] Extent = (HopWidth + 1)'(32'(Mesh.Extents[d]));

    for (genvar p = 0; p < Phases; p++) begin : gen_phase
      logic signed [HopWidth-1:0] hops;
      assign hops = header_i[(p*Dimensions+d)*HopWidth+:HopWidth];

      if (Mesh.Torus) begin : gen_torus
        assign legal[p*Dimensions+d] = (HopWidth + 1)'(hops) < Extent &&
                                       (HopWidth + 1)'(hops) > -Extent;
      end else begin : gen_mesh
        logic signed [HopWidth:0] here, there;
        if (p == 0) begin : gen_first
          assign here = $signed({2'b0, position_i[d]});
        end else begin : gen_later
          assign here = gen_phase[p-1].gen_mesh.there;
        end
        assign there = here + (HopWidth + 1)'(hops);
        assign legal[p*Dimensions+d] = there >= 0 && there < Extent;
      end
    end
  end

  if (Mesh.Torus) begin : gen_crossed
    logic unused_position;
    assign unused_position = ^position_i;
    assign legal_o = (&legal) && !header_i[HeaderWidth-1];
  end else begin : gen_legal
    assign legal_o = &legal;
  end

endmodule

`endif
