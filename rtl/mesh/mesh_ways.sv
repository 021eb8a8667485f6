// SPDX-License-Identifier: Apache-2.0
//
// The hops from a node to a terminal in each dimension, the shorter way on a torus.
//
// Parameters: Mesh (mesh_pkg). position_i: of this node; dest_i: number of a terminal; ties_i: by
// dimension, the direction if both are equally long (mesh_displacement); there_o: the terminal's
// position. Illegal: a terminal outside the network.
// Combinational.
`ifndef MESH_WAYS_SV_
`define MESH_WAYS_SV_
`include "wayfarer_assert.svh"

module mesh_ways
  import mesh_pkg::*;
  import stream_pkg::terminal_t;
#(
  parameter mesh_t Mesh = default_mesh(),
  localparam int unsigned Dimensions = Mesh.Dimensions,
  localparam int unsigned DigitWidth = digit_width(Mesh.Extents),
  localparam int unsigned HopWidth   = hop_width(Mesh.Extents)
) (
  input  logic [Dimensions-1:0][DigitWidth-1:0] position_i,
  input  terminal_t                             dest_i,
  input  logic [Dimensions-1:0]                 ties_i,
  output logic [Dimensions-1:0][DigitWidth-1:0] there_o,
  output logic [Dimensions-1:0][HopWidth-1:0]   ways_o
);

  localparam int unsigned Terminals  = nodes(Mesh.Extents);
  localparam int unsigned IndexWidth = wf_pkg::index_width(Terminals);
  localparam int unsigned Padded     = wf_pkg::padded_size(Terminals);

  `WF_ASSERT_STATIC(MeshWaysLegal, mesh_legal(Mesh) && stream_pkg::terminals_legal(Terminals))

  logic [Dimensions-1:0][DigitWidth-1:0] places [Padded];

  for (genvar t = 0; t < Padded; t++) begin : gen_place
    localparam logic [63:0] Place = t < Terminals ? position(Mesh.Extents, t) : '0;
    assign places[t] = Place[Dimensions*DigitWidth-1:0];
  end
  assign there_o = places[dest_i[IndexWidth-1:0]];

  for (genvar d = 0; d < Dimensions; d++) begin : gen_way
    mesh_displacement #(
      .Extent    (32'(Mesh.Extents[d])),
      .DigitWidth(DigitWidth),
      .Torus     (Mesh.Torus)
    ) u_displacement (
      .from_i(position_i[d]),
      .to_i  (there_o[d]),
      .tie_i (ties_i[d]),
      .hops_o(ways_o[d])
    );
  end

  logic unused_dest;
  assign unused_dest = ^dest_i;

endmodule

`endif
