// SPDX-License-Identifier: Apache-2.0
//
// Chooses requests for the free output buffers of a group, one buffer after the other: each takes
// the first of the remaining requests after the one that it took last, cyclically.
//
// Parameters: Requests and Outputs, at least 1.
// Combinational from request_i and free_i; valid_o shows which free outputs have a choice. Each
// free output with a choice advances its round robin. valid_o of the first two outputs
// depends on the number of requests and not on choices.
`ifndef WORMHOLE_CHOICE_CHAIN_SV_
`define WORMHOLE_CHOICE_CHAIN_SV_
`include "wayfarer_assert.svh"

module wormhole_choice_chain #(
  parameter int unsigned Requests = 10,
  parameter int unsigned Outputs  = 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [Requests-1:0] request_i,
  input  logic [Outputs-1:0]  free_i,
  output logic [Requests-1:0] choice_o [Outputs],
  output logic [Outputs-1:0]  valid_o
);

  `WF_ASSERT_STATIC(WormholeChoiceChainLegal, Requests >= 1 && Outputs >= 1)

  // The requests that are left for each output; split, so that simulators see no loop. Verilator
  // does not split what is public, and then evaluates the chain more than once.
  /* verilator lint_off SPLITVAR */
  /* verilator lint_off UNOPTFLAT */
  logic [Requests-1:0] left [Outputs+1] /* verilator split_var */;
  /* verilator lint_on SPLITVAR */
  assign left[0] = request_i;

  // Whether there are one and two requests, counted by fours: a function of four is a LUT.
  logic one, two;

  always_comb begin
    logic one_here, two_here;
    one = 1'b0;
    two = 1'b0;
    for (int unsigned i = 0; i < Requests; i += 4) begin
      one_here = 1'b0;
      two_here = 1'b0;
      for (int unsigned k = i; k < i + 4 && k < Requests; k++) begin
        two_here |= one_here & request_i[k];
        one_here |= request_i[k];
      end
      two |= two_here | (one & one_here);
      one |= one_here;
    end
  end

  for (genvar l = 0; l < Outputs; l++) begin : gen_output
    logic [Requests-1:0] asking, grant, chosen;
    /* verilator lint_on UNOPTFLAT */
    logic                any;
    logic [wf_pkg::index_width(Requests)-1:0] unused_index;

    assign asking    = left[l];
    assign left[l+1] = asking & ~chosen;

    wf_arbiter_round_robin #(
      .Requests(Requests)
    ) u_turn (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .request_i(asking),
      .advance_i(free_i[l]),
      .grant_o  (grant),
      .index_o  (unused_index),
      .valid_o  (any)
    );

    assign chosen      = free_i[l] ? grant : '0;
    assign choice_o[l] = chosen;
    assign valid_o[l]  = free_i[l] && (l == 0 ? one : l == 1 ? (free_i[0] ? two : one) : any);

    `WF_ASSERT(WormholeChoiceChainDistinct, (choice_o[l] & ~asking) == '0)
    `WF_ASSERT(WormholeChoiceChainCounts, valid_o[l] == (choice_o[l] != '0))
  end

endmodule

`endif
