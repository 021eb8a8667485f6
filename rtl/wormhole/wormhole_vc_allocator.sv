// Connects waiting headers with the output buffers of one group: the virtual channels of a class on
// a link, or the ejection ports (Theorem 4 of the ROMM paper: requests are served in turn, so every
// header is connected in the end).
//
// In ascending order each output buffer that no worm owns takes one of the remaining headers: the
// first after the one that it took last, cyclically. All of this happens in the cycle of the
// request; source_o names the input buffer from that cycle until the cycle of end_i, in which the
// tail leaves it. The output buffer can be taken again in the next cycle.
// Parameters: Requests, input buffers; Outputs, output buffers of the group; both at least 1.
`include "wayfarer_assert.svh"

module wormhole_vc_allocator #(
  parameter int unsigned Requests = 10,
  parameter int unsigned Outputs  = 2,
  localparam int unsigned IndexWidth = wf_pkg::index_width(Requests)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [Requests-1:0]   request_i,
  output logic [Requests-1:0]   granted_o,
  output logic [Outputs-1:0]    connected_o,
  output logic [IndexWidth-1:0] source_o [Outputs],
  input  logic [Outputs-1:0]    end_i
);

  `WF_ASSERT_STATIC(WormholeVcAllocatorLegal, Requests >= 1 && Outputs >= 1)

  for (genvar l = 0; l < Outputs; l++) begin : gen_output
    logic [Requests-1:0]   asking, grant, left;
    logic [IndexWidth-1:0] index, owner_q;
    logic                  valid, owned_q;

    if (l == 0) begin : gen_first
      assign asking = request_i;
    end else begin : gen_later
      assign asking = gen_output[l-1].left;
    end
    assign left = asking & ~grant;

    wf_arbiter_round_robin #(
      .Requests(Requests)
    ) u_turn (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .request_i(owned_q ? '0 : asking),
      .advance_i(1'b1),
      .grant_o  (grant),
      .index_o  (index),
      .valid_o  (valid)
    );

    assign connected_o[l] = owned_q || valid;
    assign source_o[l]    = owned_q ? owner_q : index;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) owned_q <= 1'b0;
      else         owned_q <= connected_o[l] && !end_i[l];
    end

    always_ff @(posedge clk_i) begin
      owner_q <= source_o[l];
    end

    `WF_ASSERT(WormholeVcAllocatorEndOfConnection, !end_i[l] || connected_o[l])
    `WF_ASSERT(WormholeVcAllocatorWorkConserving, connected_o[l] || left == '0)
    `WF_ASSERT_STABLE(WormholeVcAllocatorKeepsSource, connected_o[l] && !end_i[l],
                      {connected_o[l], source_o[l]})
  end

  assign granted_o = request_i & ~gen_output[Outputs-1].left;

endmodule
