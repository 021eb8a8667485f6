// Selects one of several candidates at random: the one whose number XOR random_i is smallest.
//
// Parameters: Size, the maximum number of candidates, at least 1.
// Latency: combinational: one layer of multiplexers per index bit permutes the candidates, the
// lowest is selected, and the same layers permute it back.
// select_o is one-hot while there is a candidate, else zero. If random_i is the number of no
// candidate, the nearest one in this order is selected, so candidates are not all equally likely.
`include "wayfarer_assert.svh"

module cut_through_random_select #(
  parameter int unsigned Size = 4,
  localparam int unsigned IndexWidth = wf_pkg::index_width(Size)
) (
  input  logic [Size-1:0]       candidate_i,
  input  logic [IndexWidth-1:0] random_i,
  output logic [Size-1:0]       select_o
);

  `WF_ASSERT_STATIC(CutThroughRandomSelectLegal, Size >= 1)

  localparam int unsigned Padded = wf_pkg::padded_size(Size);

  typedef logic [Padded-1:0] order_t;

  // By index bit: the positions whose index has this bit clear.
  function automatic order_t [IndexWidth-1:0] low_halves();
    order_t [IndexWidth-1:0] low;
    for (int unsigned b = 0; b < IndexWidth; b++) begin
      for (int unsigned i = 0; i < Padded; i++) low[b][i] = ((i >> b) & 32'd1) == 32'd0;
    end
    return low;
  endfunction

  localparam order_t [IndexWidth-1:0] Low = low_halves();

  // Position n moves to n XOR random_i, the lowest one is selected and moved back.
  order_t order;

  always_comb begin
    order = Padded'(candidate_i);
    for (int unsigned b = 0; b < IndexWidth; b++) begin
      if (random_i[b]) order = ((order & Low[b]) << (1 << b)) | ((order >> (1 << b)) & Low[b]);
    end
    order &= ~order + Padded'(1);
    for (int unsigned b = 0; b < IndexWidth; b++) begin
      if (random_i[b]) order = ((order & Low[b]) << (1 << b)) | ((order >> (1 << b)) & Low[b]);
    end
  end

  assign select_o = order[Size-1:0];

  `WF_ASSERT_COMB(CutThroughRandomSelectOneCandidate,
                  $onehot0(select_o) && (select_o & ~candidate_i) == '0 &&
                  (|select_o) == (|candidate_i))

endmodule
