// SPDX-License-Identifier: Apache-2.0
//
// Clock of an ECP5 from the board's, by its EHXPLLL: the frequency times ClkfbDiv / ClkiDiv.
//
// Parameters: ClkiDiv, ClkfbDiv, ClkopDiv, each 1 to 128, as `ecppll` computes them. The oscillator
// runs at ClkopDiv times the output, which must be 400 to 800 MHz (Lattice, ECP5 data sheet).
// locked_o may change at any time.
// Only synthesis has the cell: in a simulation clk_o is board_clk_i, and locked_o is high.
// Combinational paths: none but the clock.
`ifndef ECP5_PLL_SV_
`define ECP5_PLL_SV_
`include "wayfarer_assert.svh"
`ifdef SYNTHESIS
  `include "ecp5_cells.vh"
`endif

module ecp5_pll #(
  parameter int unsigned ClkiDiv  = 1,
  parameter int unsigned ClkfbDiv = 1,
  parameter int unsigned ClkopDiv = 24
) (
  input  logic board_clk_i,
  output logic clk_o,
  output logic locked_o
);

  `WF_ASSERT_STATIC(Ecp5PllLegal, ClkiDiv >= 1 && ClkiDiv <= 128 && ClkfbDiv >= 1 &&
                    ClkfbDiv <= 128 && ClkopDiv >= 1 && ClkopDiv <= 128)

`ifdef SYNTHESIS
  (* ICP_CURRENT = "12", LPF_RESISTOR = "8", MFG_ENABLE_FILTEROPAMP = "1", MFG_GMCREF_SEL = "2" *)
  EHXPLLL #(
    .CLKI_DIV    (ClkiDiv),
    .CLKFB_DIV   (ClkfbDiv),
    .CLKOP_DIV   (ClkopDiv),
    .CLKOP_CPHASE(ClkopDiv / 2)
  ) u_pll (
    .CLKI        (board_clk_i),
    .CLKFB       (clk_o),
    .PHASESEL1   (1'b0),
    .PHASESEL0   (1'b0),
    .PHASEDIR    (1'b1),
    .PHASESTEP   (1'b1),
    .PHASELOADREG(1'b1),
    .STDBY       (1'b0),
    .PLLWAKESYNC (1'b0),
    .RST         (1'b0),
    .ENCLKOP     (1'b0),
    .CLKOP       (clk_o),
    .LOCK        (locked_o)
  );
`else
  assign clk_o    = board_clk_i;
  assign locked_o = 1'b1;
`endif

endmodule

`endif
