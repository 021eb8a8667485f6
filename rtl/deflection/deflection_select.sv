// SPDX-License-Identifier: Apache-2.0
//
// Assigns the inputs of a router to its outputs by the rules of Hoplite's router.
//
// Parameters: Columns, Rows, the extents of the torus.
// Combinational. The outputs are east and south; south is also the exit to the terminal: south_o
// and exit_o together have at most one input. Each vector is one-hot or 0 (North, West, Local).
//   North  a flit in its column: exits at its node, else south. Never east.
//   West   in its column, if North leaves the south output free: exits at its node, else south.
//          Otherwise east, around the row once more if it was in its column: it is deflected.
//   Local  the terminal's flit: takes the output that it needs if free; else it waits.
// While stalled_i, no flit exits at this node: North continues south, West continues east.
// Illegal: a flit from the north that is not in its column.
`ifndef DEFLECTION_SELECT_SV_
`define DEFLECTION_SELECT_SV_
`include "wayfarer_assert.svh"

module deflection_select
  import deflection_pkg::*;
#(
  parameter int unsigned Columns = 4,
  parameter int unsigned Rows    = 4
) (
  input  logic      clk_i,  // clock and reset: for assertions only
  input  logic      rst_ni,
  input  position_t position_i,
  input  logic      stalled_i,
  input  inputs_t   valid_i,
  input  position_t north_i,
  input  position_t west_i,
  input  position_t local_i,
  output inputs_t   east_o,
  output inputs_t   south_o,
  output inputs_t   exit_o
);

  `WF_ASSERT_STATIC(DeflectionSelectLegal, extents_legal(Columns, Rows))

  inputs_t here;   // in its row: would exit
  inputs_t want;   // requests the south output
  inputs_t turn;   // granted it: the first in the order North, West, Local
  logic    west_turns, local_turns;  // in their column
  logic    west_on, local_on;        // go east

  assign here[North] = same(north_i.y, position_i.y, Rows);
  assign here[West]  = same(west_i.y, position_i.y, Rows);
  assign here[Local] = same(local_i.y, position_i.y, Rows);

  assign west_turns  = same(west_i.x, position_i.x, Columns);
  assign local_turns = same(local_i.x, position_i.x, Columns);

  assign want[North] = valid_i[North];
  assign want[West]  = valid_i[West] && west_turns && !(here[West] && stalled_i);
  assign want[Local] = valid_i[Local] && local_turns && !(here[Local] && stalled_i);
  assign turn        = want & {!want[North] && !want[West], !want[North], 1'b1};

  assign exit_o  = turn & here & {Inputs{!stalled_i}};
  assign south_o = turn & ~exit_o;

  assign west_on  = valid_i[West] && !turn[West];
  assign local_on = valid_i[Local] && !local_turns && !west_on;
  assign east_o   = {local_on, west_on, 1'b0};

  `WF_ASSERT(DeflectionOneInput, $onehot0(east_o) && $onehot0(south_o | exit_o))
  `WF_ASSERT(DeflectionOneOutput,
             (east_o & south_o) == '0 && (east_o & exit_o) == '0 &&
             (south_o & exit_o) == '0 && ((east_o | south_o | exit_o) & ~valid_i) == '0)
  `WF_ASSERT(DeflectionNeverWaits,
             (valid_i & ~(east_o | south_o | exit_o) & ~(inputs_t'(1) << Local)) == '0)

  logic unused_north;
  assign unused_north = ^north_i.x;
  `WF_COVER(DeflectionNorthExits, exit_o[North])
  `WF_COVER(DeflectionWestExits, exit_o[West])
  `WF_COVER(DeflectionLocalExits, exit_o[Local])
  `WF_COVER(DeflectionNorthGoesOn, south_o[North])
  `WF_COVER(DeflectionWestTurns, south_o[West])
  `WF_COVER(DeflectionLocalTurns, south_o[Local])
  `WF_COVER(DeflectionWestGoesOn, east_o[West] && !west_turns)
  `WF_COVER(DeflectionLocalGoesEast, east_o[Local])
  `WF_COVER(DeflectionWestDeflected, east_o[West] && west_turns && !stalled_i)
  `WF_COVER(DeflectionNorthStalled, south_o[North] && here[North])
  `WF_COVER(DeflectionWestStalled, east_o[West] && west_turns && here[West] && stalled_i)
  `WF_COVER(DeflectionLocalWaitsForSouth, valid_i[Local] && local_turns && !turn[Local])
  `WF_COVER(DeflectionLocalWaitsForEast, valid_i[Local] && !local_turns && !local_on)
  `WF_COVER(DeflectionBothOutputs, east_o != '0 && (south_o | exit_o) != '0)

endmodule

`endif
