// SPDX-License-Identifier: Apache-2.0
//
// Starts branches of packets on the virtual lanes of an output port, each as soon as possible.
//
// Each lane in order takes one of the input buffers that are able to use it and that no lower lane
// has taken: the first after the one that it took last, cyclically.
// Parameters: VirtualLanes; Inputs, input buffers of the switch.
// Latency: combinational.
`ifndef IBA_START_BRANCHES_SV_
`define IBA_START_BRANCHES_SV_
`include "wayfarer_assert.svh"

module iba_start_branches #(
  parameter int unsigned VirtualLanes = 2,
  parameter int unsigned Inputs       = 10
) (
  input  logic                                clk_i,
  input  logic                                rst_ni,
  input  logic [VirtualLanes-1:0][Inputs-1:0] able_i,
  output logic [VirtualLanes-1:0][Inputs-1:0] grant_o
);

  `WF_ASSERT_STATIC(IbaStartBranchesLegal, VirtualLanes >= 1 && Inputs >= 1)

  for (genvar v = 0; v < VirtualLanes; v++) begin : gen_lane
    localparam int unsigned IndexWidth = wf_pkg::index_width(Inputs);
    logic [Inputs-1:0]     taken, grant;  // taken: by lower lanes
    logic [IndexWidth-1:0] unused_index;
    logic                  unused_valid;

    if (v == 0) begin : gen_first
      assign taken = '0;
    end else begin : gen_later
      assign taken = gen_lane[v-1].taken | gen_lane[v-1].grant;
    end

    wf_arbiter_round_robin #(
      .Requests(Inputs)
    ) u_turn (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .request_i(able_i[v] & ~taken),
      .advance_i(1'b1),
      .grant_o  (grant),
      .index_o  (unused_index),
      .valid_o  (unused_valid)
    );

    assign grant_o[v] = grant;

    `WF_ASSERT(IbaStartsBranchOnce, (grant & taken) == '0)
  end

endmodule

`endif
