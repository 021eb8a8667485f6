// SPDX-License-Identifier: Apache-2.0
//
// Tells which packets have waited for a given time.
//
// Parameters: Inputs, input buffers of the switch; Age, cycles of waiting, 1 to 65535.
// Latency: combinational from registers and waits_i, the buffers whose front packet waits for
// outputs.
// patient_o: the buffers whose packet has waited for Age cycles, until it waits no more.
`ifndef IBA_AGE_TIMER_SV_
`define IBA_AGE_TIMER_SV_
`include "wayfarer_assert.svh"

module iba_age_timer #(
  parameter int unsigned Inputs = 10,
  parameter int unsigned Age    = 256
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic [Inputs-1:0] waits_i,
  output logic [Inputs-1:0] patient_o
);

  `WF_ASSERT_STATIC(IbaAgeTimerLegal, Inputs >= 1 && Age >= 1 && Age <= iba_pkg::MaxAge)

  localparam int unsigned AgeWidth = wf_pkg::count_width(Age);

  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    logic [AgeWidth-1:0] waited_q;

    assign patient_o[i] = waits_i[i] && waited_q == AgeWidth'(Age);

    always_ff @(posedge clk_i) begin
      if (!rst_ni || !waits_i[i])          waited_q <= '0;
      else if (waited_q != AgeWidth'(Age)) waited_q <= waited_q + AgeWidth'(1);
    end

    `WF_ASSERT_NEXT(IbaAgeTimerPatienceKept, patient_o[i], patient_o[i] || !waits_i[i])
  end

endmodule

`endif
