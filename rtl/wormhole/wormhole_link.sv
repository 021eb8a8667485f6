// SPDX-License-Identifier: Apache-2.0
//
// A link out of the wormhole router: in each cycle, it serves its next ready virtual channel.
//
// Combinational from ready_i to the outputs. vc_o is the virtual channel whose flit is on the link.
// monitor_vc_o is the same for monitors; while the link is idle it keeps the previous one, which is
// the highest after reset.
// Parameters: LinkVcs, virtual channels of the link; FlitWidth.
`ifndef WORMHOLE_LINK_SV_
`define WORMHOLE_LINK_SV_
`include "wayfarer_assert.svh"

module wormhole_link
  import mesh_pkg::*;
#(
  parameter int unsigned LinkVcs   = 2,
  parameter int unsigned FlitWidth = 64,
  localparam int unsigned VcWidth = wf_pkg::index_width(LinkVcs)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic [LinkVcs-1:0]   ready_i,
  input  flit_tag_t            tag_i  [LinkVcs],
  input  logic [FlitWidth-1:0] data_i [LinkVcs],
  output logic [LinkVcs-1:0]   grant_o,
  output logic                 valid_o,
  output logic [VcWidth-1:0]   vc_o,
  output flit_tag_t            tag_o,
  output logic [FlitWidth-1:0] data_o,
  output logic [VcWidth-1:0]   monitor_vc_o
);

  `WF_ASSERT_STATIC(WormholeLinkLegal, LinkVcs >= 1 && FlitWidth >= 1)

  localparam int unsigned Padded = wf_pkg::padded_size(LinkVcs);

  wf_arbiter_round_robin #(
    .Requests(LinkVcs)
  ) u_turn (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(ready_i),
    .advance_i(1'b1),
    .grant_o  (grant_o),
    .index_o  (vc_o),
    .valid_o  (valid_o)
  );

  flit_tag_t            tag  [Padded];
  logic [FlitWidth-1:0] data [Padded];

  for (genvar c = 0; c < Padded; c++) begin : gen_vc
    assign tag[c]  = c < LinkVcs ? tag_i[c < LinkVcs ? c : 0] : '0;
    assign data[c] = c < LinkVcs ? data_i[c < LinkVcs ? c : 0] : '0;
  end

  assign tag_o  = tag[vc_o];
  assign data_o = data[vc_o];

  logic [VcWidth-1:0] monitor_vc_q;
  assign monitor_vc_o = valid_o ? vc_o : monitor_vc_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) monitor_vc_q <= VcWidth'(LinkVcs - 1);
    else         monitor_vc_q <= monitor_vc_o;
  end

  `WF_ASSERT(WormholeLinkGrantsReady, (grant_o & ~ready_i) == '0 && $onehot0(grant_o))
  `WF_COVER(WormholeLinkContended, !$onehot0(ready_i))
  `WF_COVER(WormholeLinkSwitches, valid_o && vc_o != monitor_vc_q)
  `WF_COVER(WormholeLinkIdle, !valid_o)

endmodule

`endif
