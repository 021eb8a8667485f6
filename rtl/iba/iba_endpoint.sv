// SPDX-License-Identifier: Apache-2.0
//
// An endpoint's side of its switch: the guards of the injection lanes, their ready signals, the
// registered ejection stall, and the error port.
//
// Parameters: VirtualLanes, which are the lanes; Depth, Longest, flits of a lane's buffer and of
// the largest packet. A lane is ready between header and tail, and otherwise when its buffer has
// room for the largest packet; not while hold_i. A flit of a lane that is not ready is not taken.
// Packets take room by the length in their header; freed_i returns it, by lane.
// Latency: push_o, by lane, and tag_o are combinational from the stream. ready_o settles from
// registers and hold_i; stall_o is stall_i a cycle later. error_o shows the causes of a cycle one
// cycle later, sequence_i among them, and the switch's, discards_i and expires_i, at once, since
// these are a cycle late themselves; error_count_o counts the cycles with an error, and saturates.
// Combinational paths:
//   discards_i, expires_i -> error_o, error_count_o
//   hold_i -> ready_o, push_o, tag_o
//   valid_i, lane_i, tag_i, length_i -> push_o, tag_o
`ifndef IBA_ENDPOINT_SV_
`define IBA_ENDPOINT_SV_
`include "wayfarer_assert.svh"

module iba_endpoint
  import iba_pkg::*;
#(
  parameter int unsigned VirtualLanes = 2,
  parameter int unsigned Depth        = 9,
  parameter int unsigned Longest      = 9,
  localparam int unsigned LaneWidth  = wf_pkg::index_width(VirtualLanes),
  localparam int unsigned FlitsWidth = wf_pkg::count_width(Longest)
) (
  input  logic                                    clk_i,
  input  logic                                    rst_ni,
  input  logic                                    hold_i,
  // The stream.
  input  logic                                    valid_i,
  input  logic [LaneWidth-1:0]                    lane_i,
  input  flit_tag_t                               tag_i,
  input  length_t                                 length_i,  // of a header
  output logic [VirtualLanes-1:0]                 ready_o,
  output logic [ErrorWidth-1:0]                   error_o,
  output logic [7:0]                              error_count_o,
  input  logic                                    stall_i,
  // The switch.
  output logic [VirtualLanes-1:0]                 push_o,
  output flit_tag_t                               tag_o,
  input  logic [VirtualLanes-1:0][FlitsWidth-1:0] freed_i,
  input  logic                                    discards_i,
  input  logic                                    expires_i,
  input  logic                                    sequence_i,
  output logic                                    stall_o
);

  `WF_ASSERT_STATIC(IbaEndpointLegal,
                    lanes_legal(VirtualLanes) && Longest >= 1 && Longest <= MaxFlits &&
                    Depth >= Longest)

  localparam int unsigned CreditWidth = wf_pkg::count_width(Depth);

  logic [VirtualLanes-1:0] order, length, tails;

  for (genvar v = 0; v < VirtualLanes; v++) begin : gen_lane
    logic [CreditWidth-1:0] room;
    logic                   taken, open;
    flit_tag_t              tag;

    assign ready_o[v] = !hold_i && (open || 32'(room) >= Longest);
    assign taken      = valid_i && 32'(lane_i) == v && ready_o[v];

    iba_guard #(
      .Longest(Longest)
    ) u_guard (
      .clk_i   (clk_i),
      .rst_ni  (rst_ni),
      .valid_i (taken),
      .tag_i   (tag_i),
      .length_i(length_i),
      .pass_o  (push_o[v]),
      .tag_o   (tag),
      .open_o  (open),
      .order_o (order[v]),
      .length_o(length[v])
    );

    assign tails[v] = push_o[v] && tag[Tail];

    iba_credit #(
      .Depth  (Depth),
      .Longest(Longest)
    ) u_room (
      .clk_i   (clk_i),
      .rst_ni  (rst_ni),
      .take_i  (push_o[v] && tag_i[Head] ? FlitsWidth'(length_i) + FlitsWidth'(1) : '0),
      .freed_i (freed_i[v]),
      .credit_o(room)
    );
  end

  assign tag_o[Head] = tag_i[Head];
  assign tag_o[Tail] = |tails;

  logic [ErrorWidth-1:0] error, error_q;
  logic                  stall_q;

  always_comb begin
    error                = '0;
    error[ErrorOrder]    = |order;
    error[ErrorLength]   = |length;
    error[ErrorSequence] = sequence_i;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      error_q <= '0;
      stall_q <= 1'b0;
    end else begin
      error_q <= error;
      stall_q <= stall_i;
    end
  end

  iba_counter #(
    .Events(1),
    .Width (8)
  ) u_errors (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .event_i(error_o != '0),
    .count_o(error_count_o)
  );

  always_comb begin
    error_o                = error_q;
    error_o[ErrorRoute]    = discards_i;
    error_o[ErrorLifetime] = expires_i;
  end

  assign stall_o = stall_q;

  `WF_ASSERT(IbaEndpointTakesReady, (push_o & ~ready_o) == '0 && $onehot0(push_o))

endmodule

`endif
