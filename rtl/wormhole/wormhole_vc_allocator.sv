// Connects waiting headers with the output buffers of one group: the virtual channels of a class on
// a link, or the ejection ports (Theorem 4 of the ROMM paper: requests are served in turn, so every
// header is connected in the end).
//
// In ascending order each output buffer that no worm owns takes one of the remaining headers: the
// first after the one that it took last, cyclically. All of this happens in the cycle of the
// request; select_o names the input buffer, one-hot, from that cycle until the cycle of end_i, in
// which the tail leaves it. The output buffer can be taken again in the next cycle. Registered:
// select_o and fed_o come a cycle later, from registers and occupied_i alone.
// vacant_i: an output buffer without an owner may be taken; else requests wait.
// fed_o: connected to an input buffer with a flit. It depends on the number of requests and not on
// the choice, so that link arbitration does not wait for the choice.
// Parameters: Requests, input buffers; Outputs, output buffers of the group; both at least 1.
// Askers: the input buffers that may request at all; requests of others are illegal.
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
  input  logic [Outputs-1:0]  end_i
);

  `WF_ASSERT_STATIC(WormholeVcAllocatorLegal, Requests >= 1 && Outputs >= 1)

  logic [Outputs-1:0]  owned_q, free, valid;
  logic [Requests-1:0] choice [Outputs];

  assign free = ~owned_q & vacant_i;

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
    // 0 while there is no owner.
    logic [Requests-1:0] owner_q, connected;

    assign connected   = owner_q | choice[l];
    assign select_o[l] = Registered ? owner_q : connected;
    assign fed_o[l]    = (valid[l] && !Registered) || (owner_q & occupied_i) != '0;

    always_ff @(posedge clk_i) begin
      if (!rst_ni || end_i[l]) begin
        owned_q[l] <= 1'b0;
        owner_q    <= '0;
      end else begin
        owned_q[l] <= owned_q[l] || valid[l];
        owner_q    <= connected & Askers;
      end
    end

    `WF_ASSERT(WormholeVcAllocatorFedHasFlit, fed_o[l] == ((select_o[l] & occupied_i) != '0))
    `WF_ASSERT(WormholeVcAllocatorEndOfConnection, !end_i[l] || select_o[l] != '0)
    `WF_ASSERT(WormholeVcAllocatorOneSource,
               $onehot0(select_o[l]) && owned_q[l] == (owner_q != '0))
    `WF_ASSERT(WormholeVcAllocatorWorkConserving,
               connected != '0 || !vacant_i[l] || (request_i & ~granted_o) == '0)
    `WF_ASSERT_STABLE(WormholeVcAllocatorKeepsSource, select_o[l] != '0 && !end_i[l], select_o[l])
  end

  `WF_ASSERT(WormholeVcAllocatorAskers, (request_i & ~Askers) == '0)

endmodule
