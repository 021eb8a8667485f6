// SPDX-License-Identifier: Apache-2.0
//
// Linear forwarding table of a switch: a port for every LID, or none.
//
// Parameters: Entries, LIDs from 0 on, at most 0xC000; Reads, headers looked up at a time.
// Latency: ports_o is combinational from lid_i: the port's bit, none for a LID beyond the table or
// whose entry is not a port. A value written in cycle t counts from cycle t + 1 on.
// The management side uses only existing entries; port_o is the content of entry_i.
`ifndef IBA_FORWARDING_TABLE_SV_
`define IBA_FORWARDING_TABLE_SV_
`include "wayfarer_assert.svh"

module iba_forwarding_table
  import iba_pkg::*;
#(
  parameter int unsigned Entries = 17,
  parameter int unsigned Reads   = 10
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  // Management.
  input  logic       write_i,
  input  entry_t     entry_i,
  input  logic [2:0] port_i,
  output logic [2:0] port_o,
  // Headers.
  input  lid_t       lid_i   [Reads],
  output ports_t     ports_o [Reads]
);

  `WF_ASSERT_STATIC(IbaForwardingTableLegal,
                    Entries >= 1 && Entries <= 32'(FirstMulticast) && Reads >= 1)

  localparam int unsigned IndexWidth = wf_pkg::index_width(Entries);

  logic [IndexWidth-1:0] index[Reads+1];
  logic [2:0]            value[Reads+1];

  iba_table #(
    .Entries(Entries),
    .Width  (3),
    .Reads  (Reads + 1)
  ) u_table (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .write_i     (write_i),
    .entry_i     (entry_i[IndexWidth-1:0]),
    .value_i     (port_i),
    .entry_read_i(index),
    .value_o     (value)
  );

  for (genvar r = 0; r < Reads; r++) begin : gen_lookup
    assign index[r]   = lid_i[r][IndexWidth-1:0];
    // Compared in two parts: one comparison would be a carry chain of 16 bits.
    logic exists;
    assign exists     = lid_i[r] >> IndexWidth == '0 && 32'(index[r]) < Entries;
    assign ports_o[r] = exists && 32'(value[r]) < Ports ? ports_t'(1) << value[r] : '0;
    `WF_ASSERT(IbaForwardingOnePort, $onehot0(ports_o[r]))
  end

  assign index[Reads] = entry_i[IndexWidth-1:0];
  assign port_o       = value[Reads];

  if (IndexWidth < $bits(entry_t)) begin : gen_unused
    logic unused_entry;
    assign unused_entry = ^entry_i[$bits(entry_t)-1:IndexWidth];
  end

  `WF_ASSERT(IbaForwardingEntryExists, !write_i || 32'(entry_i) < Entries)

endmodule

`endif
