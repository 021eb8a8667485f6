// SPDX-License-Identifier: Apache-2.0
//
// Common part of all boards around a network with traffic: console, button, lights.
//
// Parameters: Divisor, clock cycles of a bit on the serial line; Beat, bits of the counter whose
// highest bit is the heartbeat, at least 1.
// button_i may change at any time; a press starts a new run once the report of the last one is out.
// A contact that bounces starts no second one: a run and its report take longer.
// led_o: 0 heartbeat, 1 a run or a report is under way, 2 sources make messages, 3 the last run, or
// the one under way, has failed.
// Combinational paths: none.
`ifndef FPGA_BOARD_SV_
`define FPGA_BOARD_SV_
`include "wayfarer_assert.svh"

module fpga_board
  import traffic_pkg::*;
#(
  parameter int unsigned Divisor = 217,
  parameter int unsigned Beat    = 24
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        button_i,
  output logic        tx_o,
  output logic [3:0]  led_o,
  output logic        psel_o,
  output logic        penable_o,
  output logic        pwrite_o,
  output logic [8:0]  paddr_o,
  output logic [31:0] pwdata_o,
  input  logic [31:0] prdata_i,
  input  phase_e      phase_i,
  input  logic        failed_i
);

  `WF_ASSERT_STATIC(FpgaBoardLegal, Divisor >= 1 && Beat >= 1)

  logic [1:0]      button_q;
  logic [Beat-1:0] beat_q;
  logic            busy;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      button_q <= '0;
      beat_q   <= '0;
    end else begin
      button_q <= {button_q[0], button_i};
      beat_q   <= beat_q + Beat'(1);
    end
  end

  fpga_console #(
    .Divisor(Divisor)
  ) u_console (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .restart_i(button_q[1]),
    .busy_o   (busy),
    .tx_o     (tx_o),
    .psel_o   (psel_o),
    .penable_o(penable_o),
    .pwrite_o (pwrite_o),
    .paddr_o  (paddr_o),
    .pwdata_o (pwdata_o),
    .prdata_i (prdata_i)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) led_o <= '0;
    else led_o <= {failed_i, phase_i == PhaseRun, busy, beat_q[Beat-1]};
  end

  `WF_ASSERT(FpgaBoardBusyInRun, phase_i == PhaseIdle || phase_i == PhaseDone || busy)
  `WF_COVER(FpgaBoardPressedInRun, button_q[1] && busy)
  `WF_COVER(FpgaBoardPressedAfterRun, button_q[1] && !busy)
  `WF_COVER(FpgaBoardFails, failed_i)

endmodule

`endif
