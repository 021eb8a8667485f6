// SPDX-License-Identifier: Apache-2.0
//
// Credits for the input buffer at the far end of a link, counted by its sender.
//
// Parameters: Depth, flits of the buffer; Room, 0 to Depth.
// Whatever number of registers the link has in either direction, the buffer takes every flit that
// is sent: at most Depth flits are in the buffer, on the way to it, or have their credits on the
// way back. full_o is combinational from credit_i, so a credit counts in its own cycle. Without
// link registers, full_o equals the buffer's own full bit. fits_o, from a register: there are
// credits for Room more flits.
// Illegal: sending while full_o, more credits than flits sent.
`ifndef WORMHOLE_CREDIT_SV_
`define WORMHOLE_CREDIT_SV_
`include "wayfarer_assert.svh"

module wormhole_credit #(
  parameter int unsigned Depth = 2,
  parameter int unsigned Room  = Depth
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic sent_i,
  input  logic credit_i,
  output logic full_o,
  output logic fits_o
);

  `WF_ASSERT_STATIC(WormholeCreditLegal, Depth >= 1 && Room <= Depth)

  // The flits without a credit, one-hot as in wormhole_input.
  logic [Depth:0] level_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)                 level_q <= (Depth + 1)'(1);
    else if (sent_i != credit_i) level_q <= sent_i ? level_q << 1 : level_q >> 1;
  end

  assign full_o = level_q[Depth] && !credit_i;
  assign fits_o = |level_q[Depth-Room:0];

  `WF_ASSERT(WormholeCreditCovers, !(sent_i && full_o))
  `WF_ASSERT(WormholeCreditOfSent, !(credit_i && level_q[0]))
  `WF_ASSERT(WormholeCreditLevel, $onehot(level_q))
  `WF_COVER(WormholeCreditExhausted, full_o)
  `WF_COVER(WormholeCreditSentWithLast, sent_i && credit_i && level_q[Depth])
  `WF_COVER(WormholeCreditDoesNotFit, !fits_o && !full_o)

endmodule

`endif
