// SPDX-License-Identifier: Apache-2.0
//
// Two-level round robin over the buffers of one side of a node: the next group with a candidate,
// and in it the candidate after the one granted last in this group. Groups are the links in
// ascending order and then the ports of the processor.
//
// Parameters: Ports, links out of a node (and into it); LinkVcs, virtual channels of a link;
// TerminalPorts, injection or ejection ports. Bits are numbered port * LinkVcs + virtual channel;
// terminal ports follow.
// Latency: the choice is combinational; each cycle with a candidate makes one choice, and the
// pointers of the groups and of the chosen group advance past it. After reset both are at 0.
// grant_o is one-hot while there is a candidate, else zero.
`ifndef CUT_THROUGH_TWO_LEVEL_RR_SV_
`define CUT_THROUGH_TWO_LEVEL_RR_SV_
`include "wayfarer_assert.svh"

module cut_through_two_level_rr #(
  parameter int unsigned Ports         = 4,
  parameter int unsigned LinkVcs       = 3,
  parameter int unsigned TerminalPorts = 1,
  localparam int unsigned Buffers      = Ports * LinkVcs + TerminalPorts
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [Buffers-1:0] candidate_i,
  output logic [Buffers-1:0] grant_o
);

  `WF_ASSERT_STATIC(CutThroughTwoLevelRrLegal, Ports >= 1 && LinkVcs >= 1 && TerminalPorts >= 1)

  localparam int unsigned Groups     = Ports + 1;
  localparam int unsigned GroupWidth = wf_pkg::index_width(Groups);

  logic [Groups-1:0]     waiting, chosen;
  logic [GroupWidth-1:0] unused_group;
  logic                  unused_any;

  wf_arbiter_round_robin #(
    .Requests(Groups)
  ) u_group (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(waiting),
    .advance_i(1'b1),
    .grant_o  (chosen),
    .index_o  (unused_group),
    .valid_o  (unused_any)
  );

  for (genvar g = 0; g < Groups; g++) begin : gen_group
    localparam int unsigned Size        = g < Ports ? LinkVcs : TerminalPorts;
    localparam int unsigned MemberWidth = wf_pkg::index_width(Size);

    logic [Size-1:0]        member;
    logic [MemberWidth-1:0] unused_member;

    wf_arbiter_round_robin #(
      .Requests(Size)
    ) u_member (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .request_i(candidate_i[g*LinkVcs+:Size]),
      .advance_i(chosen[g]),
      .grant_o  (member),
      .index_o  (unused_member),
      .valid_o  (waiting[g])
    );

    assign grant_o[g*LinkVcs+:Size] = chosen[g] ? member : '0;
  end

  `WF_ASSERT(CutThroughTwoLevelRrOneGrant, $onehot0(grant_o) && (|grant_o) == (|candidate_i))
  `WF_ASSERT(CutThroughTwoLevelRrGrantCandidate, (grant_o & ~candidate_i) == '0)

endmodule

`endif
