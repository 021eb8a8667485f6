// SPDX-License-Identifier: Apache-2.0
//
// Weighted round robin of one VL arbitration table: entries have their turns in order, each for its
// weight in flits.
//
// Parameters: VirtualLanes; Entries, of the table; Unit, flits that a weight of 1 stands for.
// turns_i: the table. An entry can have the turn if its weight is not 0 and its virtual lane is
// in ready_i. The entry whose turn it is keeps it for Unit times its weight flits; if it has used
// it up, or cannot have it, the next entry that can, cyclically, begins a turn. The rest of a turn
// that an entry cannot use is lost, except in a gap (gap_i, by virtual lane): the lane has just
// ended a packet and has not had the time to begin the next one. Then the turn pauses: the flit
// that another entry sends meanwhile counts towards that entry's own turn, which continues once the
// paused one is over. valid_o: an entry can have the turn; grant_o, its virtual lane, one-hot.
// gap_o: an entry could have it if its lane were not in a gap. advance_i: the lane's flit is sent;
// without it nothing changes.
// After a reset the first entry is the next one.
// Latency: combinational from turns_i and ready_i, one choice per cycle.
// Illegal: an entry with a weight for a virtual lane that does not exist; gaps of two lanes.
`ifndef IBA_WEIGHTED_TURNS_SV_
`define IBA_WEIGHTED_TURNS_SV_
`include "wayfarer_assert.svh"

module iba_weighted_turns
  import iba_pkg::*;
#(
  parameter int unsigned VirtualLanes = 2,
  parameter int unsigned Entries      = 8,
  parameter int unsigned Unit         = 4
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  turn_t [Entries-1:0]     turns_i,
  input  logic [VirtualLanes-1:0] ready_i,
  input  logic [VirtualLanes-1:0] gap_i,
  input  logic                    advance_i,
  output logic [VirtualLanes-1:0] grant_o,
  output logic                    valid_o,
  output logic                    gap_o
);

  `WF_ASSERT_STATIC(IbaWeightedTurnsLegal,
                    lanes_legal(VirtualLanes) && Entries >= 1 && Entries <= MaxTurns &&
                    Unit >= 1 && Unit <= MaxTurnUnit)

  localparam int unsigned IndexWidth = wf_pkg::index_width(Entries);
  localparam int unsigned LeftWidth  = wf_pkg::count_width(255 * Unit);

  // By entry; and by virtual lane, its entries.
  logic [Entries-1:0]                      able, in_gap, next, granted, exists;
  logic [VirtualLanes-1:0][Entries-1:0]    of_lane;
  logic [$bits(weight_t)-1:0][Entries-1:0] bits;  // of the granted weight
  weight_t                                 weight;
  // The entry that has the turn, and one that has begun its own in a gap of the first, with the
  // flits that remain to them.
  logic [Entries-1:0]                      current_q, early_q;
  logic [LeftWidth-1:0]                    left_q, early_left_q, left_d;
  logic                                    stays, pauses, goes_on;
  logic [IndexWidth-1:0]                   unused_index;

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    logic [VirtualLanes-1:0] lane;
    for (genvar v = 0; v < VirtualLanes; v++) begin : gen_lane
      assign lane[v]       = 32'(turns_i[e].lane) == v;
      assign of_lane[v][e] = lane[v] && granted[e];
    end
    assign exists[e] = turns_i[e].weight == '0 || lane != '0;
    assign able[e]   = turns_i[e].weight != '0 && (ready_i & lane) != '0;
    assign in_gap[e] = turns_i[e].weight != '0 && (gap_i & ~ready_i & lane) != '0;
    for (genvar b = 0; b < $bits(weight_t); b++) begin : gen_bit
      assign bits[b][e] = turns_i[e].weight[b] && granted[e];
    end
  end

  for (genvar v = 0; v < VirtualLanes; v++) begin : gen_grant
    assign grant_o[v] = |of_lane[v];
  end
  for (genvar b = 0; b < $bits(weight_t); b++) begin : gen_weight
    assign weight[b] = |bits[b];
  end

  assign stays   = left_q != '0 && (current_q & able) != '0;
  assign pauses  = left_q != '0 && (current_q & in_gap) != '0;
  assign goes_on = early_left_q != '0 && (early_q & able) != '0;
  assign granted = stays ? current_q : goes_on ? early_q : next;
  assign left_d  = (stays ? left_q : goes_on ? early_left_q : LeftWidth'(32'(weight) * Unit)) -
                   LeftWidth'(1);
  assign gap_o   = in_gap != '0;

  wf_arbiter_round_robin #(
    .Requests(Entries)
  ) u_next (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(able),
    .advance_i(advance_i && !stays && !goes_on),
    .grant_o  (next),
    .index_o  (unused_index),
    .valid_o  (valid_o)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      current_q    <= '0;
      left_q       <= '0;
      early_q      <= '0;
      early_left_q <= '0;
    end else if (advance_i && valid_o) begin
      if (pauses) begin
        early_q      <= granted;
        early_left_q <= left_d;
      end else begin
        current_q <= granted;
        left_q    <= left_d;
        if (!stays) early_left_q <= '0;
      end
    end
  end

  `WF_ASSERT(IbaWeightedTurnsLanesExist, &exists)
  `WF_ASSERT(IbaWeightedTurnsGrantReady,
             $onehot0(grant_o) && (grant_o & ~ready_i) == '0 && valid_o == (grant_o != '0))
  `WF_ASSERT(IbaWeightedTurnsWithinWeight,
             32'(left_q) < 255 * Unit && $onehot0(current_q) &&
             32'(early_left_q) < 255 * Unit && $onehot0(early_q))
  `WF_ASSERT(IbaWeightedTurnsOneGap, $onehot0(gap_i))
  `WF_COVER(IbaWeightedTurnsStays, advance_i && stays)
  `WF_COVER(IbaWeightedTurnsPauses, advance_i && valid_o && pauses)
  `WF_COVER(IbaWeightedTurnsGoesOn, advance_i && goes_on && !stays)
  `WF_COVER(IbaWeightedTurnsWeightUsed, advance_i && valid_o && left_q == '0 && current_q != '0)
  `WF_COVER(IbaWeightedTurnsLeaves, advance_i && valid_o && left_q != '0 && !stays && !pauses)

endmodule

`endif
