// SPDX-License-Identifier: Apache-2.0
//
// VL arbitration of an output port as in InfiniBand: a high-priority and a low-priority table of
// (virtual lane, weight), and a limit of high priority. It picks the virtual lane of every flit.
//
// Parameters: VirtualLanes; Entries, of each table; Unit, flits per weight of 1
// (iba_weighted_turns).
// ready_i: the virtual lanes that have a flit. The high-priority table, turns_i[0], picks one of
// them, unless it names none of them, or has sent limit_i flits (0 counts as 1; NoLimit: any
// number) since the low-priority table, turns_i[1], was last asked; then that one picks, if it
// names one of them, and otherwise high priority continues with a new count. grant_o, one-hot, is
// the lane picked, whose flit is sent in the same cycle; 0: no entry with a weight names a ready
// lane, and the owner sends from any of them. tails_i: the lanes whose flit is a tail.
// The lane that has sent a tail is in a gap in the next cycle, if it is not ready: it begins its
// next packet after that. Turns survive gaps (iba_weighted_turns), and so does the count: a flit
// that low priority sends in a gap of high priority is the one that the limit would have given it.
// After a reset both tables begin with their first entry, and no flit is counted.
// Latency: combinational; one choice per cycle. A lane with a flit of low priority waits for twice
// limit_i flits of high priority at most.
`ifndef IBA_LANE_ARBITER_SV_
`define IBA_LANE_ARBITER_SV_
`include "wayfarer_assert.svh"

module iba_lane_arbiter
  import iba_pkg::*;
#(
  parameter int unsigned VirtualLanes = 2,
  parameter int unsigned Entries      = 8,
  parameter int unsigned Unit         = 4
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  turn_t [1:0][Entries-1:0] turns_i,
  input  limit_t                   limit_i,
  input  logic [VirtualLanes-1:0]  ready_i,
  input  logic [VirtualLanes-1:0]  tails_i,
  output logic [VirtualLanes-1:0]  grant_o
);

  `WF_ASSERT_STATIC(IbaLaneArbiterLegal,
                    lanes_legal(VirtualLanes) && Entries >= 1 && Entries <= MaxTurns &&
                    Unit >= 1 && Unit <= MaxTurnUnit)

  logic [1:0][VirtualLanes-1:0] grant;
  logic [1:0]                   valid, takes, gap;
  logic [VirtualLanes-1:0]      gap_q;
  limit_t                       used_q;
  logic                         early_q;  // low priority has had its flit of this count in a gap
  logic                         full, reached;

  assign full    = limit_i != NoLimit && used_q >= (limit_i == '0 ? limit_t'(1) : limit_i);
  assign reached = full && !early_q;
  assign takes   = {valid[1] && (!valid[0] || reached), valid[0] && !(valid[1] && reached)};

  for (genvar t = 0; t < 2; t++) begin : gen_table
    iba_weighted_turns #(
      .VirtualLanes(VirtualLanes),
      .Entries     (Entries),
      .Unit        (Unit)
    ) u_turns (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .turns_i  (turns_i[t]),
      .ready_i  (ready_i),
      .gap_i    (gap_q),
      .advance_i(takes[t]),
      .grant_o  (grant[t]),
      .valid_o  (valid[t]),
      .gap_o    (gap[t])
    );
  end

  assign grant_o = takes[0] ? grant[0] : takes[1] ? grant[1] : '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      gap_q   <= '0;
      used_q  <= '0;
      early_q <= 1'b0;
    end else begin
      gap_q <= grant_o & tails_i;
      if (takes[0]) begin
        used_q  <= full ? limit_t'(1) : used_q + limit_t'(used_q != '1);
        early_q <= early_q && !full;
      end else if (ready_i != '0) begin
        used_q  <= gap[0] && !full ? used_q : '0;
        early_q <= gap[0] && (early_q || !full);
      end
    end
  end

  logic unused_gap;
  assign unused_gap = gap[1];

  `WF_ASSERT(IbaLaneArbiterGrantsReady, $onehot0(grant_o) && (grant_o & ~ready_i) == '0)
  `WF_ASSERT(IbaLaneArbiterWorkConserving, (grant_o != '0) == (valid != '0))
  `WF_ASSERT(IbaLaneArbiterLimits, !(takes[0] && valid[1] && reached) && takes != '1)
  `WF_COVER(IbaLaneArbiterHighFirst, takes[0] && valid[1])
  `WF_COVER(IbaLaneArbiterHighAlone, takes[0] && !valid[1])
  `WF_COVER(IbaLaneArbiterLimitReached, takes[1] && valid[0])
  `WF_COVER(IbaLaneArbiterLowAlone, takes[1] && !valid[0])
  `WF_COVER(IbaLaneArbiterLowInGap, early_q && full)

endmodule

`endif
