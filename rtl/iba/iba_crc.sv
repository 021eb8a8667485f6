// SPDX-License-Identifier: Apache-2.0
//
// Checksum over the words of a packet, from the lowest bit of each on: the register starts with
// ones, and the result is its complement, of which the lowest byte is sent first.
//
// Parameters: Width of the register; Polynomial, mirrored, its highest bit set.
// clear_i: start anew, before take_i; take_i: word_i is part of the packet.
// Latency: crc_o has the words up to the cycle before. Throughput: a word per cycle.
// Combinational paths: none.
`ifndef IBA_CRC_SV_
`define IBA_CRC_SV_
`include "wayfarer_assert.svh"

module iba_crc #(
  parameter int unsigned      Width      = 32,
  parameter logic [Width-1:0] Polynomial = iba_wire_pkg::IcrcPolynomial
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                clear_i,
  input  logic                take_i,
  input  iba_wire_pkg::word_t word_i,
  output logic [Width-1:0]    crc_o
);

  `WF_ASSERT_STATIC(IbaCrcLegal, Width >= 1 && Width <= 32 && Polynomial[Width-1])

  logic [Width-1:0] crc_q, crc_d;

  always_comb begin
    crc_d = crc_q;
    for (int unsigned b = 0; b < $bits(word_i); b++)
      crc_d = (crc_d >> 1) ^ (crc_d[0] != word_i[b] ? Polynomial : '0);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni)      crc_q <= '1;
    else if (clear_i) crc_q <= '1;
    else if (take_i)  crc_q <= crc_d;
  end

  assign crc_o = ~crc_q;

  `WF_ASSERT_NEXT(IbaCrcClears, clear_i, crc_o == '0)

endmodule

`endif
