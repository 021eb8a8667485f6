// SPDX-License-Identifier: Apache-2.0
//
// The node in the middle of a VALIANT route: drawn uniformly from all nodes, a digit for each
// dimension.
//
// Parameters: Extents, Dimensions: of the network.
// A cycle with draws_o takes random_i for a digit; a digit outside the network is drawn again.
// done_o: the node is complete and stays until again_i.
// Latency: Dimensions draws, plus repeated ones.
// Combinational paths:
//   fresh_i -> draws_o
`ifndef WORMHOLE_ROMM_MIDDLE_SV_
`define WORMHOLE_ROMM_MIDDLE_SV_
`include "wayfarer_assert.svh"

module wormhole_romm_middle #(
  parameter mesh_pkg::extents_t Extents    = 64'h0001_0001_0004_0004,
  parameter int unsigned        Dimensions = 2,
  localparam int unsigned DigitWidth = mesh_pkg::digit_width(Extents)
) (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,
  input  logic                                  again_i,
  input  logic                                  fresh_i,
  input  logic [DigitWidth-1:0]                 random_i,
  output logic                                  draws_o,
  output logic                                  done_o,
  output logic [Dimensions-1:0][DigitWidth-1:0] middle_o
);

  `WF_ASSERT_STATIC(WormholeRommMiddleLegal, mesh_pkg::extents_legal(Extents, Dimensions))

  localparam int unsigned LeftWidth = wf_pkg::count_width(Dimensions);
  localparam int unsigned DimWidth  = wf_pkg::index_width(Dimensions);
  localparam int unsigned Padded    = wf_pkg::padded_size(Dimensions);

  logic [LeftWidth-1:0]              left_q;  // digits to draw
  logic [Padded-1:0][DigitWidth-1:0] middle_q;
  logic [DigitWidth-1:0]             most [Padded];
  logic [DimWidth-1:0]               dimension;
  logic [DigitWidth-1:0]             drawn;

  for (genvar d = 0; d < Padded; d++) begin : gen_dimension
    localparam int unsigned Extent = d < Dimensions ? 32'(Extents[d]) : 1;
    assign most[d] = DigitWidth'(Extent - 1);
  end

  assign done_o    = left_q == '0;
  assign draws_o   = !done_o && fresh_i;
  assign dimension = DimWidth'(left_q - LeftWidth'(1));
  assign drawn     = random_i &
                     DigitWidth'(wormhole_source_pkg::smear(16'(most[dimension])));
  assign middle_o  = middle_q[Dimensions-1:0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni || again_i)                         left_q <= LeftWidth'(Dimensions);
    else if (draws_o && drawn <= most[dimension])   left_q <= left_q - LeftWidth'(1);
  end
  always_ff @(posedge clk_i) begin
    if (draws_o) middle_q[dimension] <= drawn;
  end

  for (genvar d = 0; d < Dimensions; d++) begin : gen_exists
    `WF_ASSERT(WormholeRommMiddleExists, !done_o || middle_o[d] <= most[d])
  end

  logic unused_padding;
  assign unused_padding = ^middle_q;

endmodule

`endif
