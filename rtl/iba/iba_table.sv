// SPDX-License-Identifier: Apache-2.0
//
// A memory with one write port and several asynchronous read ports, without reset: for tables that
// are written rarely and read by many ports at once. FPGAs have it in distributed RAM, one copy for
// each read port.
//
// Parameters: Entries, at least 1; Width, bits of an entry; Reads, read ports.
// Latency: a value written in cycle t is read from cycle t + 1 on.
// Illegal: writing a nonexistent entry. Reading one is harmless and returns an undefined value.
`ifndef IBA_TABLE_SV_
`define IBA_TABLE_SV_
`include "wayfarer_assert.svh"

module iba_table #(
  parameter int unsigned Entries = 17,
  parameter int unsigned Width   = 3,
  parameter int unsigned Reads   = 2,
  localparam int unsigned IndexWidth = wf_pkg::index_width(Entries)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  write_i,
  input  logic [IndexWidth-1:0] entry_i,
  input  logic [Width-1:0]      value_i,
  input  logic [IndexWidth-1:0] entry_read_i [Reads],
  output logic [Width-1:0]      value_o      [Reads]
);

  `WF_ASSERT_STATIC(IbaTableLegal, Entries >= 1 && Width >= 1 && Reads >= 1)

  // By itself Yosys makes flip-flops and multiplexers of it: it takes several copies for a waste.
  (* ram_style = "distributed" *)
  logic [Width-1:0] memory_q [Entries];

  always_ff @(posedge clk_i) begin
    if (write_i) memory_q[entry_i] <= value_i;
  end

  for (genvar r = 0; r < Reads; r++) begin : gen_read
    assign value_o[r] = memory_q[entry_read_i[r]];
  end

  `WF_ASSERT(IbaTableEntryExists, !write_i || 32'(entry_i) < Entries)

endmodule

`endif
