// SPDX-License-Identifier: Apache-2.0
//
// Selects one of several candidates at random: the one whose number XOR random_i is smallest. Makes
// this choice for every column of a matrix at once, with the same random number.
//
// Parameters: Size, the maximum number of candidates, at least 1; Columns, at least 1.
// Latency: combinational: a tree over the candidates' numbers. At each fork a candidate is left if
// the random bit points to its branch, or the other branch has no candidate.
// candidate_i[n][c]: number n is a candidate in column c. In select_o a column is one-hot while it
// has a candidate, else zero. If random_i is the number of no candidate, the nearest one in this
// order is selected, so candidates are not all equally likely.
`ifndef CUT_THROUGH_RANDOM_SELECT_SV_
`define CUT_THROUGH_RANDOM_SELECT_SV_
`include "wayfarer_assert.svh"

module cut_through_random_select #(
  parameter int unsigned Size    = 4,
  parameter int unsigned Columns = 1,
  localparam int unsigned IndexWidth = wf_pkg::index_width(Size)
) (
  input  logic                  clk_i,  // clock and reset: for assertions only
  input  logic                  rst_ni,
  input  logic [Columns-1:0]    candidate_i[Size],
  input  logic [IndexWidth-1:0] random_i,
  output logic [Columns-1:0]    select_o   [Size]
);

  `WF_ASSERT_STATIC(CutThroughRandomSelectLegal, Size >= 1 && Columns >= 1)

  localparam int unsigned Padded = wf_pkg::padded_size(Size);

  // By step s and block n of 2^s numbers: the columns with a candidate in it, found from the leaves
  // on, and those whose choice is in it if it has a candidate, found from the root on.
  for (genvar s = 0; s < IndexWidth; s++) begin : gen_step
    logic [Columns-1:0] any  [Padded>>s];
    logic [Columns-1:0] taken[Padded>>s];

    for (genvar n = 0; n < Padded >> s; n++) begin : gen_block
      logic [Columns-1:0] parent;

      if (s > 0) begin : gen_node
        assign any[n] = gen_step[s-1].any[2*n] | gen_step[s-1].any[2*n+1];
      end else if (n < Size) begin : gen_candidate
        assign any[n]      = candidate_i[n];
        assign select_o[n] = candidate_i[n] & taken[n];
      end else begin : gen_none
        assign any[n] = '0;
      end

      if (s == IndexWidth - 1) begin : gen_root
        assign parent = '1;
      end else begin : gen_branch
        assign parent = gen_step[s+1].taken[n/2];
      end

      assign taken[n] = parent & ({Columns{random_i[s] == 1'(n)}} | ~any[n^1]);
    end
  end

  for (genvar c = 0; c < Columns; c++) begin : gen_check
    logic [Size-1:0] candidate, select;
    for (genvar n = 0; n < Size; n++) begin : gen_number
      assign candidate[n] = candidate_i[n][c];
      assign select[n]    = select_o[n][c];
    end
    `WF_ASSERT(CutThroughRandomSelectOneCandidate,
               $onehot0(select) && (select & ~candidate) == '0 &&
               (|select) == (|candidate))
  end

endmodule

`endif
