// SPDX-License-Identifier: Apache-2.0
//
// ULX3S-85F: a 4x4 mesh of wormhole routers of 32 bits in dimension order, with on-chip
// traffic.
//
// Parameters: Divisor, clock cycles of a bit on the serial line; the default is 115200 baud.
// Ports are the board's (ulx3s.lpf). A run starts after configuration and by button 1; its report
// comes over USB. Lights: fpga_board. wifi_gpio0_o high keeps the board's radio module from
// resetting the board.
// Combinational paths: none.
`ifndef ULX3S_WORMHOLE_MESH4X4_SV_
`define ULX3S_WORMHOLE_MESH4X4_SV_
`include "wayfarer_assert.svh"

module ulx3s_wormhole_mesh4x4 #(
  parameter int unsigned Divisor = 217
) (
  input  logic       clk_25mhz_i,
  input  logic       button_i,
  output logic       tx_o,
  output logic [3:0] led_o,
  output logic       wifi_gpio0_o
);

  `WF_ASSERT_STATIC(Ulx3sWormholeMesh4x4Legal, Divisor >= 1)

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
    .Family (fpga_pkg::Wormhole),
    .K0     (4),
    .K1     (4),
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
