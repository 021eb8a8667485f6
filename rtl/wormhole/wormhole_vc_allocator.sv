// SPDX-License-Identifier: Apache-2.0
//
// Connects waiting headers with the output buffers of one group: the virtual channels of a class on
// a link, or the ejection ports (Theorem 4 of the ROMM paper: requests are served in turn, so every
// header is connected in the end).
//
// In ascending order each output buffer that no worm owns takes one of the remaining headers: the
// first after the one that it took last, cyclically. All of this happens in the cycle of the
// request; select_o names the input buffer, one-hot, until the cycle in which the tail leaves it
// (end_i). The output buffer can be taken again in the next cycle. Registered: select_o and fed_o
// come a cycle later, from registers and occupied_i alone.
// end_i: input buffers that a tail leaves, of any group; not one whose header waits here.
// vacant_i: an output buffer without an owner may be taken; else requests wait.
// fed_o: connected to an input buffer with a flit. It depends on the number of requests and not on
// the choice, so that link arbitration does not wait for the choice.
// head_o: the next flit is the header, since none has left over the connection. A flit leaves when
// it is fed and there is room for it (room_i).
// Parameters: Requests, input buffers; Outputs, output buffers of the group; both at least 1.
// Askers: the input buffers that may request at all; requests of others are illegal.
`ifndef WORMHOLE_VC_ALLOCATOR_SV_
`define WORMHOLE_VC_ALLOCATOR_SV_
`include "wayfarer_assert.svh"

module wormhole_vc_allocator #(
  parameter int unsigned Requests   = 10,
  parameter int unsigned Outputs    = 2,
  parameter bit [Requests-1:0] Askers = '1,
  parameter bit          Registered = 1'b0
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [Requests-1:0] request_i,
  output logic [Requests-1:0] granted_o,
  input  logic [Requests-1:0] occupied_i,
  input  logic [Outputs-1:0]  vacant_i,
  output logic [Requests-1:0] select_o [Outputs],
  output logic [Outputs-1:0]  fed_o,
  output logic [Outputs-1:0]  head_o,
  input  logic [Outputs-1:0]  room_i,
  input  logic [Requests-1:0] end_i
);

  `WF_ASSERT_STATIC(WormholeVcAllocatorLegal, Requests >= 1 && Outputs >= 1)

  logic [Outputs-1:0]  owned, free, valid;
  logic [Requests-1:0] choice [Outputs];

  assign free = ~owned & vacant_i;

  // For few askers the chain is as fast, and smaller.
  if (Outputs == 2 && $countones(Askers) > 4) begin : gen_pair
    wormhole_choice_pair #(
      .Requests(Requests)
    ) u_choice (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .request_i(request_i),
      .free_i   (free),
      .choice_o (choice),
      .valid_o  (valid)
    );
  end else begin : gen_chain
    wormhole_choice_chain #(
      .Requests(Requests),
      .Outputs (Outputs)
    ) u_choice (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .request_i(request_i),
      .free_i   (free),
      .choice_o (choice),
      .valid_o  (valid)
    );
  end

  always_comb begin
    granted_o = '0;
    for (int unsigned l = 0; l < Outputs; l++) granted_o |= choice[l];
  end

  for (genvar l = 0; l < Outputs; l++) begin : gen_output
    // 0 while there is no owner; then started_q has no meaning.
    logic [Requests-1:0] owner_q, connected;
    logic                started_q;

    assign owned[l]    = owner_q != '0;
    assign connected   = owner_q | choice[l];
    assign select_o[l] = Registered ? owner_q : connected;
    assign fed_o[l]    = (valid[l] && !Registered) || (owner_q & occupied_i) != '0;
    assign head_o[l]   = !(owned[l] && started_q);

    always_ff @(posedge clk_i) begin
      if (!rst_ni) owner_q <= '0;
      else         owner_q <= connected & Askers & ~end_i;
      started_q <= (owned[l] && started_q) || (fed_o[l] && room_i[l]);
    end

    `WF_ASSERT(WormholeVcAllocatorFedHasFlit, fed_o[l] == ((select_o[l] & occupied_i) != '0))
    `WF_ASSERT(WormholeVcAllocatorOneSource, $onehot0(select_o[l]))
    `WF_ASSERT(WormholeVcAllocatorWorkConserving,
               connected != '0 || !vacant_i[l] || (request_i & ~granted_o) == '0)
    `WF_ASSERT_STABLE(WormholeVcAllocatorKeepsSource,
                      select_o[l] != '0 && (select_o[l] & end_i) == '0, select_o[l])
  end

  `WF_ASSERT(WormholeVcAllocatorAskers, (request_i & ~Askers) == '0)
  `WF_ASSERT(WormholeVcAllocatorEndOfConnection,
             (request_i & end_i & ~(Registered ? '0 : granted_o)) == '0)
  `WF_COVER(WormholeVcAllocatorContended, !$onehot0(request_i) && granted_o != '0)
  `WF_COVER(WormholeVcAllocatorGrantsSeveral, !$onehot0(granted_o))
  `WF_COVER(WormholeVcAllocatorAllOwned, request_i != '0 && (&owned))
  `WF_COVER(WormholeVcAllocatorOutputNotVacant, request_i != '0 && (~owned & ~vacant_i) != '0)
  `WF_COVER(WormholeVcAllocatorEndsAndWaits, end_i != '0 && (request_i & ~granted_o) != '0)

endmodule

`endif
