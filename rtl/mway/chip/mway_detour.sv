// SPDX-License-Identifier: Apache-2.0
//
// Routing in a mesh with a failed channel or router (docs/mway-chip.md, "Faults"): which dimension
// to correct next, in which direction and class.
//
// Class 0 is dimension order. Where the next hop is dead, the message goes on in class 1 from the
// last dimension to the first, which passes what is dead at another digit of the last one. If that
// digit is right already, it steps aside first: in the last dimension, in class 0; past a fault in
// the last dimension itself in the first one, in class 1. It steps up, or down from the highest
// digit. Nothing else turns from a dimension to a lower one in class 0, nor to a higher one in
// class 1, and no message returns to class 0.
//
// Combinational. legal_o is clear when no route to the destination is left, or here is dead.
`ifndef MWAY_DETOUR_SV_
`define MWAY_DETOUR_SV_
`include "wayfarer_assert.svh"

module mway_detour
  import mway_pkg::*;
#(
  parameter extents_t    Extents = {{(MaxDimensions - 2) {16'd1}}, 16'd4, 16'd4},  // the largest
  localparam int unsigned PositionWidth = position_width(Extents)
) (
  input  network_t                 network_i,
  input  logic [PositionWidth-1:0] here_i,
  input  logic [PositionWidth-1:0] there_i,
  input  logic                     class_i,   // of the buffer set that routes
  output logic [MaxDimensions-1:0] step_o,    // one-hot, or 0: at its channel
  output logic [MaxDimensions-1:0] minus_o,   // the direction, by dimension
  output logic                     class_o,
  output logic                     legal_o
);

  `WF_ASSERT_STATIC(MwayDetourLegal, extents_legal(Extents))

  logic [MaxDimensions-1:0] exists;
  logic [MaxDimensions-1:0] differs;
  logic [MaxDimensions-1:0] below;       // the destination is
  logic [MaxDimensions-1:0] highest;     // digit
  logic [MaxDimensions-1:0] here_same;   // digit as that of what is dead
  logic [MaxDimensions-1:0] there_same;
  logic [MaxDimensions-1:0] across;      // what is dead is between here and there
  logic [MaxDimensions-1:0] near;        // next in the destination's direction
  logic [MaxDimensions-1:0] first, last;             // to correct
  logic [MaxDimensions-1:0] first_exists, last_exists;
  logic                     blocked;
  logic                     aside;       // nothing but the blocked digit is wrong
  logic                     in_last;     // the blocked dimension is the last

  for (genvar d = 0; d < MaxDimensions; d++) begin : gen_dimension
    localparam int unsigned Width  = digit_width(32'(Extents[d]));
    localparam int unsigned Offset = digit_offset(Extents, d);
    if (Width == 0) begin : gen_single
      assign exists[d]     = 1'b0;
      assign differs[d]    = 1'b0;
      assign below[d]      = 1'b0;
      assign highest[d]    = 1'b0;
      assign here_same[d]  = 1'b1;
      assign there_same[d] = 1'b1;
      assign across[d]     = 1'b0;
      assign near[d]       = 1'b0;
    end else begin : gen_digit
      logic [Width-1:0] here, there, dead;
      logic [Width:0]   above, above_dead, extent;
      logic             dead_router;
      assign here          = here_i[Offset+:Width];
      assign there         = there_i[Offset+:Width];
      assign dead          = network_i.fault.address[d][Width-1:0];
      assign extent        = (Width + 1)'(network_i.extents[d]);
      assign above         = {1'b0, here} + 1'b1;
      assign above_dead    = {1'b0, dead} + 1'b1;
      assign dead_router   = network_i.fault.router & network_i.fault.dimension == 4'(d);
      assign exists[d]     = extent > (Width + 1)'(1);
      assign differs[d]    = here != there;
      assign below[d]      = there < here;
      assign highest[d]    = above == extent;
      assign here_same[d]  = here == dead;
      assign there_same[d] = there == dead;
      assign across[d]     = (here > dead) != (there > dead);
      // A dead router joins the digits `dead` and `above_dead`.
      assign near[d]       = (network_i.fault.channel | dead_router) &
                             (below[d] ? {1'b0, here} == above_dead
                                       : dead_router ? here == dead : above == {1'b0, dead});
    end
  end

  for (genvar d = 0; d < MaxDimensions; d++) begin : gen_order
    if (d == 0) begin : gen_lowest
      assign first[d]        = differs[d];
      assign first_exists[d] = exists[d];
    end else begin : gen_other
      assign first[d]        = differs[d] & ~|differs[d-1:0];
      assign first_exists[d] = exists[d] & ~|exists[d-1:0];
    end
    if (d == MaxDimensions - 1) begin : gen_highest
      assign last[d]        = differs[d];
      assign last_exists[d] = exists[d];
    end else begin : gen_lower
      assign last[d]        = differs[d] & ~|differs[MaxDimensions-1:d+1];
      assign last_exists[d] = exists[d] & ~|exists[MaxDimensions-1:d+1];
    end
  end

  assign blocked = |(first & near) & (&(here_same | first));
  assign aside   = first == last;
  assign in_last = first == last_exists;

  always_comb begin
    step_o  = first;
    minus_o = below;
    class_o = 1'b0;
    if (|differs) begin
      if (class_i) begin
        step_o  = last;
        class_o = 1'b1;
      end else if (blocked) begin
        step_o  = !aside ? last : in_last ? first_exists : last_exists;
        minus_o = aside ? highest : below;
        class_o = !aside | in_last;
      end
    end
  end

  assign legal_o = network_i.fault.channel & (&here_same | &there_same) ? 1'b0
                 : first_exists == last_exists ? ~|across : 1'b1;

  logic unused;  // of dimensions that the largest network lacks
  assign unused = ^{network_i, here_i, there_i};

endmodule

`endif
