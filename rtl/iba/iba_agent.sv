// SPDX-License-Identifier: Apache-2.0
//
// A switch's agent for in-band management: passes subnet management packets on along their paths,
// and executes those for this switch on its management port.
//
// Parameters: FlitWidth. A packet is a flit (iba_pkg::smp_t, its path above). It arrives by the
// port that valid_i names: a link, or the endpoint's from the manager. It leaves on smp_o by the
// port that valid_o names; a link carries it in place of the switch's flit.
// A request takes the links of its path, then the transfer (apb_o), then returns as the response.
// The hop that a request has taken is replaced by the hop back, so that the response finds its way;
// it restores the path of the request.
// Latency: a cycle, and at the path's end two more and those in which apb_i.ready is low. It holds
// one packet: there is one manager, which waits for the response.
// Illegal: a second packet; a path that leads off the mesh.
`ifndef IBA_AGENT_SV_
`define IBA_AGENT_SV_
`include "wayfarer_assert.svh"

module iba_agent
  import iba_pkg::*;
#(
  parameter int unsigned FlitWidth = 128,
  localparam int unsigned Width = smp_width(FlitWidth)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  // The switch.
  output apb_request_t     apb_o,
  input  apb_response_t    apb_i,
  // Links, and the manager.
  input  ports_t           valid_i,
  input  logic [Width-1:0] smp_i [Ports],
  output ports_t           valid_o,
  output logic [Width-1:0] smp_o
);

  `WF_ASSERT_STATIC(IbaAgentLegal,
                    $bits(smp_t) == PathOffset && FlitWidth >= PathOffset + HopWidth)

  localparam int unsigned PathWidth = Width - PathOffset;
  typedef logic [PathWidth-1:0] path_t;

  // The packet that arrives, and the hop back.
  smp_t  arriving, moved;
  path_t arriving_path, moved_path;
  hop_t  back;

  logic [Width-1:0] smp;

  always_comb begin
    smp  = '0;
    back = '0;
    for (int p = 0; p < Ports; p++) begin
      if (valid_i[p]) smp  |= smp_i[p];
      if (valid_i[p] && p != Endpoint) back |= hop_t'(p - 1);
    end
  end

  assign {arriving_path, arriving} = smp;

  always_comb begin
    moved      = arriving;
    moved_path = arriving_path;
    if (!valid_i[Endpoint]) begin
      if (arriving.response) begin
        moved_path      = (arriving_path << HopWidth) | path_t'(back);
        moved.hops_done = arriving.hops_done - hop_count_t'(1);
        moved.hops_left = arriving.hops_left + hop_count_t'(1);
      end else begin
        moved_path      = (arriving_path >> HopWidth) |
                          (path_t'(back) << (PathWidth - HopWidth));
        moved.hops_done = arriving.hops_done + hop_count_t'(1);
        moved.hops_left = arriving.hops_left - hop_count_t'(1);
      end
    end
  end

  smp_t  smp_q;
  path_t path_q;
  logic  held_q, access_q;
  logic  executes, ends;

  assign executes = held_q && !smp_q.response && smp_q.hops_left == '0;
  assign ends     = access_q && apb_i.ready;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      held_q   <= 1'b0;
      access_q <= 1'b0;
    end else begin
      held_q   <= executes || valid_i != '0;
      access_q <= executes && !ends;
    end
    if (ends) begin
      smp_q.response <= 1'b1;
      smp_q.error    <= apb_i.slverr;
      smp_q.data     <= apb_i.rdata;
    end else if (valid_i != '0) begin
      smp_q  <= moved;
      path_q <= moved_path;
    end
  end

  assign apb_o = {executes, access_q, smp_q.write, smp_q.address, smp_q.data};

  // The next link, or the manager.
  hop_t   next;
  ports_t way;

  assign next = smp_q.response ? path_q[PathWidth-1-:HopWidth] : path_q[HopWidth-1:0];
  assign way  = smp_q.response && smp_q.hops_done == '0 ? ports_t'(1) << Endpoint
                                                        : ports_t'(2) << next;

  assign valid_o = held_q && !executes ? way : '0;
  assign smp_o   = {path_q, smp_q};

  `WF_ASSERT(IbaAgentHoldsOne, valid_i == '0 || ($onehot(valid_i) && !executes))
  `WF_COVER(IbaAgentRefused, ends && apb_i.slverr)
  `WF_COVER(IbaAgentReads, ends && !smp_q.write)
  `WF_COVER(IbaAgentWrites, ends && smp_q.write)
  `WF_COVER(IbaAgentForwardsRequest, valid_o != '0 && !smp_q.response)
  `WF_COVER(IbaAgentReturnsResponse, valid_o != '0 && smp_q.response && !valid_o[Endpoint])
  `WF_COVER(IbaAgentGivesToManager, valid_o[Endpoint])

endmodule

`endif
