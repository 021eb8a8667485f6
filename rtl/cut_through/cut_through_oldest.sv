// SPDX-License-Identifier: Apache-2.0
//
// Selects, of the messages in some frames, the one that entered first.
//
// Parameters: Frames; Columns, the choices made at the same time.
// Latency: select_o is combinational; enter_i takes effect in the next cycle. enter_i is one-hot or
// zero: a message enters that frame and is then the last one. While there is a candidate of a
// column, select_o is one-hot there, else zero. After reset the frames have entered by number.
`ifndef CUT_THROUGH_OLDEST_SV_
`define CUT_THROUGH_OLDEST_SV_
`include "wayfarer_assert.svh"

module cut_through_oldest #(
  parameter int unsigned Frames  = 5,
  parameter int unsigned Columns = 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [Frames-1:0]  enter_i,
  input  logic [Columns-1:0] candidate_i[Frames],
  output logic [Columns-1:0] select_o   [Frames]
);

  `WF_ASSERT_STATIC(CutThroughOldestLegal, Frames >= 1 && Columns >= 1)

  // earlier[f][g]: the message in frame f entered before that in frame g.
  logic [Frames-1:0][Frames-1:0] earlier;

  for (genvar f = 0; f < Frames; f++) begin : gen_frame
    for (genvar g = 0; g < Frames; g++) begin : gen_other
      if (f < g) begin : gen_pair
        logic earlier_q;

        always_ff @(posedge clk_i) begin
          if (!rst_ni)         earlier_q <= 1'b1;
          else if (enter_i[f]) earlier_q <= 1'b0;
          else if (enter_i[g]) earlier_q <= 1'b1;
        end

        assign earlier[f][g] = earlier_q;
        assign earlier[g][f] = !earlier_q;
      end else if (f == g) begin : gen_same
        assign earlier[f][g] = 1'b0;
      end
    end

    always_comb begin
      logic [Columns-1:0] beaten;
      beaten = '0;
      for (int unsigned g = 0; g < Frames; g++) begin
        if (earlier[g][f]) beaten |= candidate_i[g];
      end
      select_o[f] = candidate_i[f] & ~beaten;
    end
  end

  `WF_ASSERT(CutThroughOldestOneEnters, $onehot0(enter_i))

  for (genvar c = 0; c < Columns; c++) begin : gen_check
    logic [Frames-1:0] candidate, select;
    for (genvar f = 0; f < Frames; f++) begin : gen_column
      assign candidate[f] = candidate_i[f][c];
      assign select[f]    = select_o[f][c];
    end
    `WF_ASSERT(CutThroughOldestOneCandidate,
               $onehot0(select) && (select & ~candidate) == '0 && (|select) == (|candidate))
  end

endmodule

`endif
