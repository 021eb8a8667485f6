// SPDX-License-Identifier: Apache-2.0
//
// Saturating counter with a flag for saturation.
//
// Parameters: Width, bits of the counter, at least 1; Step, bits of what is added, at most Width.
// value_o and saturated_o are registers; saturated_o is high from the first sum that does not fit,
// until clear_i, which sets both to 0.
// Combinational paths: none.
`ifndef TRAFFIC_COUNTER_SV_
`define TRAFFIC_COUNTER_SV_
`include "wayfarer_assert.svh"

module traffic_counter #(
  parameter int unsigned Width = 32,
  parameter int unsigned Step  = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,
  input  logic [Step-1:0]  step_i,
  output logic [Width-1:0] value_o,
  output logic             saturated_o
);

  `WF_ASSERT_STATIC(TrafficCounterLegal, Width >= 1 && Step >= 1 && Step <= Width)

  logic [Width:0] sum;

  assign sum = {1'b0, value_o} + (Width + 1)'(step_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      value_o     <= '0;
      saturated_o <= 1'b0;
    end else begin
      value_o     <= (saturated_o || sum[Width]) ? '1 : sum[Width-1:0];
      saturated_o <= saturated_o || sum[Width];
    end
  end

  `WF_ASSERT(TrafficCounterStaysAtItsEnd, !saturated_o || value_o == '1)

endmodule

`endif
