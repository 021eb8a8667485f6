// SPDX-License-Identifier: Apache-2.0
//
// The link between two cut-through routers: selects the flits that cross it in a cycle.
//
// Direction 0 leads from the + port of a node to its neighbour, direction 1 back.
// Parameters: HalfDuplex, whether both directions share one flit per cycle: then the message that
// was served last goes on while it has a flit; else the directions alternate when both can send.
// The minus direction counts as served last after reset. LinkVcs and InterleaveFlits as in
// cut_through_link_arbiter, which also explains the inputs.
// Latency: combinational from the registers of both nodes to grant_o. The nodes move the flits.
`ifndef CUT_THROUGH_LINK_SV_
`define CUT_THROUGH_LINK_SV_
`include "wayfarer_assert.svh"

module cut_through_link #(
  parameter int unsigned LinkVcs         = 3,
  parameter bit          HalfDuplex      = 1'b1,
  parameter bit          InterleaveFlits = 1'b0,
  localparam int unsigned VcWidth = wf_pkg::index_width(LinkVcs)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic [1:0][LinkVcs-1:0] holds_i,
  input  logic [1:0][LinkVcs-1:0] head_i,
  input  logic [1:0][LinkVcs-1:0] tail_i,
  input  logic [1:0][LinkVcs-1:0] room_i,
  output logic [1:0][LinkVcs-1:0] grant_o,
  output logic [1:0][VcWidth-1:0] vc_o
);

  `WF_ASSERT_STATIC(CutThroughLinkLegal, LinkVcs >= 1)

  logic [1:0] ready, keeps, serve;

  for (genvar d = 0; d < 2; d++) begin : gen_direction
    cut_through_link_arbiter #(
      .LinkVcs        (LinkVcs),
      .InterleaveFlits(InterleaveFlits)
    ) u_arbiter (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .holds_i(holds_i[d]),
      .head_i (head_i[d]),
      .tail_i (tail_i[d]),
      .room_i (room_i[d]),
      .serve_i(serve[d]),
      .ready_o(ready[d]),
      .keeps_o(keeps[d]),
      .grant_o(grant_o[d]),
      .vc_o   (vc_o[d])
    );
  end

  if (HalfDuplex) begin : gen_half_duplex
    logic minus_last_q, minus_first;

    assign minus_first = minus_last_q ? keeps[1] : !keeps[0];
    assign serve       = {ready[1] && (minus_first || !ready[0]),
                          ready[0] && !(minus_first && ready[1])};

    always_ff @(posedge clk_i) begin
      if (!rst_ni)     minus_last_q <= 1'b1;
      else if (|serve) minus_last_q <= serve[1];
    end

    `WF_ASSERT(CutThroughHalfDuplex, $onehot0(grant_o))
    `WF_ASSERT(CutThroughMessageGoesOn, !keeps[minus_last_q] || grant_o[minus_last_q] != '0)
  end else begin : gen_full_duplex
    logic unused_keeps;
    assign unused_keeps = ^keeps;
    assign serve = ready;
  end
  `WF_COVER(CutThroughLinkBothReady, (&ready) && (&keeps))
  `WF_COVER(CutThroughLinkOneWaits, (&ready) && (^serve))
  `WF_COVER(CutThroughLinkBothSend, &serve)

endmodule

`endif
