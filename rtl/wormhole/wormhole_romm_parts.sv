// SPDX-License-Identifier: Apache-2.0
//
// Phases of a route through random nodes of the smallest submesh: each phase except the last takes,
// in each dimension, a random number of the remaining hops, from none to all.
//
// Parameters: Phases, at least 2; Dimensions; DigitWidth, bits of a distance.
// start_i, with a header whose hops are all in the last phase, begins; active_i from the next cycle
// on until done_o. hops_i is the header, a register outside, and hops_o its next value.
// A cycle with draws_o takes random_i; more hops than are left are drawn again.
// Latency: (Phases - 1) * Dimensions draws, plus repeated ones.
// Combinational paths:
//   active_i, fresh_i -> draws_o
//   active_i, fresh_i, random_i, hops_i -> hops_o, done_o
`ifndef WORMHOLE_ROMM_PARTS_SV_
`define WORMHOLE_ROMM_PARTS_SV_
`include "wayfarer_assert.svh"

module wormhole_romm_parts #(
  parameter int unsigned Phases     = 2,
  parameter int unsigned Dimensions = 2,
  parameter int unsigned DigitWidth = 2,
  localparam int unsigned HopWidth = DigitWidth + 1
) (
  input  logic                                            clk_i,
  input  logic                                            rst_ni,
  input  logic                                            start_i,
  input  logic                                            active_i,
  input  logic                                            fresh_i,
  input  logic [DigitWidth-1:0]                           random_i,
  output logic                                            draws_o,
  input  logic [Phases-1:0][Dimensions-1:0][HopWidth-1:0] hops_i,
  output logic [Phases-1:0][Dimensions-1:0][HopWidth-1:0] hops_o,
  output logic                                            done_o
);

  `WF_ASSERT_STATIC(WormholeRommPartsLegal,
                    Phases >= 2 && Phases <= mesh_pkg::MaxPhases && Dimensions >= 1 &&
                    Dimensions <= mesh_pkg::MaxDimensions && DigitWidth >= 1 && DigitWidth <= 16)

  localparam int unsigned PhaseWidth = wf_pkg::index_width(Phases);
  localparam int unsigned DimWidth   = wf_pkg::index_width(Dimensions);

  logic [PhaseWidth-1:0] phase_q;
  logic [DimWidth-1:0]   dimension_q;
  logic [HopWidth-1:0]   left;
  logic [DigitWidth-1:0] size, drawn;
  logic                  minus, fits, last;

  assign left    = hops_i[Phases-1][dimension_q];
  assign minus   = left[HopWidth-1];
  assign size    = DigitWidth'(minus ? -left : left);
  assign drawn   = random_i & DigitWidth'(wormhole_source_pkg::smear(16'(size)));
  assign draws_o = active_i && fresh_i;
  assign fits    = draws_o && drawn <= size;
  assign last    = 32'(dimension_q) == Dimensions - 1;
  assign done_o  = fits && last && 32'(phase_q) == Phases - 2;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || start_i) begin
      phase_q     <= '0;
      dimension_q <= '0;
    end else if (fits) begin
      dimension_q <= last ? '0 : dimension_q + DimWidth'(1);
      if (last) phase_q <= phase_q + PhaseWidth'(1);
    end
  end

  always_comb begin
    hops_o = hops_i;
    if (fits) begin
      hops_o[phase_q][dimension_q]  = minus ? -{1'b0, drawn} : {1'b0, drawn};
      hops_o[Phases-1][dimension_q] = minus ? left + {1'b0, drawn} : left - {1'b0, drawn};
    end
  end

  `WF_ASSERT(WormholeRommPartsInside, !active_i || 32'(phase_q) <= Phases - 2)

endmodule

`endif
