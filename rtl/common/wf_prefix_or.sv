// SPDX-License-Identifier: Apache-2.0
//
// Exclusive prefix OR: which positions have a set bit below them, and whether any bit is set.
//
// Parameters: Size, the bits of the vector, at least 1.
// Latency: combinational; log2(Size) levels of shift and OR. The lowest set bit of x is
// x & ~above_o: the same as x & -x, but without a carry chain, which is slower than LUTs at these
// sizes.
`ifndef WF_PREFIX_OR_SV_
`define WF_PREFIX_OR_SV_
`include "wayfarer_assert.svh"

module wf_prefix_or #(
  parameter int unsigned Size = 4
) (
  input  logic            clk_i,  // clock and reset: for assertions only
  input  logic            rst_ni,
  input  logic [Size-1:0] bits_i,
  output logic [Size-1:0] above_o,
  output logic            any_o
);

  `WF_ASSERT_STATIC(WfPrefixOrLegal, Size >= 1)

  localparam int unsigned Steps = $clog2(Size);

  // After step s: whether one of the 2^s positions below is set.
  for (genvar s = 0; s <= Steps; s++) begin : gen_step
    logic [Size-1:0] above;
    if (s == 0) begin : gen_first
      assign above = bits_i << 1;
    end else begin : gen_later
      assign above = gen_step[s-1].above | (gen_step[s-1].above << (1 << (s - 1)));
    end
  end

  assign above_o = gen_step[Steps].above;
  assign any_o   = above_o[Size-1] || bits_i[Size-1];

  `WF_ASSERT(PrefixOrLowest, (bits_i & ~above_o) == (bits_i & (~bits_i + Size'(1))))

endmodule

`endif
