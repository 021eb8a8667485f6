// SPDX-License-Identifier: Apache-2.0
//
// Exclusive prefix counts up to two: which positions have at least one, and at least two, set bits
// below them, and whether the whole vector has as many.
//
// Parameters: Size, the bits of the vector, at least 1.
// Latency: combinational; log2(Size) levels, as deep as wf_prefix_or.
`ifndef WORMHOLE_PREFIX_TWO_SV_
`define WORMHOLE_PREFIX_TWO_SV_
`include "wayfarer_assert.svh"

module wormhole_prefix_two #(
  parameter int unsigned Size = 4
) (
  input  logic            clk_i,  // clock and reset: for assertions only
  input  logic            rst_ni,
  input  logic [Size-1:0] bits_i,
  output logic [Size-1:0] above_one_o,
  output logic [Size-1:0] above_two_o,
  output logic            one_o,
  output logic            two_o
);

  `WF_ASSERT_STATIC(WormholePrefixTwoLegal, Size >= 1)

  localparam int unsigned Steps = $clog2(Size + 1);

  // After step s: whether one, or two, of the 2^s positions below are set. Size is the end.
  for (genvar s = 0; s <= Steps; s++) begin : gen_step
    logic [Size:0] one, two;
    if (s == 0) begin : gen_first
      assign one = {bits_i, 1'b0};
      assign two = '0;
    end else begin : gen_later
      localparam int unsigned Shift = 1 << (s - 1);
      assign one = gen_step[s-1].one | (gen_step[s-1].one << Shift);
      assign two = gen_step[s-1].two | (gen_step[s-1].two << Shift) |
                   (gen_step[s-1].one & (gen_step[s-1].one << Shift));
    end
  end

  assign {one_o, above_one_o} = gen_step[Steps].one;
  assign {two_o, above_two_o} = gen_step[Steps].two;

  `WF_ASSERT(WormholePrefixTwoCounts,
             one_o == ($countones(bits_i) >= 1) && two_o == ($countones(bits_i) >= 2))

endmodule

`endif
