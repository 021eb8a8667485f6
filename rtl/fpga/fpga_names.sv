// SPDX-License-Identifier: Apache-2.0
//
// Names of the lines of a report: 16 characters each, padded with blanks.
//
// Line 0 to 10 are the registers of traffic_control at the addresses 4 * line_i, the lines from 11
// on the counters line_i - 11 (traffic_pkg::Count*). sim/onchip/report.cpp has the same names.
// Combinational paths:
//   line_i -> name_o
`ifndef FPGA_NAMES_SV_
`define FPGA_NAMES_SV_
`include "wayfarer_assert.svh"

module fpga_names (
  input  logic         clk_i,  // clock and reset: for assertions only
  input  logic         rst_ni,
  input  logic [5:0]   line_i,
  output logic [127:0] name_o
);

  always_comb begin
    case (line_i)
      6'd0:    name_o = "status          ";
      6'd1:    name_o = "terminals       ";
      6'd2:    name_o = "pattern         ";
      6'd3:    name_o = "load            ";
      6'd4:    name_o = "hot             ";
      6'd5:    name_o = "burst           ";
      6'd6:    name_o = "words           ";
      6'd7:    name_o = "cycles_set      ";
      6'd8:    name_o = "seed            ";
      6'd9:    name_o = "saturated_0     ";
      6'd10:   name_o = "saturated_32    ";
      6'd11:   name_o = "cycles          ";
      6'd12:   name_o = "drain_cycles    ";
      6'd13:   name_o = "messages_sent   ";
      6'd14:   name_o = "words_sent      ";
      6'd15:   name_o = "stall_cycles    ";
      6'd16:   name_o = "messages_held   ";
      6'd17:   name_o = "messages_arrived";
      6'd18:   name_o = "words_arrived   ";
      6'd19:   name_o = "wrong_heads     ";
      6'd20:   name_o = "wrong_words     ";
      6'd21:   name_o = "lost_or_doubled ";
      6'd22:   name_o = "overtaken       ";
      6'd23:   name_o = "drop_destination";
      6'd24:   name_o = "drop_oversized  ";
      6'd25:   name_o = "drop_changed    ";
      6'd26:   name_o = "drop_withdrawn  ";
      6'd27:   name_o = "latencies       ";
      6'd28:   name_o = "latency_sum     ";
      6'd29:   name_o = "latency_max     ";
      6'd30:   name_o = "missing         ";
      6'd31:   name_o = "latency_2e0     ";
      6'd32:   name_o = "latency_2e1     ";
      6'd33:   name_o = "latency_2e2     ";
      6'd34:   name_o = "latency_2e3     ";
      6'd35:   name_o = "latency_2e4     ";
      6'd36:   name_o = "latency_2e5     ";
      6'd37:   name_o = "latency_2e6     ";
      6'd38:   name_o = "latency_2e7     ";
      6'd39:   name_o = "latency_2e8     ";
      6'd40:   name_o = "latency_2e9     ";
      6'd41:   name_o = "latency_2e10    ";
      6'd42:   name_o = "latency_2e11    ";
      6'd43:   name_o = "latency_2e12    ";
      6'd44:   name_o = "latency_2e13    ";
      6'd45:   name_o = "latency_2e14    ";
      6'd46:   name_o = "latency_2e15    ";
      default: name_o = "end             ";
    endcase
  end

  `WF_ASSERT(FpgaNamesBeginWithLetter, name_o[127:120] >= "a" && name_o[127:120] <= "z")

endmodule

`endif
