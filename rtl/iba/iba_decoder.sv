// SPDX-License-Identifier: Apache-2.0
//
// Address decoder of a network's management port: an APB slave that passes transfers on to the
// switch given by bits 31 to 18 of the address.
//
// Parameters: Switches, 1 to 16384.
// Latency: combinational. A transfer to a nonexistent switch ends at once, with pslverr_o.
`ifndef IBA_DECODER_SV_
`define IBA_DECODER_SV_
`include "wayfarer_assert.svh"

module iba_decoder #(
  parameter int unsigned Switches = 16
) (
  input  logic                psel_i,
  input  logic                penable_i,
  input  logic [31:18]        switch_i,
  output logic [31:0]         prdata_o,
  output logic                pready_o,
  output logic                pslverr_o,
  // The switches.
  output logic                psel_o    [Switches],
  input  logic [31:0]         prdata_i  [Switches],
  input  logic [Switches-1:0] pready_i,
  input  logic [Switches-1:0] pslverr_i
);

  `WF_ASSERT_STATIC(IbaDecoderLegal, Switches >= 1 && Switches <= iba_pkg::MaxSwitches)

  logic [Switches-1:0] selected;
  logic [Switches-1:0] bits[32];

  for (genvar s = 0; s < Switches; s++) begin : gen_switch
    assign selected[s] = 32'(switch_i) == s;
    assign psel_o[s]   = psel_i && selected[s];
    for (genvar b = 0; b < 32; b++) begin : gen_bit
      assign bits[b][s] = prdata_i[s][b] && selected[s];
    end
  end

  for (genvar b = 0; b < 32; b++) begin : gen_bit
    assign prdata_o[b] = |bits[b];
  end

  assign pready_o  = selected == '0 || |(pready_i & selected);
  assign pslverr_o = selected == '0 ? psel_i && penable_i : |(pslverr_i & selected);

endmodule

`endif
