// SPDX-License-Identifier: Apache-2.0
//
// Multicast forwarding table of a switch: a set of ports for every multicast LID.
//
// Parameters: Groups, entries from LID 0xC000 on, 1 to 4096; Reads, headers looked up at a time.
// Latency: ports_o is combinational from lid_i: none for a LID outside the table, such as a
// terminal's. A value written in cycle t counts from cycle t + 1 on.
// The management side uses only existing entries; value_o is the content of entry_i.
`ifndef IBA_MULTICAST_TABLE_SV_
`define IBA_MULTICAST_TABLE_SV_
`include "wayfarer_assert.svh"

module iba_multicast_table
  import iba_pkg::*;
#(
  parameter int unsigned Groups = 16,
  parameter int unsigned Reads  = 10
) (
  input  logic   clk_i,
  input  logic   rst_ni,
  // Management.
  input  logic   write_i,
  input  entry_t entry_i,
  input  ports_t value_i,
  output ports_t value_o,
  // Headers.
  input  lid_t   lid_i   [Reads],
  output ports_t ports_o [Reads]
);

  `WF_ASSERT_STATIC(IbaMulticastTableLegal, Groups >= 1 && Groups <= MaxGroups && Reads >= 1)

  localparam int unsigned IndexWidth = wf_pkg::index_width(Groups);

  logic [IndexWidth-1:0] index[Reads+1];
  ports_t                value[Reads+1];

  iba_table #(
    .Entries(Groups),
    .Width  (Ports),
    .Reads  (Reads + 1)
  ) u_table (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .write_i     (write_i),
    .entry_i     (entry_i[IndexWidth-1:0]),
    .value_i     (value_i),
    .entry_read_i(index),
    .value_o     (value)
  );

  for (genvar r = 0; r < Reads; r++) begin : gen_lookup
    // LIDs of terminals wrap to numbers beyond every table.
    lid_t group;
    assign group      = lid_i[r] - FirstMulticast;
    assign index[r]   = group[IndexWidth-1:0];
    assign ports_o[r] = group >> IndexWidth == '0 && 32'(index[r]) < Groups ? value[r] : '0;
  end

  assign index[Reads] = entry_i[IndexWidth-1:0];
  assign value_o      = value[Reads];

  if (IndexWidth < $bits(entry_t)) begin : gen_unused
    logic unused_entry;
    assign unused_entry = ^entry_i[$bits(entry_t)-1:IndexWidth];
  end

  `WF_ASSERT(IbaMulticastEntryExists, !write_i || 32'(entry_i) < Groups)

endmodule

`endif
