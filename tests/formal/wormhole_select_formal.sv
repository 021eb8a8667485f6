// rtl/wormhole/wormhole_select: it gives the words that AND and OR give, of any words and for any
// selection of at most one leg.
module wormhole_select_formal #(
  parameter int unsigned Words = 8,
  parameter bit [Words-1:0] Legs = '1
) (
  input logic             clk_i,
  input logic [Words-1:0] select_i,
  input logic [1:0]       word_i [Words]
);

  logic [Words-1:0] legs;
  assign legs = $onehot0(select_i & Legs) ? select_i & Legs : '0;

  logic [1:0] word, and_or;

  wormhole_select #(
    .Words(Words), .Width(2), .Legs(Legs)
  ) u_select (
    .select_i(legs),
    .word_i  (word_i),
    .word_o  (word)
  );

  always_comb begin
    and_or = '0;
    for (int unsigned w = 0; w < Words; w++) and_or |= {2{legs[w]}} & word_i[w];
  end

  always_ff @(posedge clk_i) begin
    SelectIsAndOr: assert (word == and_or);
    LastLeg: cover (legs[Words-1] && word == 2'b10);
  end

endmodule
