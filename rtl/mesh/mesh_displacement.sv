// SPDX-License-Identifier: Apache-2.0
//
// The hops from one digit of an address to another, the shorter way on a torus.
//
// Parameters: Extent, of the dimension, 1 to 2^DigitWidth; DigitWidth; Torus.
// A displacement by definition 3 of Nesson and Johnsson; at exactly half an extent, tie_i goes
// down. hops_o is in two's complement.
// Combinational.
`ifndef MESH_DISPLACEMENT_SV_
`define MESH_DISPLACEMENT_SV_
`include "wayfarer_assert.svh"

module mesh_displacement #(
  parameter int unsigned Extent     = 4,
  parameter int unsigned DigitWidth = 2,
  parameter bit          Torus      = 1'b0,
  localparam int unsigned HopWidth = DigitWidth + 1
) (
  input  logic [DigitWidth-1:0] from_i,
  input  logic [DigitWidth-1:0] to_i,
  input  logic                  tie_i,
  output logic [HopWidth-1:0]   hops_o
);

  `WF_ASSERT_STATIC(MeshDisplacementLegal,
                    DigitWidth >= 1 && DigitWidth <= 16 && Extent >= 1 &&
                    Extent <= 32'd1 << DigitWidth)

  typedef logic signed [HopWidth:0] extent_t;
  localparam extent_t Ring = extent_t'(Extent);

  function automatic logic [HopWidth-1:0] way(logic [DigitWidth-1:0] from,
                                              logic [DigitWidth-1:0] to, logic tie);
    extent_t delta, twice;
    delta = $signed({2'b0, to}) - $signed({2'b0, from});
    twice = delta <<< 1;
    if (Torus) begin
      if (twice > Ring || (twice == Ring && tie))         delta = delta - Ring;
      else if (twice < -Ring || (twice == -Ring && !tie)) delta = delta + Ring;
    end
    way = delta[HopWidth-1:0];
  endfunction

  assign hops_o = way(from_i, to_i, tie_i);

endmodule

`endif
