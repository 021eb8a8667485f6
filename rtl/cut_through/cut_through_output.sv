// SPDX-License-Identifier: Apache-2.0
//
// Output buffer of the cut-through router: holds one message, or the part of it that has arrived
// and not yet left. The hop count of its header is updated as it leaves.
//
// Parameters: FlitWidth; Depth, flits of the longest message; DrainingRoom, whether one message may
// enter behind the one that is leaving: a flit leaves in each cycle then, so that the two never
// need more words than the first one had; Counts, whether the buffer belongs to a link: then the
// header field at HopOffset, HopWidth bits in two's complement, moves one closer to zero: up if
// Minus, else down; Around, as in mesh_header_update.
// Latency: a flit pushed in cycle t is at the front in cycle t + 1.
// free_o: a message may be connected to the buffer in this cycle: none is connected, and the buffer
// is or becomes empty, or, with DrainingRoom, holds the rest of one message, which leaves from this
// cycle on. It depends combinationally on pop_i.
// Illegal: a message that pauses while it leaves in front of another one.
`ifndef CUT_THROUGH_OUTPUT_SV_
`define CUT_THROUGH_OUTPUT_SV_
`include "wayfarer_assert.svh"

module cut_through_output
  import mesh_pkg::*;
#(
  parameter int unsigned FlitWidth    = 64,
  parameter int unsigned Depth        = 20,
  parameter bit          DrainingRoom = 1'b0,
  parameter bit          Counts       = 1'b1,
  parameter bit          Minus        = 1'b0,
  parameter int unsigned HopOffset    = 0,
  parameter int unsigned HopWidth     = 5,
  parameter int unsigned Around       = 0
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 connected_i,
  output logic                 free_o,
  input  logic                 push_i,
  input  flit_tag_t            tag_i,
  input  logic [FlitWidth-1:0] data_i,
  output logic                 holds_o,
  output flit_tag_t            tag_o,
  output logic [FlitWidth-1:0] data_o,
  input  logic                 pop_i
);

  `WF_ASSERT_STATIC(CutThroughOutputLegal,
                    Depth >= 1 && HopWidth >= 2 && FlitWidth >= HopOffset + HopWidth)

  localparam int unsigned LevelWidth = wf_pkg::count_width(Depth);

  logic [FlitWidth-1:0]  data;
  logic [LevelWidth-1:0] level;
  logic                  unused_full, empty, draining;

  wf_fifo #(
    .Width($bits(flit_tag_t) + FlitWidth),
    .Depth(Depth)
  ) u_flits (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .push_i (push_i),
    .data_i ({tag_i, data_i}),
    .pop_i  (pop_i),
    .data_o ({tag_o, data}),
    .level_o(level),
    .full_o (unused_full),
    .empty_o(empty)
  );

  if (Counts) begin : gen_count
    mesh_header_update #(
      .HopOffset(HopOffset),
      .HopWidth (HopWidth),
      .Minus    (Minus),
      .Around   (Around),
      .FlitWidth(FlitWidth)
    ) u_header_update (
      .head_i (tag_o[Head]),
      .wraps_i(1'b0),
      .data_i (data),
      .data_o (data_o)
    );
  end else begin : gen_keep
    assign data_o = data;
  end

  if (DrainingRoom) begin : gen_draining_room
    logic behind_q;  // a message is behind the one at the front

    always_ff @(posedge clk_i) begin
      if (!rst_ni)                    behind_q <= 1'b0;
      else if (push_i && tag_i[Head]) behind_q <= level > LevelWidth'(pop_i);
      else if (pop_i && tag_o[Tail])  behind_q <= 1'b0;
    end

    assign draining = pop_i && !tag_o[Head] && !behind_q;

    `WF_ASSERT(CutThroughDrainsWithoutPause, !behind_q || pop_i)
  end else begin : gen_empty_room
    assign draining = 1'b0;
  end

  // A single flit is left: a register, since links, arbiters and crossbar come after it.
  logic one_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)     one_q <= 1'b0;
    else if (push_i) one_q <= pop_i ? one_q : empty;
    else if (pop_i)  one_q <= level == LevelWidth'(2);
  end

  assign holds_o = !empty;
  assign free_o  = !connected_i && (empty || draining || (one_q && pop_i));

  `WF_ASSERT(CutThroughOneFlitLeft, one_q == (level == LevelWidth'(1)))
  `WF_ASSERT(CutThroughTailLeavesLast, connected_i || !one_q || tag_o[Tail])
  `WF_COVER(CutThroughOutputFree, !connected_i && empty)
  `WF_COVER(CutThroughOutputFreeAsItEnds, !connected_i && one_q && pop_i)
  `WF_COVER(CutThroughOutputDraining, !connected_i && draining)
  `WF_COVER(CutThroughOutputHoldsLast, !connected_i && one_q && !pop_i)
  `WF_COVER(CutThroughOutputRunsEmpty, connected_i && empty && !push_i)

endmodule

`endif
