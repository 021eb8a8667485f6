// The word that a one-hot select_i names, of several; zeros if it names none.
//
// Combinational. Parameters: Words; Width in bits; Legs[w]: word w may be selected. Only these legs
// are built; to select another is illegal.
// A chain of multiplexers, which needs a LUT of four inputs for two words where AND and OR need two
// for three. The first step gives one of two words, or zeros, or ones. Each later step passes this
// on or gives one of two more words; the step before tells it which, by zeros or ones. So there is
// a level of logic for every two words, and one for the controls.
`include "wayfarer_assert.svh"

module wormhole_select #(
  parameter int unsigned Words = 4,
  parameter int unsigned Width = 32,
  parameter bit [Words-1:0] Legs = '1
) (
  input  logic [Words-1:0] select_i,
  input  logic [Width-1:0] word_i [Words],
  output logic [Width-1:0] word_o
);

  `WF_ASSERT_STATIC(WormholeSelectLegal, Words >= 1 && Width >= 1)

  function automatic int unsigned count_legs();
    count_legs = 0;
    for (int unsigned w = 0; w < Words; w++) if (Legs[w]) count_legs++;
  endfunction

  localparam int unsigned Count = count_legs();
  localparam int unsigned Steps = Count <= 2 ? 1 : (Count + 1) / 2;

  // The word of the leg with this number; without one, any.
  function automatic int unsigned word_of(int unsigned leg);
    int unsigned found;
    found   = 0;
    word_of = 0;
    for (int unsigned w = 0; w < Words; w++) begin
      if (Legs[w]) begin
        if (found == leg) word_of = w;
        found++;
      end
    end
  endfunction

  // Step s chooses between the even and the odd leg, 2s and 2s + 1.
  logic [Steps-1:0] even, odd;
  logic [Width-1:0] even_word [Steps];
  logic [Width-1:0] odd_word  [Steps];

  for (genvar s = 0; s < Steps; s++) begin : gen_step
    assign even[s]      = 2 * s < Count && select_i[word_of(2*s)];
    assign odd[s]       = 2 * s + 1 < Count && select_i[word_of(2*s+1)];
    assign even_word[s] = word_i[word_of(2*s)];
    assign odd_word[s]  = 2 * s + 1 < Count ? word_i[word_of(2*s+1)] : '0;
  end

  // What the first step gives: its even leg, its odd one, or with both set ones.
  logic first_even, first_odd;
  always_comb begin
    logic ones;
    ones = 1'b0;
    for (int unsigned s = 1; s < Steps; s++) ones |= odd[s];
    first_even = even[0] | ones;
    first_odd  = odd[0] | ones;
  end

  always_comb begin
    logic [Width-1:0] word;
    word = ({Width{first_even}} & even_word[0]) | ({Width{first_odd}} & odd_word[0]) |
           {Width{first_even & first_odd}};
    for (int unsigned s = 1; s < Steps; s++) begin
      if (even[s] || odd[s]) word = (word & odd_word[s]) | (~word & even_word[s]);
    end
    word_o = word;
  end

  `WF_ASSERT_COMB(WormholeSelectOneLeg, $onehot0(select_i) && (select_i & ~Legs) == '0)

endmodule
