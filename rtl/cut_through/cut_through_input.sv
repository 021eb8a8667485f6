// SPDX-License-Identifier: Apache-2.0
//
// Input buffer of the cut-through router: holds one message, or the part of it that has arrived and
// not yet left, and beside it the request of its header.
//
// Parameters: FlitWidth; Depth, flits of the longest message; Pipeline, minimum cycles from the
// header's arrival to its connection; Outputs, the output buffers of the node; RoomBehind, whether
// a message may enter behind one that is leaving and of which nothing is still to come.
// Latency: a flit pushed in cycle t is at the front in cycle t + 1; a header pushed in cycle t is
// eligible_o from cycle t + Pipeline on, until connect_i connects it. Meanwhile request_o, else 0,
// are the output buffers that it may take. Both are registers. route_i has these output buffers in
// the cycle before: of the flit at the front, but with Pipeline 1 of the flit that is pushed. With
// RoomBehind it always has those of the flit that is pushed, and the header is eligible_o when it
// is also at the front.
// room_o, a register: a header may be pushed. open_o, a register: the next flit belongs to the
// message whose header was pushed last; such a flit always has room. waits_o, a register, with
// RoomBehind only: the header that was pushed last is not connected.
// Illegal: a header without room_o, another flit without open_o, a message longer than Depth.
`ifndef CUT_THROUGH_INPUT_SV_
`define CUT_THROUGH_INPUT_SV_
`include "wayfarer_assert.svh"

module cut_through_input
  import mesh_pkg::*;
#(
  parameter int unsigned FlitWidth  = 64,
  parameter int unsigned Depth      = 20,
  parameter int unsigned Pipeline   = 3,
  parameter int unsigned Outputs    = 13,
  parameter bit          RoomBehind = 1'b0
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 push_i,
  input  flit_tag_t            tag_i,
  input  logic [FlitWidth-1:0] data_i,
  output logic                 room_o,
  output logic                 open_o,
  output logic                 waits_o,
  input  logic [Outputs-1:0]   route_i,
  output logic                 eligible_o,
  output logic [Outputs-1:0]   request_o,
  input  logic                 connect_i,
  output logic                 holds_o,
  output flit_tag_t            tag_o,
  output logic [FlitWidth-1:0] data_o,
  input  logic                 pop_i
);

  `WF_ASSERT_STATIC(CutThroughInputLegal, FlitWidth >= 1 && Depth >= 1 && Pipeline >= 1 &&
                                          Outputs >= 1)

  localparam int unsigned LevelWidth = wf_pkg::count_width(Depth);

  logic [LevelWidth-1:0] unused_level;
  logic                  full, empty, open_q;

  // No message fills the buffer twice; a push while full waits for no pop.
  wf_fifo #(
    .Width($bits(flit_tag_t) + FlitWidth),
    .Depth(Depth)
  ) u_flits (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .push_i (push_i && !full),
    .data_i ({tag_i, data_i}),
    .pop_i  (pop_i),
    .data_o ({tag_o, data_o}),
    .level_o(unused_level),
    .full_o (full),
    .empty_o(empty)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni)     open_q <= 1'b0;
    else if (push_i) open_q <= !tag_i[Tail];
  end

  // Whether the header at the front is eligible from the next cycle on.
  logic ripens;

  if (Pipeline == 1) begin : gen_at_once
    assign ripens = push_i && tag_i[Head];
  end else begin : gen_pipeline
    localparam int unsigned CountWidth = wf_pkg::count_width(Pipeline - 1);
    logic [CountWidth-1:0] left_q;

    always_ff @(posedge clk_i) begin
      if (!rst_ni)                    left_q <= '0;
      else if (push_i && tag_i[Head]) left_q <= CountWidth'(Pipeline - 1);
      else if (left_q != '0)          left_q <= left_q - CountWidth'(1);
    end

    assign ripens = left_q == CountWidth'(1);
  end

  logic               eligible_q, routes;
  logic [Outputs-1:0] request_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || connect_i) begin
      eligible_q <= 1'b0;
      request_q  <= '0;
    end else begin
      if (ripens) eligible_q <= 1'b1;
      if (routes) request_q <= route_i;
    end
  end

  if (RoomBehind) begin : gen_room_behind
    logic waits_q;

    always_ff @(posedge clk_i) begin
      if (!rst_ni || connect_i)       waits_q <= 1'b0;
      else if (push_i && tag_i[Head]) waits_q <= 1'b1;
    end

    // A message whose header has left makes room as soon as all of it is there.
    assign room_o     = !open_q && !waits_q;
    assign waits_o    = waits_q;
    assign routes     = push_i && tag_i[Head];
    assign eligible_o = eligible_q && tag_o[Head];
    assign request_o  = eligible_o ? request_q : '0;

    `WF_ASSERT(CutThroughInputFits, !(push_i && full))
  end else begin : gen_empty_room
    assign room_o     = empty && !open_q;
    assign waits_o    = 1'b0;
    assign routes     = ripens;
    assign eligible_o = eligible_q;
    assign request_o  = request_q;
  end

  assign holds_o = !empty;
  assign open_o  = open_q;

`ifdef WAYFARER_ASSERT_ON
  logic connected_q;  // the header has left, the tail has not

  always_ff @(posedge clk_i) begin
    if (!rst_ni) connected_q <= 1'b0;
    else         connected_q <= (connected_q || connect_i) && !(pop_i && tag_o[Tail]);
  end
`endif

  `WF_ASSERT(CutThroughOneMessage, !push_i || (tag_i[Head] ? room_o : open_q))
  `WF_ASSERT(CutThroughHeaderWaits, !holds_o || tag_o[Head] == !connected_q)
  `WF_ASSERT(CutThroughInputConnectsEligible, !connect_i || eligible_o)
  `WF_ASSERT_STABLE(CutThroughInputStaysEligible, eligible_o && !connect_i,
                    {eligible_o, request_o})
  `WF_COVER(CutThroughInputFull, full)
  `WF_COVER(CutThroughInputWaits, eligible_o && !connect_i)
  `WF_COVER(CutThroughInputCutsThrough, push_i && pop_i && !tag_i[Head])
  `WF_COVER(CutThroughInputRunsEmpty, open_q && empty)
  `WF_COVER(CutThroughInputEntersBehind, push_i && tag_i[Head] && holds_o)

endmodule

`endif
