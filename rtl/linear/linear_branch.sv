// SPDX-License-Identifier: Apache-2.0
//
// The 1x2 switch of the reverse network, beside every switch of the forward one: one input with a
// buffer, two outputs. A message leaves through Upstream if its destination lies that way, else
// through Local, and holds that output from header to tail.
//
// Parameters: Hosts; FlitWidth, Depth and Refill as in linear_switch.
// Latency: a flit taken in one cycle is at an output in the next. Throughput: one flit per cycle,
// except for Depth = 1 without Refill, which reaches half of it.
// With Refill, ready_o depends combinationally on ready_i. valid_o does not; an offered flit stays
// until it is taken.
// Illegal: a header to a terminal that is not a host, and a stream that is not header first, tail
// last. The guard at the server passes neither.
`ifndef LINEAR_BRANCH_SV_
`define LINEAR_BRANCH_SV_
`include "wayfarer_assert.svh"

module linear_branch
  import linear_pkg::*;
#(
  parameter int unsigned Hosts     = 4,
  parameter int unsigned FlitWidth = 64,
  parameter int unsigned Depth     = 1,
  parameter bit          Refill    = 1'b1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // The hosts that are reached through Upstream; a constant.
  input  logic [Hosts-1:0]     below_i,
  // The input.
  input  logic                 valid_i,
  input  flit_tag_t            tag_i,
  input  logic [FlitWidth-1:0] data_i,
  output logic                 ready_o,
  // The outputs, Local and Upstream.
  output logic [1:0]           valid_o,
  output flit_tag_t            tag_o,
  output logic [FlitWidth-1:0] data_o,
  input  logic [1:0]           ready_i
);

  `WF_ASSERT_STATIC(LinearBranchLegal,
                    Hosts >= 1 && Hosts <= MaxHosts && FlitWidth >= TerminalWidth && Depth >= 1)

  localparam int unsigned BufferWidth = FlitWidth + $bits(flit_tag_t);
  localparam int unsigned LevelWidth  = wf_pkg::count_width(Depth);
  localparam int unsigned HostWidth   = wf_pkg::index_width(Hosts);
  localparam int unsigned PaddedHosts = wf_pkg::padded_size(Hosts);

  logic push, pop, full, empty;
  logic [LevelWidth-1:0] unused_level;

  assign ready_o = !full || (Refill && pop);
  assign push    = valid_i && ready_o;

  wf_fifo #(
    .Width(BufferWidth),
    .Depth(Depth)
  ) u_buffer (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .push_i (push),
    .data_i ({tag_i, data_i}),
    .pop_i  (pop),
    .data_o ({tag_o, data_o}),
    .level_o(unused_level),
    .full_o (full),
    .empty_o(empty)
  );

  // The output of the message at the front: computed for its header, stored for the rest.
  logic [PaddedHosts-1:0] below;
  logic way_q, way;

  assign below   = PaddedHosts'(below_i);
  assign way     = tag_o.head ? below[data_o[HostWidth-1:0]] : way_q;
  assign valid_o = {!empty && way, !empty && !way};
  assign pop     = |(valid_o & ready_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni)  way_q <= 1'b0;
    else if (pop) way_q <= way;
  end

  `WF_ASSERT(LinearBranchDestinationExists,
             empty || !tag_o.head || 32'(data_o[TerminalWidth-1:0]) < Hosts)
  `WF_ASSERT(LinearBranchNoLoss, !(push && full && !pop))
  `WF_ASSERT_STABLE(LinearBranchHeld, !empty && !pop, {tag_o, data_o})
  `WF_COVER(LinearBranchTurnsUp, pop && tag_o.head && way)
  `WF_COVER(LinearBranchTurnsLocal, pop && tag_o.head && !way)
  `WF_COVER(LinearBranchRefills, push && full && pop)
  `WF_COVER(LinearBranchFull, valid_i && !ready_o)

endmodule

`endif
