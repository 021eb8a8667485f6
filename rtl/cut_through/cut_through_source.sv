// SPDX-License-Identifier: Apache-2.0
//
// Source of routes: takes a destination and gives the hops of a header, minimal in each dimension.
// On a torus a displacement of half an extent goes either way, by a random bit.
//
// Parameters: Mesh (mesh_pkg), with one phase.
// seed_i: of the generator, constant; position_i: this node; dest_i: number of a terminal.
// A destination is taken when valid_i and ready_o are high; its header stays at the output until
// ready_i. Illegal, and asserted: a destination outside the network.
// Latency: with a destination taken in cycle t, its header is at the output in cycle t + 1.
// Throughput: a header every second cycle; on a torus one in as many cycles as dimensions, if these
// are more (mesh_draws).
// Combinational paths: none.
`ifndef CUT_THROUGH_SOURCE_SV_
`define CUT_THROUGH_SOURCE_SV_
`include "wayfarer_assert.svh"

module cut_through_source
  import mesh_pkg::*;
  import mesh_stream_pkg::LfsrWidth;
  import stream_pkg::terminal_t;
#(
  parameter mesh_t Mesh = default_mesh(),
  localparam int unsigned Dimensions = Mesh.Dimensions,
  localparam int unsigned DigitWidth = digit_width(Mesh.Extents),
  localparam int unsigned HopWidth   = hop_width(Mesh.Extents)
) (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,
  input  logic [LfsrWidth-1:0]                  seed_i,
  input  logic [Dimensions-1:0][DigitWidth-1:0] position_i,
  input  logic                                  valid_i,
  output logic                                  ready_o,
  input  terminal_t                             dest_i,
  output logic                                  valid_o,
  input  logic                                  ready_i,
  output logic [Dimensions-1:0][HopWidth-1:0]   hops_o
);

  `WF_ASSERT_STATIC(CutThroughSourceLegal,
                    mesh_legal(Mesh) && Mesh.Phases == 1 &&
                    stream_pkg::terminals_legal(nodes(Mesh.Extents)))

  logic                                fresh, accept, valid_q;
  logic [LfsrWidth-1:0]                random;
  logic [Dimensions-1:0][HopWidth-1:0] ways, hops_q;

  mesh_draws #(
    .Window(Mesh.Torus ? Dimensions : 0)
  ) u_draws (
    .clk_i   (clk_i),
    .rst_ni  (rst_ni),
    .seed_i  (seed_i),
    .draw_i  (accept),
    .fresh_o (fresh),
    .random_o(random)
  );

  /* verilator lint_off PINCONNECTEMPTY */
  mesh_ways #(
    .Mesh(Mesh)
  ) u_ways (
    .position_i(position_i),
    .dest_i    (dest_i),
    .ties_i    (random[Dimensions-1:0]),
    .there_o   (),
    .ways_o    (ways)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign ready_o = fresh && !valid_q;
  assign accept  = valid_i && ready_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)      valid_q <= 1'b0;
    else if (accept)  valid_q <= 1'b1;
    else if (ready_i) valid_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (accept) hops_q <= ways;
  end

  assign valid_o = valid_q;
  assign hops_o  = hops_q;

  logic unused_random;
  assign unused_random = ^random;

  `WF_ASSERT(CutThroughSourceKnowsDestination, !valid_i || 32'(dest_i) < nodes(Mesh.Extents))
  `WF_ASSERT_STABLE(CutThroughSourceHeld, valid_o && !ready_i, {valid_o, hops_o})

endmodule

`endif
