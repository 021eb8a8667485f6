// SPDX-License-Identifier: Apache-2.0
//
// The number of the set bit of a one-hot vector, in binary.
//
// Parameters: Size, the bits of the vector, at least 1.
// Latency: combinational; an OR tree over half of the inputs for each bit of the index.
// index_o is zero for a vector of zeros. More than one bit set is illegal: the index is then the
// OR of all their numbers.
`ifndef WF_ONEHOT_TO_INDEX_SV_
`define WF_ONEHOT_TO_INDEX_SV_
`include "wayfarer_assert.svh"

module wf_onehot_to_index #(
  parameter int unsigned Size = 4,
  localparam int unsigned IndexWidth = wf_pkg::index_width(Size)
) (
  input  logic                  clk_i,  // clock and reset: for assertions only
  input  logic                  rst_ni,
  input  logic [Size-1:0]       onehot_i,
  output logic [IndexWidth-1:0] index_o
);

  `WF_ASSERT_STATIC(WfOnehotToIndexLegal, Size >= 1)

  // The positions whose number has the given bit set.
  function automatic logic [Size-1:0] positions(int unsigned index_bit);
    logic [Size-1:0] mask;
    for (int unsigned i = 0; i < Size; i++) begin
      mask[i] = ((i >> index_bit) & 32'd1) == 32'd1;
    end
    return mask;
  endfunction

  if (Size == 1) begin : gen_single
    logic unused_onehot;
    assign unused_onehot = onehot_i[0];
    assign index_o = '0;
  end else begin : gen_tree
    for (genvar i = 0; i < IndexWidth; i++) begin : gen_bit
      localparam logic [Size-1:0] Positions = positions(i);
      assign index_o[i] = |(onehot_i & Positions);
    end
  end

  `WF_ASSERT(OnehotInput, $onehot0(onehot_i))

endmodule

`endif
