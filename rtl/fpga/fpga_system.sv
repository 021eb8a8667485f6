// SPDX-License-Identifier: Apache-2.0
//
// The inside of a board's top: reset, a network with traffic, console, button, lights.
//
// Parameters: Family, K0, K1, WormholeRouting: as in fpga_traffic, with its narrowest words and a
// pattern that the network can carry; Divisor: as in fpga_board.
// good_i: the clock may be used; it may change at any time. button_i, tx_o, led_o: as of
// fpga_board.
// Combinational paths: none.
`ifndef FPGA_SYSTEM_SV_
`define FPGA_SYSTEM_SV_
`include "wayfarer_assert.svh"

module fpga_system #(
  parameter int unsigned Family          = fpga_pkg::Mway,
  parameter int unsigned K0              = 2,
  parameter int unsigned K1              = 2,
  parameter int unsigned WormholeRouting = wormhole_source_pkg::DimensionOrder,
  parameter int unsigned Divisor         = 217
) (
  input  logic       clk_i,
  input  logic       good_i,
  input  logic       button_i,
  output logic       tx_o,
  output logic [3:0] led_o
);

  `WF_ASSERT_STATIC(FpgaSystemLegal,
                    fpga_pkg::family_legal(Family) &&
                    WormholeRouting <= wormhole_source_pkg::RommNodes && K0 >= 1 && K1 >= 1 &&
                    fpga_pkg::terminals(Family, K0, K1) >= 2 && Divisor >= 1)

  function automatic traffic_pkg::settings_t settings();
    settings         = traffic_pkg::default_settings();
    settings.pattern = fpga_pkg::pattern(Family);
  endfunction

  logic        rst_ni;
  logic        psel, penable, pwrite, pready, failed, ready;
  logic [8:0]  paddr;
  logic [31:0] pwdata, prdata;
  traffic_pkg::phase_e phase;

  fpga_reset u_reset (
    .clk_i (clk_i),
    .good_i(good_i),
    .rst_no(rst_ni)
  );

  // The board begins when the network is ready.
  /* verilator lint_off PINCONNECTEMPTY */
  fpga_traffic #(
    .Family         (Family),
    .K0             (K0),
    .K1             (K1),
    .WormholeRouting(WormholeRouting),
    .Settings       (settings())
  ) u_network (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .psel_i   (psel && ready),
    .penable_i(penable),
    .pwrite_i (pwrite),
    .paddr_i  (paddr),
    .pwdata_i (pwdata),
    .prdata_o (prdata),
    .pready_o (pready),
    .pslverr_o(),
    .phase_o  (phase),
    .failed_o (failed),
    .ready_o  (ready)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  fpga_board #(
    .Divisor(Divisor)
  ) u_board (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni && ready),
    .button_i (button_i),
    .tx_o     (tx_o),
    .led_o    (led_o),
    .psel_o   (psel),
    .penable_o(penable),
    .pwrite_o (pwrite),
    .paddr_o  (paddr),
    .pwdata_o (pwdata),
    .prdata_i (prdata),
    .phase_i  (phase),
    .failed_i (failed)
  );

  logic unused_ready;
  assign unused_ready = pready;

  `WF_ASSERT(FpgaSystemTransfersEnd, pready || !penable)

endmodule

`endif
