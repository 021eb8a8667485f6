// SPDX-License-Identifier: Apache-2.0
//
// Round-robin arbiter: the first request at or after a pointer wins, in cyclic ascending order.
//
// Parameters: Requests, the number of requesters, at least 1.
// Latency: the choice is combinational; one choice per cycle.
// On advance_i the pointer moves just past the granted index, which makes the winner the last in
// line: a requester that holds its request is granted within Requests advances. Without a request
// advance_i does nothing. The pointer is 0 after reset.
// grant_o is one-hot while valid_o, else zero; index_o is zero without a request.
// There is a combinational path from request_i to every output, none from advance_i.
// Combinational paths:
//   request_i -> grant_o, index_o, valid_o
`ifndef WF_ARBITER_ROUND_ROBIN_SV_
`define WF_ARBITER_ROUND_ROBIN_SV_
`include "wayfarer_assert.svh"

module wf_arbiter_round_robin #(
  parameter int unsigned Requests = 4,
  localparam int unsigned IndexWidth = wf_pkg::index_width(Requests)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [Requests-1:0]   request_i,
  input  logic                  advance_i,
  output logic [Requests-1:0]   grant_o,
  output logic [IndexWidth-1:0] index_o,
  output logic                  valid_o
);

  `WF_ASSERT_STATIC(WfArbiterRoundRobinLegal, Requests >= 1)

  if (Requests == 1) begin : gen_single
    logic unused_inputs;
    assign unused_inputs = ^{clk_i, rst_ni, advance_i};
    assign grant_o = request_i;
    assign valid_o = request_i;
  end else begin : gen_mask
    // The pointer as a mask of the positions at or after it. All zeros (the pointer is past the
    // end) and all ones (it is 0) mean the same.
    logic [Requests-1:0] mask_d, mask_q;
    logic [Requests-1:0] ahead, above_ahead, above_any;
    logic                any_ahead;

    assign ahead = request_i & mask_q;

    wf_prefix_or #(
      .Size(Requests)
    ) u_ahead (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .bits_i (ahead),
      .above_o(above_ahead),
      .any_o  (any_ahead)
    );

    wf_prefix_or #(
      .Size(Requests)
    ) u_any (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .bits_i (request_i),
      .above_o(above_any),
      .any_o  (valid_o)
    );

    // The positions above the granted one.
    assign mask_d = any_ahead ? above_ahead : above_any;
    assign grant_o = (any_ahead ? ahead : request_i) & ~mask_d;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        mask_q <= '1;
      end else if (advance_i && valid_o) begin
        mask_q <= mask_d;
      end
    end

    // The mask is all ones from its lowest set bit upwards, so its complement plus one has a
    // single set bit.
    `WF_ASSERT(ArbiterPointerLegal, (~mask_q & (~mask_q + Requests'(1))) == '0)
  end

  wf_onehot_to_index #(
    .Size(Requests)
  ) u_index (
    .clk_i   (clk_i),
    .rst_ni  (rst_ni),
    .onehot_i(grant_o),
    .index_o (index_o)
  );

  `WF_ASSERT(ArbiterGrantOnehot, $onehot0(grant_o))
  `WF_ASSERT(ArbiterGrantRequested, (grant_o & ~request_i) == '0)
  `WF_ASSERT(ArbiterWorkConserving, valid_o == (|request_i) && valid_o == (|grant_o))

endmodule

`endif
