// The two choosers of rtl/wormhole: wormhole_choice_pair chooses in every cycle what
// wormhole_choice_chain chooses for two output buffers. Requests and free buffers are free.
module wormhole_choice_formal #(
  parameter int unsigned Requests = 4
) (
  input logic                clk_i,
  input logic [Requests-1:0] request_i,
  input logic [1:0]          free_i
);

  // One cycle of reset.
  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic [Requests-1:0] chain_choice [2];
  logic [Requests-1:0] pair_choice  [2];
  logic [1:0]          chain_valid, pair_valid;

  wormhole_choice_chain #(
    .Requests(Requests),
    .Outputs (2)
  ) u_chain (
    .clk_i    (clk_i),
    .rst_ni   (rst_n),
    .request_i(request_i),
    .free_i   (free_i),
    .choice_o (chain_choice),
    .valid_o  (chain_valid)
  );

  wormhole_choice_pair #(
    .Requests(Requests)
  ) u_pair (
    .clk_i    (clk_i),
    .rst_ni   (rst_n),
    .request_i(request_i),
    .free_i   (free_i),
    .choice_o (pair_choice),
    .valid_o  (pair_valid)
  );

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      PairIsChain: assert (pair_choice[0] == chain_choice[0] && pair_choice[1] == chain_choice[1] &&
                           pair_valid == chain_valid);

      BothChoose: cover (pair_valid == 2'b11 && pair_choice[1] < pair_choice[0]);
      if (Requests > 2) OneIsLeft: cover (pair_valid == 2'b11 && request_i == '1);
    end
  end

endmodule
