// SPDX-License-Identifier: Apache-2.0
//
// The ejection ports of the wormhole router. They have no buffer: the processor takes what the
// crossbar feeds them, unless it stalls.
//
// Parameters: EjectionPorts, at least 1. Latency: valid_o is combinational from fed_i; stall_i is
// registered and holds for the cycle after: room_o. Each port ejects a flit per cycle.
`ifndef WORMHOLE_EJECTION_SV_
`define WORMHOLE_EJECTION_SV_
`include "wayfarer_assert.svh"

module wormhole_ejection #(
  parameter int unsigned EjectionPorts = 2
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     stall_i,
  input  logic [EjectionPorts-1:0] fed_i,
  output logic                     room_o,
  output logic [EjectionPorts-1:0] valid_o
);

  `WF_ASSERT_STATIC(WormholeEjectionLegal, EjectionPorts >= 1)

  logic stall_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) stall_q <= 1'b0;
    else         stall_q <= stall_i;
  end

  assign room_o  = !stall_q;
  assign valid_o = room_o ? fed_i : '0;

  `WF_ASSERT_NEXT(WormholeEjectionStalls, stall_i, valid_o == '0 && !room_o)

endmodule

`endif
