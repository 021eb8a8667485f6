// SPDX-License-Identifier: Apache-2.0
//
// Tells whether the next flit of an injected message is the last one that a buffer has room for.
//
// Parameters: Depth, flits of the longest message.
// Latency: last_o settles from registers: a counter of the current message's flits.
// push_i: a flit enters the buffer; tail_i: it is its message's last. Flit number Depth must be.
`ifndef CUT_THROUGH_LENGTH_SV_
`define CUT_THROUGH_LENGTH_SV_
`include "wayfarer_assert.svh"

module cut_through_length #(
  parameter int unsigned Depth = 20
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic push_i,
  input  logic tail_i,
  output logic last_o
);

  `WF_ASSERT_STATIC(CutThroughLengthLegal, Depth >= 1)

  localparam int unsigned CountWidth = wf_pkg::index_width(Depth);

  logic [CountWidth-1:0] count_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)     count_q <= '0;
    else if (push_i) count_q <= tail_i ? '0 : count_q + CountWidth'(1);
  end

  assign last_o = count_q == CountWidth'(Depth - 1);

  `WF_ASSERT(CutThroughMessageFits, !(push_i && last_o && !tail_i))

endmodule

`endif
