// Whose outputs are kept free: those of a packet that has waited for long.
//
// Parameters: Inputs, input buffers of the switch; Age, cycles of waiting, 1 to 65535.
// Latency: outputs settle from registers and waits_i, which says whose front packet has not started.
// patient_o: who has waited for Age cycles. keeper_o: the first of them behind the one that started
// last (start_i), cyclically; one-hot or none.
// Others than the patient must not start on the keeper's outputs. If the patient, too, had to wait
// for it, keepers of several switches could wait for each other for ever.
`include "wayfarer_assert.svh"

module iba_patience #(
  parameter int unsigned Inputs = 10,
  parameter int unsigned Age    = 256
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic [Inputs-1:0] waits_i,
  input  logic [Inputs-1:0] start_i,
  output logic [Inputs-1:0] patient_o,
  output logic [Inputs-1:0] keeper_o
);

  `WF_ASSERT_STATIC(IbaPatienceLegal, Age >= 1 && Age <= 65535)

  localparam int unsigned AgeWidth = wayfarer_pkg::count_width(Age);

  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    logic [AgeWidth-1:0] waited_q;

    assign patient_o[i] = waits_i[i] && waited_q == AgeWidth'(Age);

    always_ff @(posedge clk_i) begin
      if (!rst_ni || !waits_i[i])          waited_q <= '0;
      else if (waited_q != AgeWidth'(Age)) waited_q <= waited_q + AgeWidth'(1);
    end
  end

  // The positions behind the one that started last; none means all.
  logic [Inputs-1:0] behind_q, ahead, candidates;

  assign ahead      = patient_o & behind_q;
  assign candidates = ahead != '0 ? ahead : patient_o;
  assign keeper_o   = candidates & (~candidates + Inputs'(1));

  always_ff @(posedge clk_i) begin
    if (!rst_ni)            behind_q <= '0;
    else if (start_i != '0) behind_q <= ~(start_i | (start_i - Inputs'(1)));
  end

  `WF_ASSERT(IbaPatienceOneStarts, $onehot0(start_i) && (start_i & ~waits_i) == '0)

endmodule
