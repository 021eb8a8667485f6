// SPDX-License-Identifier: Apache-2.0
//
// Starts packets on all their outputs in one cycle, unless they have waited too long for that.
//
// Packets that have waited for Age cycles (iba_age_timer) come first, branch by branch
// (iba_start_branches), until all their branches have started. Then at most one of the others
// starts: of the input buffers whose packet can have one of the remaining virtual lanes at every
// output that it waits for, the first after the one that last started this way, cyclically; it
// takes the lowest such lane of each output. Without the first part a packet with many outputs
// could starve; reserving outputs for it instead would make switches wait for each other.
// Parameters: VirtualLanes; Inputs, input buffers of the switch; Age.
// Latency: combinational. able_i, by output port and lane: the input buffers that wait for the port
// and can have the lane.
`ifndef IBA_START_TOGETHER_SV_
`define IBA_START_TOGETHER_SV_
`include "wayfarer_assert.svh"

module iba_start_together
  import iba_pkg::*;
#(
  parameter int unsigned VirtualLanes = 2,
  parameter int unsigned Inputs       = 10,
  parameter int unsigned Age          = 256
) (
  input  logic                                clk_i,
  input  logic                                rst_ni,
  input  ports_t                              waits_i [Inputs],
  input  logic [VirtualLanes-1:0][Inputs-1:0] able_i  [Ports],
  output logic [VirtualLanes-1:0][Inputs-1:0] grant_o [Ports]
);

  `WF_ASSERT_STATIC(IbaStartTogetherLegal,
                    VirtualLanes >= 1 && Inputs >= 1 && Age >= 1 && Age <= MaxAge)

  localparam int unsigned IndexWidth = wf_pkg::index_width(Inputs);

  // By output port and lane: the aged packet that takes it, the other packets able to take it, and
  // the one of them that does.
  logic [VirtualLanes-1:0][Inputs-1:0] branch[Ports];
  logic [VirtualLanes-1:0][Inputs-1:0] able  [Ports];
  logic [VirtualLanes-1:0][Inputs-1:0] whole [Ports];
  logic [Inputs-1:0]                   waiting, patient, can, start;
  logic [IndexWidth-1:0]               unused_index;
  logic                                unused_valid;

  iba_age_timer #(
    .Inputs(Inputs),
    .Age   (Age)
  ) u_patience (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .waits_i  (waiting),
    .patient_o(patient)
  );

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic [VirtualLanes-1:0][Inputs-1:0] able_patient;

    for (genvar v = 0; v < VirtualLanes; v++) begin : gen_lane
      assign able_patient[v] = able_i[p][v] & patient;
      assign able[p][v]      = branch[p][v] == '0 ? able_i[p][v] & ~patient : '0;
      assign grant_o[p][v]   = branch[p][v] | whole[p][v];
    end

    iba_start_branches #(
      .VirtualLanes(VirtualLanes),
      .Inputs      (Inputs)
    ) u_branches (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .able_i (able_patient),
      .grant_o(branch[p])
    );
  end

  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    ports_t possible;
    for (genvar p = 0; p < Ports; p++) begin : gen_port
      logic [VirtualLanes-1:0] lanes;
      for (genvar v = 0; v < VirtualLanes; v++) begin : gen_lane
        assign lanes[v]       = able[p][v][i];
        assign whole[p][v][i] = start[i] && (lanes & (~lanes + VirtualLanes'(1))) ==
                                            VirtualLanes'(1) << v;
      end
      assign possible[p] = |lanes;
    end
    assign waiting[i] = waits_i[i] != '0;
    assign can[i]     = waiting[i] && !patient[i] && (waits_i[i] & ~possible) == '0;
  end

  wf_arbiter_round_robin #(
    .Requests(Inputs)
  ) u_turn (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(can),
    .advance_i(1'b1),
    .grant_o  (start),
    .index_o  (unused_index),
    .valid_o  (unused_valid)
  );

  for (genvar p = 0; p < Ports; p++) begin : gen_check
    logic [VirtualLanes-1:0] granted, shared;
    logic [Inputs-1:0]       starts_here;
    for (genvar v = 0; v < VirtualLanes; v++) begin : gen_lane
      assign granted[v] = |whole[p][v];
      assign shared[v]  = |whole[p][v] && |branch[p][v];
    end
    for (genvar i = 0; i < Inputs; i++) begin : gen_input
      assign starts_here[i] = start[i] && waits_i[i][p];
    end
    `WF_ASSERT(IbaStartsAllOrNothing, $onehot0(granted) && (|granted) == (|starts_here))
    `WF_ASSERT(IbaStartsLaneOnce, shared == '0)
  end

endmodule

`endif
