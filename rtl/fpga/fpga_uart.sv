// SPDX-License-Identifier: Apache-2.0
//
// Serial transmitter: a start bit, 8 data bits, the lowest first, a stop bit.
//
// Parameters: Divisor, clock cycles of a bit, at least 1.
// A byte is taken when valid_i and ready_o are high. tx_o is a register, high between bytes.
// Throughput: a byte in 10 * Divisor cycles.
// Combinational paths: none.
`ifndef FPGA_UART_SV_
`define FPGA_UART_SV_
`include "wayfarer_assert.svh"

module fpga_uart #(
  parameter int unsigned Divisor = 217
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       valid_i,
  output logic       ready_o,
  input  logic [7:0] data_i,
  output logic       tx_o
);

  `WF_ASSERT_STATIC(FpgaUartLegal, Divisor >= 1)

  localparam int unsigned CountWidth = wf_pkg::index_width(Divisor);

  logic [9:0]            bits_q;  // the lowest is on the line
  logic [3:0]            left_q;  // bits that are not out
  logic [CountWidth-1:0] count_q;
  logic                  last;

  assign ready_o = left_q == '0;
  assign last    = 32'(count_q) == Divisor - 1;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      bits_q  <= '1;
      left_q  <= '0;
      count_q <= '0;
    end else if (ready_o) begin
      count_q <= '0;
      if (valid_i) begin
        bits_q <= {1'b1, data_i, 1'b0};
        left_q <= 4'd10;
      end
    end else begin
      count_q <= last ? '0 : count_q + CountWidth'(1);
      if (last) begin
        bits_q <= {1'b1, bits_q[9:1]};
        left_q <= left_q - 4'd1;
      end
    end
  end

  assign tx_o = bits_q[0];

  `WF_ASSERT(FpgaUartIdleIsHigh, !ready_o || tx_o)
  `WF_COVER(FpgaUartByteWaits, valid_i && !ready_o)
  `WF_COVER(FpgaUartIdle, !valid_i && ready_o)

endmodule

`endif
