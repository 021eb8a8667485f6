// SPDX-License-Identifier: Apache-2.0
//
// The ages of the headers in one buffer, and the level of the one at its front (anti-starvation;
// docs/mway-aged.md).
//
// A header brings its age and takes it on. While it is at the front, every tick_i makes it older by
// one, up to the highest age. Top, of the front header alone, is set by promote_i and cleared when
// the header leaves; asked_o shows that the same header was eligible in the cycle before.
//
// Latency: an age, a promotion or eligibility shows in the next cycle. Illegal: promote_i or a
// leaving flit without a flit at the front.
`ifndef MWAY_AGE_SV_
`define MWAY_AGE_SV_
`include "wayfarer_assert.svh"

module mway_age
  import mway_pkg::*;
#(
  parameter int unsigned Depth = 2,
  localparam int unsigned PointerWidth = wf_pkg::index_width(Depth)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  // A flit arrives in a slot of the buffer.
  input  logic                    push_i,
  input  logic [PointerWidth-1:0] rear_i,
  input  age_t                    push_age_i,
  // The front flit: its slot, whether it is a header, may request, leaves.
  input  logic [PointerWidth-1:0] front_i,
  input  logic                    header_i,
  input  logic                    eligible_i,
  input  logic                    leaves_i,
  input  logic                    tick_i,
  input  logic                    promote_i,
  output age_t                    age_o,
  output logic                    top_o,
  output level_t                  level_o,  // 0 for data
  output logic                    asked_o
);

  `WF_ASSERT_STATIC(MwayAgeLegal, Depth >= 1 && Depth <= MaxDepth)

  localparam int unsigned Slots = 1 << PointerWidth;

  age_t [Slots-1:0] age_q;
  logic             top_q;
  logic             asked_q;

  // The two slots differ: a flit is pushed into a buffer that is not full.
  always_ff @(posedge clk_i) begin
    if (push_i) age_q[rear_i] <= push_age_i;
    if (tick_i && header_i && age_o != OldestAge) age_q[front_i] <= age_o + 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      top_q   <= 1'b0;
      asked_q <= 1'b0;
    end else begin
      top_q   <= ~leaves_i & (top_q | promote_i);
      asked_q <= header_i & eligible_i;
    end
  end

  assign age_o   = age_q[front_i];
  assign top_o   = top_q;
  assign level_o = !header_i ? '0 : level_of(age_o, top_q);
  assign asked_o = header_i & asked_q;

  `WF_ASSERT(TopIsOldest, !top_q || (header_i && age_o == OldestAge))

endmodule

`endif
