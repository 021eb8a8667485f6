// SPDX-License-Identifier: Apache-2.0
//
// Replaces a member that is absent at the edge of a mesh: zeros on every line, as a driver (of one
// identifier) and as a receiver (of the opposite one).
`ifndef MWAY_TIEOFF_SV_
`define MWAY_TIEOFF_SV_
`include "wayfarer_assert.svh"

module mway_tieoff
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned LineWidth   = line_width(Config),
  localparam int unsigned StatusWidth = status_width(Config)
) (
  output logic                   po3_o,
  output logic                   po2_o,
  output logic                   po1_o,
  output logic                   po0_o,
  output payload_t               payload_o,
  output logic [LineWidth-1:0]   data_o,
  output answer_t                answer_o,
  output logic [StatusWidth-1:0] status_o
);

  `WF_ASSERT_STATIC(MwayTieoffLegal, config_legal(Config))

  assign po3_o     = 1'b0;
  assign po2_o     = 1'b0;
  assign po1_o     = 1'b0;
  assign po0_o     = 1'b0;
  assign payload_o = '{guard: '0, age: '0, tag: TagInvalid, buffer: '0};
  assign data_o    = '0;
  assign answer_o  = '0;
  assign status_o  = '0;

endmodule

`endif
