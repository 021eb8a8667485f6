// SPDX-License-Identifier: Apache-2.0
//
// Fixed-priority arbiter: the lowest requesting index wins.
//
// Parameters: Requests, the number of requesters, at least 1.
// Latency: combinational, no state. Not fair: a requester waits while any lower one requests.
// grant_o is one-hot while valid_o, else zero; index_o is zero without a request.
// Combinational paths:
//   request_i -> grant_o, index_o, valid_o
`ifndef WF_ARBITER_FIXED_SV_
`define WF_ARBITER_FIXED_SV_
`include "wayfarer_assert.svh"

module wf_arbiter_fixed #(
  parameter int unsigned Requests = 4,
  localparam int unsigned IndexWidth = wf_pkg::index_width(Requests)
) (
  input  logic                  clk_i,  // clock and reset: for assertions only
  input  logic                  rst_ni,
  input  logic [Requests-1:0]   request_i,
  output logic [Requests-1:0]   grant_o,
  output logic [IndexWidth-1:0] index_o,
  output logic                  valid_o
);

  `WF_ASSERT_STATIC(WfArbiterFixedLegal, Requests >= 1)

  logic [Requests-1:0] above;

  wf_prefix_or #(
    .Size(Requests)
  ) u_above (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .bits_i (request_i),
    .above_o(above),
    .any_o  (valid_o)
  );

  assign grant_o = request_i & ~above;

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
