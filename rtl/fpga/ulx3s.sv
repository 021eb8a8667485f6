// SPDX-License-Identifier: Apache-2.0
//
// ULX3S-85F: a network with on-chip traffic. designs.toml has the networks that fit.
//
// Parameters: Family, K0 and K1, as of fpga_system; Divisor, clock cycles of a bit on the serial
// line; the default is 115200 baud. Ports are the board's (ulx3s.lpf). A run starts after
// configuration and by button 1; its report comes over USB. Lights: fpga_board. wifi_gpio0_o high
// keeps the board's radio module from resetting the board.
// Combinational paths: none.
`ifndef ULX3S_SV_
`define ULX3S_SV_
`include "wayfarer_assert.svh"

module ulx3s #(
  parameter int unsigned Family  = fpga_pkg::Mway,
  parameter int unsigned K0      = 4,
  parameter int unsigned K1      = 4,
  parameter int unsigned Divisor = 217
) (
  input  logic       clk_25mhz_i,
  input  logic       button_i,
  output logic       tx_o,
  output logic [3:0] led_o,
  output logic       wifi_gpio0_o
);

  `WF_ASSERT_STATIC(Ulx3sLegal,
                    fpga_pkg::family_legal(Family) && K0 >= 1 && K1 >= 1 && Divisor >= 1)

  logic clk, locked;

  // 25 MHz, with an oscillator of 600 MHz.
  ecp5_pll #(
    .ClkiDiv (1),
    .ClkfbDiv(1),
    .ClkopDiv(24)
  ) u_pll (
    .board_clk_i(clk_25mhz_i),
    .clk_o      (clk),
    .locked_o   (locked)
  );

  fpga_system #(
    .Family (Family),
    .K0     (K0),
    .K1     (K1),
    .Divisor(Divisor)
  ) u_system (
    .clk_i   (clk),
    .good_i  (locked),
    .button_i(button_i),
    .tx_o    (tx_o),
    .led_o   (led_o)
  );

  assign wifi_gpio0_o = 1'b1;

endmodule

`endif
