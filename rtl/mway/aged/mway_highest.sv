// SPDX-License-Identifier: Apache-2.0
//
// The highest level of some members, and the members that have it: the rule of the priority lines
// (mway_arbiter) for three lines and any number of members. A member drives bit j of its level on
// line j unless one of its higher zero bits reads one; the lines settle to the highest level.
//
// The upper priority lines of a channel settle so (in silicon a member has its gates at its pins;
// here all are in one place), and a set finds its highest buffers so. An absent member drives
// nothing; without members level_o is 0.
//
// Combinational.
`ifndef MWAY_HIGHEST_SV_
`define MWAY_HIGHEST_SV_
`include "wayfarer_assert.svh"

module mway_highest
  import mway_pkg::*;
#(
  parameter int unsigned Members = 4
) (
  input  logic   [Members-1:0] member_i,
  input  level_t [Members-1:0] level_i,
  output logic   [Members-1:0] highest_o,
  output level_t               level_o
);

  `WF_ASSERT_STATIC(MwayHighestLegal, Members >= 1 && Members <= MaxWays)

  // By line: who may drive it, and who has a one there. Separate signals, since the lines settle
  // one after the other.
  logic [Members-1:0] one2;
  logic [Members-1:0] one1;
  logic [Members-1:0] one0;
  logic [Members-1:0] drive2;
  logic [Members-1:0] drive1;
  logic [Members-1:0] drive0;
  logic [Members-1:0] left1;
  logic [Members-1:0] left0;

  for (genvar m = 0; m < Members; m++) begin : gen_member
    assign {one2[m], one1[m], one0[m]} = level_i[m];
  end

  assign drive2    = member_i & one2;
  assign left1     = |drive2 ? drive2 : member_i;
  assign drive1    = left1 & one1;
  assign left0     = |drive1 ? drive1 : left1;
  assign drive0    = left0 & one0;
  assign highest_o = |drive0 ? drive0 : left0;
  assign level_o   = {|drive2, |drive1, |drive0};

endmodule

`endif
