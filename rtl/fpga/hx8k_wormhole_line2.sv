// SPDX-License-Identifier: Apache-2.0
//
// iCE40-HX8K breakout board: a line of two wormhole routers of 32 bits with on-chip traffic.
//
// Parameters: Divisor, clock cycles of a bit on the serial line; the default is 115385 baud.
// Ports are the board's (hx8k.pcf); it has no button. A run starts after configuration, and its
// report comes over USB. Lights: fpga_board. The clock is the oscillator's, without a PLL: it is
// good from configuration on, which clears the registers that count the reset.
// Combinational paths: none.
`ifndef HX8K_WORMHOLE_LINE2_SV_
`define HX8K_WORMHOLE_LINE2_SV_
`include "wayfarer_assert.svh"

module hx8k_wormhole_line2 #(
  parameter int unsigned Divisor = 104
) (
  input  logic       clk_12mhz_i,
  output logic       tx_o,
  output logic [3:0] led_o
);

  `WF_ASSERT_STATIC(Hx8kWormholeLine2Legal, Divisor >= 1)

  fpga_system #(
    .Family (fpga_pkg::Wormhole),
    .K0     (2),
    .K1     (1),
    .Divisor(Divisor)
  ) u_system (
    .clk_i   (clk_12mhz_i),
    .good_i  (1'b1),
    .button_i(1'b0),
    .tx_o    (tx_o),
    .led_o   (led_o)
  );

endmodule

`endif
