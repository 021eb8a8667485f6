// Whose outputs are kept free: of a packet that has waited for long.
//
// Parameters: Inputs, input buffers of the switch; Age, cycles of waiting, 1 to 65535.
// Latency: keeper_o is a register: the buffer (one-hot) or none. While there is none, one of those
// that have waited for Age cycles is chosen, the first behind the one chosen last, cyclically. It is
// the keeper from the next cycle on until the cycle in which start_i starts it.
// waits_i: the buffers whose front packet has not started in earlier cycles.
`include "wayfarer_assert.svh"

module iba_patience #(
  parameter int unsigned Inputs = 10,
  parameter int unsigned Age    = 256
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic [Inputs-1:0] waits_i,
  input  logic [Inputs-1:0] start_i,
  output logic [Inputs-1:0] keeper_o
);

  `WF_ASSERT_STATIC(IbaPatienceLegal, Age >= 1 && Age <= 65535)

  localparam int unsigned AgeWidth   = wayfarer_pkg::count_width(Age);
  localparam int unsigned IndexWidth = wayfarer_pkg::index_width(Inputs);

  logic [Inputs-1:0]     patient, chosen, keeper_q;
  logic [IndexWidth-1:0] unused_index;
  logic                  unused_valid;

  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    logic [AgeWidth-1:0] waited_q;

    assign patient[i] = waits_i[i] && waited_q == AgeWidth'(Age);

    always_ff @(posedge clk_i) begin
      if (!rst_ni || !waits_i[i])            waited_q <= '0;
      else if (waited_q != AgeWidth'(Age)) waited_q <= waited_q + AgeWidth'(1);
    end
  end

  arbiter_round_robin #(
    .Requests(Inputs)
  ) u_turn (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(patient),
    .advance_i(keeper_q == '0),
    .grant_o  (chosen),
    .index_o  (unused_index),
    .valid_o  (unused_valid)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) keeper_q <= '0;
    else         keeper_q <= (keeper_q != '0 ? keeper_q : chosen) & ~start_i;
  end

  assign keeper_o = keeper_q;

  `WF_ASSERT(IbaOneKeeper, $onehot0(keeper_q) && (keeper_q & ~waits_i) == '0)

endmodule
