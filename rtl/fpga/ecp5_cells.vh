// SPDX-License-Identifier: Apache-2.0
//
// Cells of the ECP5 that no description infers, as black boxes.

`ifndef ECP5_CELLS_SVH_
`define ECP5_CELLS_SVH_

(* blackbox *)
module EHXPLLL #(
  parameter int    CLKI_DIV         = 1,
  parameter int    CLKFB_DIV        = 1,
  parameter int    CLKOP_DIV        = 8,
  parameter int    CLKOP_CPHASE     = 0,
  parameter int    CLKOP_FPHASE     = 0,
  parameter string CLKOP_ENABLE     = "ENABLED",
  parameter string CLKOS_ENABLE     = "DISABLED",
  parameter string CLKOS2_ENABLE    = "DISABLED",
  parameter string CLKOS3_ENABLE    = "DISABLED",
  parameter string FEEDBK_PATH      = "CLKOP",
  parameter string OUTDIVIDER_MUXA  = "DIVA",
  parameter string OUTDIVIDER_MUXB  = "DIVB",
  parameter string OUTDIVIDER_MUXC  = "DIVC",
  parameter string OUTDIVIDER_MUXD  = "DIVD",
  parameter string PLLRST_ENA       = "DISABLED",
  parameter string INTFB_WAKE       = "DISABLED",
  parameter string STDBY_ENABLE     = "DISABLED",
  parameter string DPHASE_SOURCE    = "DISABLED"
) (
  input  logic CLKI,
  input  logic CLKFB,
  input  logic PHASESEL1,
  input  logic PHASESEL0,
  input  logic PHASEDIR,
  input  logic PHASESTEP,
  input  logic PHASELOADREG,
  input  logic STDBY,
  input  logic PLLWAKESYNC,
  input  logic RST,
  input  logic ENCLKOP,
  output logic CLKOP,
  output logic LOCK
);
endmodule

`endif
