// A random one of several candidates: the one whose number XOR random_i is least.
//
// Parameters: Size, the candidates there can be, at least 1.
// Latency: combinational: one layer of multiplexers for each bit of a number permutes the
// candidates, the lowest is taken, and goes back the same way.
// select_o is one-hot while there is a candidate, else zero. A value of random_i that is the number
// of no candidate goes to the nearest one, so that not all candidates are equally likely.
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

  // By bit of a number: the positions in whose number it is clear.
  function automatic order_t [IndexWidth-1:0] low_halves();
    order_t [IndexWidth-1:0] low;
    for (int unsigned b = 0; b < IndexWidth; b++) begin
      for (int unsigned i = 0; i < Padded; i++) low[b][i] = ((i >> b) & 32'd1) == 32'd0;
    end
    return low;
  endfunction

  localparam order_t [IndexWidth-1:0] Low = low_halves();

  // Position n goes to n XOR random_i, the lowest one is picked, and goes back the same way.
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
