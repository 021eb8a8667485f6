// SPDX-License-Identifier: Apache-2.0
//
// Chooses requests for two output buffers of a group at the same time, with the same result as
// wormhole_choice_chain: the second buffer does not wait for the first one's choice.
//
// Parameters: Requests, at least 1.
// The second buffer finds the first request after its own pointer, and the request after that. It
// takes the latter if the first buffer is free and chooses the former, which is the case unless
// there are requests both between the two pointers and outside. valid_o depends on the number of
// requests only. Ports: as in wormhole_choice_chain.
`ifndef WORMHOLE_CHOICE_PAIR_SV_
`define WORMHOLE_CHOICE_PAIR_SV_
`include "wayfarer_assert.svh"

module wormhole_choice_pair #(
  parameter int unsigned Requests = 10
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [Requests-1:0] request_i,
  input  logic [1:0]          free_i,
  output logic [Requests-1:0] choice_o [2],
  output logic [1:0]          valid_o
);

  `WF_ASSERT_STATIC(WormholeChoicePairLegal, Requests >= 1)

  // The pointers as masks of the positions at or after them, as in wf_arbiter_round_robin.
  logic [Requests-1:0] mask0_q, mask1_q;

  // Whether one, or two, requests are below each position: of all requests, and of those at or
  // after either pointer.
  logic [Requests-1:0] one, two, one0, one1, two1;
  logic                any, any_two, any0, any1, any1_two;

  wormhole_prefix_two #(
    .Size(Requests)
  ) u_all (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .bits_i     (request_i),
    .above_one_o(one),
    .above_two_o(two),
    .one_o      (any),
    .two_o      (any_two)
  );

  wf_prefix_or #(
    .Size(Requests)
  ) u_ahead0 (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .bits_i (request_i & mask0_q),
    .above_o(one0),
    .any_o  (any0)
  );

  wormhole_prefix_two #(
    .Size(Requests)
  ) u_ahead1 (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .bits_i     (request_i & mask1_q),
    .above_one_o(one1),
    .above_two_o(two1),
    .one_o      (any1),
    .two_o      (any1_two)
  );

  // Per choice: the chosen position, and the positions above it.
  logic [Requests-1:0] first0, after0, first1, after1, second1, behind1;
  logic [Requests-1:0] between;
  logic                same, single, none;

  assign after0  = any0 ? one0 : one;
  assign first0  = (any0 ? request_i & mask0_q : request_i) & ~after0;
  assign after1  = any1 ? one1 : one;
  assign first1  = (any1 ? request_i & mask1_q : request_i) & ~after1;
  // Ahead of the second pointer are two requests, or a single one, or none. (Without two of them
  // nothing is set in two1, and nothing is both in one1 and a request.)
  assign single  = any1 && !any1_two;
  assign none    = !any1;
  assign behind1 = two1 | (single ? one : '0) | (none ? two : '0);
  assign second1 = (request_i & one1 & ~two1) | (single ? request_i & ~mask1_q & ~one : '0) |
                   (none ? request_i & one & ~two : '0);
  assign between = request_i & (mask0_q ^ mask1_q);
  assign same    = free_i[0] && (between == '0 || between == request_i);

  assign choice_o[0] = free_i[0] ? first0 : '0;
  assign choice_o[1] = free_i[1] ? (same ? second1 : first1) : '0;
  assign valid_o[0]  = free_i[0] && any;
  assign valid_o[1]  = free_i[1] && (free_i[0] ? any_two : any);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      mask0_q <= '1;
      mask1_q <= '1;
    end else begin
      if (valid_o[0]) mask0_q <= after0;
      if (valid_o[1]) mask1_q <= same ? behind1 : after1;
    end
  end

  `WF_ASSERT(WormholeChoicePairDistinct, (choice_o[0] & choice_o[1]) == '0)
  `WF_ASSERT(WormholeChoicePairCounts, valid_o == {|choice_o[1], |choice_o[0]})

endmodule

`endif
