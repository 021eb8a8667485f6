// SPDX-License-Identifier: Apache-2.0
//
// One direction of a link of the cut-through router: selects the virtual channel that may send.
//
// Parameters: LinkVcs, of the link; InterleaveFlits, whether each flit is granted separately: else
// a message keeps the direction up to its tail, for as long as it has a flit.
// Latency: combinational; a virtual channel granted in a cycle sends in that cycle. Virtual
// channels are served round robin, flit by flit or message by message: the first ready one after
// the one served last. A virtual channel is ready if its output buffer holds a flit (holds_i) that
// is not a header (head_i) or may enter the input buffer at the far end (room_i: empty, no open
// message). serve_i grants this direction the link; ready_o does not depend on it.
`ifndef CUT_THROUGH_LINK_ARBITER_SV_
`define CUT_THROUGH_LINK_ARBITER_SV_
`include "wayfarer_assert.svh"

module cut_through_link_arbiter #(
  parameter int unsigned LinkVcs         = 3,
  parameter bit          InterleaveFlits = 1'b0,
  localparam int unsigned VcWidth = wf_pkg::index_width(LinkVcs)
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [LinkVcs-1:0] holds_i,
  input  logic [LinkVcs-1:0] head_i,
  input  logic [LinkVcs-1:0] tail_i,
  input  logic [LinkVcs-1:0] room_i,
  input  logic               serve_i,
  output logic               ready_o,
  output logic               keeps_o,   // the message that was served last has its next flit
  output logic [LinkVcs-1:0] grant_o,
  output logic [VcWidth-1:0] vc_o       // the virtual channel granted, or the last one that was
);

  `WF_ASSERT_STATIC(CutThroughLinkArbiterLegal, LinkVcs >= 1)

  logic [LinkVcs-1:0] ready, request, keeper_q, choice;
  logic [VcWidth-1:0] number, last_q;

  assign ready   = holds_i & (~head_i | room_i);
  assign keeps_o = |(holds_i & keeper_q);
  assign request = ready & (keeps_o ? keeper_q : '1);

  wf_arbiter_round_robin #(
    .Requests(LinkVcs)
  ) u_turn (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(request),
    .advance_i(serve_i),
    .grant_o  (choice),
    .index_o  (number),
    .valid_o  (ready_o)
  );

  assign grant_o = serve_i ? choice : '0;
  assign vc_o    = (|grant_o) ? number : last_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) last_q <= VcWidth'(LinkVcs - 1);
    else         last_q <= vc_o;
  end

  if (InterleaveFlits) begin : gen_flits
    logic unused_tail;
    assign unused_tail = ^tail_i;
    assign keeper_q = '0;
  end else begin : gen_messages
    always_ff @(posedge clk_i) begin
      if (!rst_ni)         keeper_q <= '0;
      else if (|grant_o)   keeper_q <= grant_o & ~tail_i;
    end

  end

`ifdef WAYFARER_ASSERT_ON
  logic [LinkVcs-1:0] open_q;  // within a message

  always_ff @(posedge clk_i) begin
    if (!rst_ni) open_q <= '0;
    else         open_q <= (open_q | grant_o) & ~(grant_o & tail_i);
  end
`endif

  `WF_ASSERT(CutThroughHeaderBegins, (grant_o & (head_i ^ ~open_q)) == '0)
  `WF_ASSERT(CutThroughMessageKeepsLink, !keeps_o || grant_o == '0 || grant_o == keeper_q)
  `WF_ASSERT(CutThroughHeaderHasRoom, (grant_o & head_i & ~room_i) == '0)
  `WF_ASSERT(CutThroughSendsWhatIsThere, (grant_o & ~holds_i) == '0 && $onehot0(grant_o))
  `WF_ASSERT_STABLE(CutThroughKeeperHeld, keeps_o && grant_o == '0, keeper_q)
  `WF_COVER(CutThroughLinkContended, !$onehot0(request) && serve_i)
  `WF_COVER(CutThroughLinkKept, keeps_o && (ready & ~keeper_q) != '0)
  `WF_COVER(CutThroughLinkMessagePauses, keeper_q != '0 && !keeps_o && grant_o != '0)
  `WF_COVER(CutThroughLinkHeaderWithoutRoom, (holds_i & head_i & ~room_i) != '0)
  `WF_COVER(CutThroughLinkNotServed, ready_o && !serve_i)

endmodule

`endif
