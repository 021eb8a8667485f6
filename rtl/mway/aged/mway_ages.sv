// SPDX-License-Identifier: Apache-2.0
//
// Anti-starvation of a buffer set: the ages of its headers on the upper priority lines and the Wait
// line of the channel that it drives (docs/mway-aged.md).
//
// A set requests with the highest level of its eligible buffers; request_o is the request for the
// lower lines, which only sets of the channel's highest level make. In the drive cycle it sends
// from the highest of may_send_o. While an old header waits for a router (old_q), a header may be
// sent only if it took part in the arbitration, of at least the level that won it. Data may always.
//
// Every member of a channel has the same copies of the clock, whose lowest bit is the parity of the
// cycle, of the turn and of the channel's level: all are reset alike.
// Latency: combinational from eligible_i and the channel's level; else from registers.
`ifndef MWAY_AGES_SV_
`define MWAY_AGES_SV_
`include "wayfarer_assert.svh"

module mway_ages
  import mway_pkg::*, mway_config_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned Buffers      = Config.Buffers,
  localparam int unsigned PointerWidth = wf_pkg::index_width(Config.Depth)
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  // Flits that arrive in the buffers.
  input  logic       [Buffers-1:0]                  push_i,
  input  age_t                                      push_age_i,
  input  logic       [Buffers-1:0][PointerWidth-1:0] rear_i,
  // The flits at their fronts.
  input  flit_info_t [Buffers-1:0]                  front_i,
  input  logic       [Buffers-1:0][PointerWidth-1:0] front_pointer_i,
  input  logic       [Buffers-1:0]                  eligible_i,
  input  logic       [Buffers-1:0]                  leaves_i,
  output age_t       [Buffers-1:0]                  age_o,
  // Buffers that may send when the set drives, and the request of its arbiter.
  output logic       [Buffers-1:0]                  may_send_o,
  output logic                                      request_o,
  // The channel's lines, and this set's outputs to them.
  input  age_lines_t                                lines_i,
  output age_lines_t                                lines_o
);

  `WF_ASSERT_STATIC(MwayAgesLegal, config_legal(Config))

  localparam way_t LastWay     = way_t'(ways(Config) - 1);
  localparam way_t FirstLocal  = way_t'(processor_way(Config.Extents, Config.Torus));

  logic   [Config.AgeShift-1:0] clock_q;
  way_t                         turn_way_q;
  logic                         turn_class_q;  // of the turn; 0 on a mesh
  logic                         old_q;         // an old header waits for a router
  level_t                       level_q;       // that won the arbitration of the cycle before
  logic                         odd;
  logic                         tick;
  logic   [Buffers-1:0]         header;
  logic   [Buffers-1:0]         old;
  logic   [Buffers-1:0]         in_turn;
  logic   [Buffers-1:0]         top;
  logic   [Buffers-1:0]         asked;
  logic   [Buffers-1:0]         may;
  level_t [Buffers-1:0]         level;

  assign odd  = clock_q[0];
  assign tick = &clock_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      clock_q      <= '0;
      turn_way_q   <= '0;
      turn_class_q <= 1'b0;
      old_q        <= 1'b0;
      level_q      <= '0;
    end else begin
      clock_q <= clock_q + 1'b1;
      level_q <= lines_i.level;
      if (!odd) old_q <= lines_i.waits;
      if (odd && (!Config.Torus || turn_class_q)) begin
        turn_way_q <= turn_way_q == LastWay ? '0 : turn_way_q + 1'b1;
      end
      if (odd) turn_class_q <= Config.Torus & ~turn_class_q;
    end
  end

  for (genvar b = 0; b < Buffers; b++) begin : gen_buffer
    assign header[b]  = front_i[b].tag == TagHeader;
    assign old[b]     = level[b] != '0 && front_i[b].way < FirstLocal;
    assign in_turn[b] = front_i[b].way == turn_way_q && front_i[b].buffer_class == turn_class_q;
    assign may[b]     = eligible_i[b] &
                        (~header[b] | ~old_q | (asked[b] & level[b] >= level_q));

    mway_age #(
      .Depth(Config.Depth)
    ) u_age (
      .clk_i     (clk_i),
      .rst_ni    (rst_ni),
      .push_i    (push_i[b]),
      .rear_i    (rear_i[b]),
      .push_age_i(push_age_i),
      .front_i   (front_pointer_i[b]),
      .header_i  (header[b]),
      .eligible_i(eligible_i[b]),
      .leaves_i  (leaves_i[b]),
      .tick_i    (tick),
      .promote_i (odd & ~lines_i.waits & in_turn[b] & header[b] & age_o[b] == OldestAge),
      .age_o     (age_o[b]),
      .top_o     (top[b]),
      .level_o   (level[b]),
      .asked_o   (asked[b])
    );
  end

  /* verilator lint_off PINCONNECTEMPTY */
  mway_highest #(
    .Members(Buffers)
  ) u_requests (
    .member_i (eligible_i),
    .level_i  (level),
    .highest_o(),
    .level_o  (lines_o.level)
  );

  mway_highest #(
    .Members(Buffers)
  ) u_senders (
    .member_i (may),
    .level_i  (level),
    .highest_o(may_send_o),
    .level_o  ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign lines_o.waits = odd ? |(top & in_turn) : |old;
  assign request_o     = |eligible_i & lines_o.level == lines_i.level;

  `WF_ASSERT(LevelCoversRequest, lines_o.level <= lines_i.level)
  `WF_ASSERT(WaitIsHeard, !lines_o.waits || lines_i.waits)
  // While an old header waits for a router, a header leaves only with the level that won.
  for (genvar b = 0; b < Buffers; b++) begin : gen_check
    `WF_ASSERT(OldHeaderFirst, !(leaves_i[b] && header[b] && old_q) || level[b] >= level_q)
  end

endmodule

`endif
