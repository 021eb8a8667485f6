// VL arbitration of an output port as in InfiniBand: a high-priority and a low-priority table of
// (virtual lane, weight), and a limit of high priority. It picks the virtual lane of every flit.
//
// Parameters: VirtualLanes; Entries, of each table; Unit, flits that a weight of 1 stands for
// (iba_weighted_turns).
// ready_i: the virtual lanes that have a flit. The high-priority table, turns_i[0], picks one of
// them, unless it names none of them, or has sent limit_i flits (0 counts as 1; NoLimit: any
// number) since the low-priority table, turns_i[1], was last asked; then that one picks, if it
// names one of them, else high priority goes on and counts anew. grant_o, one-hot, is the lane
// picked, whose flit is sent in the same cycle; 0: no entry with a weight names a ready lane, and
// the owner sends from any of them.
// After a reset both tables begin with their first entry, and no flit is counted.
// Latency: combinational; one choice a cycle. A lane with a flit waits for limit_i flits of high
// priority at most before a flit of low priority is sent.
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
  output logic [VirtualLanes-1:0]  grant_o
);

  `WF_ASSERT_STATIC(IbaLaneArbiterLegal,
                    lanes_legal(VirtualLanes) && Entries >= 1 && Entries <= MaxTurns &&
                    Unit >= 1 && Unit <= MaxTurnUnit)

  logic [1:0][VirtualLanes-1:0] grant;
  logic [1:0]                   valid, takes;
  limit_t                       used_q;
  logic                         reached;

  assign reached = limit_i != NoLimit && used_q >= (limit_i == '0 ? limit_t'(1) : limit_i);
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
      .advance_i(takes[t]),
      .grant_o  (grant[t]),
      .valid_o  (valid[t])
    );
  end

  assign grant_o = takes[0] ? grant[0] : takes[1] ? grant[1] : '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)            used_q <= '0;
    else if (ready_i != '0) begin
      if (!takes[0])    used_q <= '0;
      else if (reached) used_q <= limit_t'(1);
      else              used_q <= used_q + limit_t'(used_q != '1);
    end
  end

  `WF_ASSERT(IbaLaneArbiterGrantsReady, $onehot0(grant_o) && (grant_o & ~ready_i) == '0)
  `WF_ASSERT(IbaLaneArbiterWorkConserving, (grant_o != '0) == (valid != '0))
  `WF_ASSERT(IbaLaneArbiterLimits, !(takes[0] && valid[1] && reached) && takes != '1)

endmodule
