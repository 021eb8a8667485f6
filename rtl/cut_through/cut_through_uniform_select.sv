// SPDX-License-Identifier: Apache-2.0
//
// Selects one of several candidates at random, all with the same chance: the one with k candidates
// below it, where k = floor(n * random_i / 2^Width) of n candidates.
//
// Parameters: Size, the maximum number of candidates, at least 1; Width, bits of the random number,
// 1 to 32, and 2^Width is at least Size.
// Latency: combinational: sums of candidates in log2(Size) levels of adders, the product of their
// number and random_i, and a comparison for each candidate.
// select_o is one-hot while there is a candidate, else zero. Of the 2^Width random numbers each
// candidate has floor(2^Width / n) or one more. So if these are equally likely, a candidate's
// probability is less than 2^-Width off 1 / n.
`ifndef CUT_THROUGH_UNIFORM_SELECT_SV_
`define CUT_THROUGH_UNIFORM_SELECT_SV_
`include "wayfarer_assert.svh"

module cut_through_uniform_select #(
  parameter int unsigned Size  = 4,
  parameter int unsigned Width = 16
) (
  input  logic             clk_i,  // clock and reset: for assertions only
  input  logic             rst_ni,
  input  logic [Size-1:0]  candidate_i,
  input  logic [Width-1:0] random_i,
  output logic [Size-1:0]  select_o
);

  `WF_ASSERT_STATIC(CutThroughUniformSelectLegal,
                    Size >= 1 && Width >= 1 && Width <= 32 && 64'(Size) <= 64'd1 << Width)

  localparam int unsigned Steps      = $clog2(Size);
  localparam int unsigned CountWidth = $clog2(Size + 1);

  // After step s: the candidates among the 2^s positions up to each one, itself included.
  for (genvar s = 0; s <= Steps; s++) begin : gen_step
    localparam int unsigned Below = (1 << s) >> 1;
    logic [Size-1:0][CountWidth-1:0] count;
    for (genvar n = 0; n < Size; n++) begin : gen_position
      if (s == 0) begin : gen_first
        assign count[n] = CountWidth'(candidate_i[n]);
      end else if (n < Below) begin : gen_whole
        assign count[n] = gen_step[s-1].count[n];
      end else begin : gen_sum
        assign count[n] = gen_step[s-1].count[n] + gen_step[s-1].count[n-Below];
      end
    end
  end

  logic [CountWidth+Width-1:0] product;
  logic [CountWidth-1:0]       rank;

  assign product = (CountWidth + Width)'(gen_step[Steps].count[Size-1]) *
                   (CountWidth + Width)'(random_i);
  assign rank    = product[CountWidth+Width-1:Width];

  logic unused_fraction;
  assign unused_fraction = ^product[Width-1:0];

  // Selects the lowest position with more than `rank` candidates up to and including it.
  for (genvar n = 0; n < Size; n++) begin : gen_select
    assign select_o[n] = candidate_i[n] && gen_step[Steps].count[n] == rank + CountWidth'(1);
  end

  `WF_ASSERT(CutThroughUniformSelectOneCandidate,
             $onehot0(select_o) && (select_o & ~candidate_i) == '0 &&
             (|select_o) == (|candidate_i))

endmodule

`endif
