// SPDX-License-Identifier: Apache-2.0
//
// The numbers of a channel's members, from the network's pins: for each dimension the first of its
// routers' numbers, and of the processors (docs/mway.md, "Header").
//
// A dimension has two numbers, DIM+ and DIM-, one where no channel has two routers along it (a mesh
// of extent 2), and none where its extent is 1. Bits of the pins above those of the largest network
// have no effect.
//
// Combinational, from pins that are constant after reset.
`ifndef MWAY_IDENTIFIERS_SV_
`define MWAY_IDENTIFIERS_SV_
`include "wayfarer_assert.svh"

module mway_identifiers
  import mway_pkg::*;
#(
  parameter extents_t Extents = {{(MaxDimensions - 2) {16'd1}}, 16'd4, 16'd4},  // the largest
  parameter bit       Torus   = 1'b1
) (
  input  network_t                     network_i,
  output way_t     [MaxDimensions-1:0] first_o,      // DIM+, or the only one
  output logic     [MaxDimensions-1:0] two_sided_o,  // DIM- follows
  output way_t                         first_local_o
);

  `WF_ASSERT_STATIC(MwayIdentifiersLegal,
                    extents_legal(Extents) && processor_way(Extents, Torus) < MaxWays)

  logic [MaxDimensions-1:0] exists;
  way_t                     next;

  always_comb begin
    next = '0;
    for (int d = 0; d < MaxDimensions; d++) begin
      first_o[d] = next;
      next       = next + way_t'(exists[d]) + way_t'(two_sided_o[d]);
    end
    first_local_o = next;
  end

  for (genvar d = 0; d < MaxDimensions; d++) begin : gen_dimension
    localparam int unsigned Width = digit_width(32'(Extents[d]));
    if (Width == 0) begin : gen_single
      assign exists[d]      = 1'b0;
      assign two_sided_o[d] = 1'b0;
    end else begin : gen_digit
      logic [16:0] extent;
      assign extent         = 17'(network_i.extents[d]) & 17'((33'd2 << Width) - 33'd1);
      assign exists[d]      = extent > 17'd1;
      assign two_sided_o[d] = exists[d] & (extent > 17'd2 | (Torus & network_i.torus));
    end
  end

  logic unused;
  assign unused = ^network_i;

endmodule

`endif
