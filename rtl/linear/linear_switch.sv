// SPDX-License-Identifier: Apache-2.0
//
// The 2x1 wormhole switch (section II, Figure 1): two inputs with a buffer each, one output.
//
// Parameters: FlitWidth, data bits of a flit; Depth, flits of a buffer; Refill, whether a full
// buffer that is being emptied takes a flit in the same cycle; UpstreamFirst, the arbitration.
// Latency: a flit taken in one cycle is at the output in the next. Throughput: one flit per cycle,
// except for Depth = 1 without Refill, which reaches half of it.
// With Refill, ready_o depends combinationally on ready_i: along a chain of switches the path is as
// long as the chain. Depth = 2 without Refill has the same throughput and no such path.
//
// From header to tail a message holds the output; flits of two messages never mix. Between messages
// the header that reached the front of its buffer first wins, on an exact tie the upstream one.
// UpstreamFirst is the other reading of the paper, under which a host waits for all hosts upstream:
// the upstream header wins whenever both are present (docs/linear.md).
// valid_o does not depend on ready_i. An offered flit stays until it is taken; only UpstreamFirst
// may replace a local header that waits for ready_i.
// Combinational paths:
//   ready_i -> ready_o (Refill=1)
`ifndef LINEAR_SWITCH_SV_
`define LINEAR_SWITCH_SV_
`include "wayfarer_assert.svh"

module linear_switch
  import linear_pkg::*;
#(
  parameter int unsigned FlitWidth     = 64,
  parameter int unsigned Depth         = 1,
  parameter bit          Refill        = 1'b1,
  parameter bit          UpstreamFirst = 1'b0
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  // The inputs, Local and Upstream.
  input  logic      [1:0]                valid_i,
  input  flit_tag_t [1:0]                tag_i,
  input  logic      [1:0][FlitWidth-1:0] data_i,
  output logic      [1:0]                ready_o,
  // The output.
  output logic                           valid_o,
  output flit_tag_t                      tag_o,
  output logic      [FlitWidth-1:0]      data_o,
  input  logic                           ready_i,
  // Monitor: the input whose flit is at the output, or the last one that was.
  output logic                           owner_o
);

  `WF_ASSERT_STATIC(LinearSwitchLegal, FlitWidth >= 1 && Depth >= 1)

  localparam int unsigned WordWidth  = FlitWidth + $bits(flit_tag_t);
  localparam int unsigned LevelWidth = wf_pkg::count_width(Depth);

  // Buffers.
  logic      [1:0]                push, pop, full, empty, front;
  flit_tag_t [1:0]                tag;
  logic      [1:0][FlitWidth-1:0] data;

  for (genvar i = 0; i < 2; i++) begin : gen_input
    logic [LevelWidth-1:0] unused_level;

    assign ready_o[i] = !full[i] || (Refill && pop[i]);
    assign push[i]    = valid_i[i] && ready_o[i];
    assign front[i]   = !empty[i];

    wf_fifo #(
      .Width(WordWidth),
      .Depth(Depth)
    ) u_buffer (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .push_i (push[i]),
      .data_i ({tag_i[i], data_i[i]}),
      .pop_i  (pop[i]),
      .data_o ({tag[i], data[i]}),
      .level_o(unused_level),
      .full_o (full[i]),
      .empty_o(empty[i])
    );
  end

  // The owner of the output, while a message holds it.
  logic held_q, owner_q, owner;
  // Without a holder: whether the local header was at the front before the upstream one.
  logic local_first_q;

  logic upstream_goes;
  assign upstream_goes = front[Upstream] && !(front[Local] && local_first_q);
  assign owner   = held_q ? owner_q : (|front ? upstream_goes : owner_q);
  assign valid_o = front[owner];
  assign tag_o   = tag[owner];
  assign data_o  = data[owner];
  assign owner_o = owner;

  logic sent;
  assign sent = valid_o && ready_i;
  assign pop  = {sent && owner, sent && !owner};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      held_q  <= 1'b0;
      owner_q <= 1'b0;
    end else if (sent) begin
      held_q  <= !tag_o.tail;
      owner_q <= owner;
    end
  end

  if (UpstreamFirst) begin : gen_upstream_first
    assign local_first_q = 1'b0;
  end else begin : gen_earlier_first
    // A header that stays is older than any that reaches the other front from now on.
    logic local_waits, upstream_waits;
    assign local_waits    = front[Local] && !pop[Local];
    assign upstream_waits = front[Upstream] && !pop[Upstream];

    always_ff @(posedge clk_i) begin
      if (!rst_ni) local_first_q <= 1'b0;
      else         local_first_q <= local_waits && (local_first_q || !upstream_waits);
    end
  end

  // A held message's own flits, in order: never a header inside, never data from outside.
  `WF_ASSERT(LinearSwitchNoMixing, !valid_o || tag_o.head == !held_q)
  `WF_ASSERT(LinearSwitchWorkConserving, held_q || valid_o == (|front))
  `WF_ASSERT(LinearSwitchNoLoss, (push & full & ~pop) == '0)
  `WF_ASSERT_STABLE(LinearSwitchHeld,
                    valid_o && !ready_i && (!UpstreamFirst || held_q || owner),
                    {valid_o, tag_o, data_o})
  `WF_COVER(LinearSwitchTieGoesUpstream, !held_q && (&front) && !local_first_q)
  `WF_COVER(LinearSwitchLocalGoesFirst, !held_q && (&front) && local_first_q)
  `WF_COVER(LinearSwitchHeldByLocal, held_q && !owner && front[Upstream])
  `WF_COVER(LinearSwitchHeldByUpstream, held_q && owner && front[Local])
  `WF_COVER(LinearSwitchTakesTurns, sent && tag_o.tail && front[!owner])
  `WF_COVER(LinearSwitchHeldWithoutFlit, held_q && !valid_o && (|front))
  `WF_COVER(LinearSwitchRefills, (push & full & pop) != '0)
  `WF_COVER(LinearSwitchFull, (full & valid_i & ~ready_o) == '1)

endmodule

`endif
