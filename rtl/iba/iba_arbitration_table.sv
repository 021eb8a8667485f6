// SPDX-License-Identifier: Apache-2.0
//
// VL arbitration tables of a switch: for every output port a high-priority and a low-priority table
// of (virtual lane, weight), and a limit of high priority. They are registers, since a port looks
// at all entries at once.
//
// Parameters: VirtualLanes; Entries, of each table.
// entry_i is ArbitrationOffset + {port (3 bits), table (2 bits: high, low, limit), number (6)};
// exists_o, value_o: whether there is such an entry, and its content, a turn_t or a limit_t; 0 for
// nonexistent ones. An entry of a virtual lane that does not exist is written as 0. After a reset
// all entries and limits are 0.
// Latency: a value written in cycle t counts from cycle t + 1 on. value_o is combinational.
// Illegal: writing a nonexistent entry is harmless.
`ifndef IBA_ARBITRATION_TABLE_SV_
`define IBA_ARBITRATION_TABLE_SV_
`include "wayfarer_assert.svh"

module iba_arbitration_table
  import iba_pkg::*;
#(
  parameter int unsigned VirtualLanes = 2,
  parameter int unsigned Entries      = 8
) (
  input  logic                                 clk_i,
  input  logic                                 rst_ni,
  input  logic                                 write_i,
  input  entry_t                               entry_i,
  input  turn_t                                value_i,
  output turn_t                                value_o,
  output logic                                 exists_o,
  output turn_t  [Ports-1:0][1:0][Entries-1:0] turns_o,
  output limit_t [Ports-1:0]                   limit_o
);

  `WF_ASSERT_STATIC(IbaArbitrationTableLegal,
                    lanes_legal(VirtualLanes) && Entries >= 1 && Entries <= MaxTurns)

  localparam int unsigned LaneWidth = wf_pkg::index_width(VirtualLanes);

  // What is kept of an entry.
  typedef struct packed {
    weight_t              weight;
    logic [LaneWidth-1:0] lane;
  } kept_t;

  arbitration_entry_t entry;
  kept_t              written;
  logic               in_table, is_limit;

  assign entry    = entry_i ^ ArbitrationOffset;
  assign written  = 32'(value_i.lane) < VirtualLanes
      ? {value_i.weight, value_i.lane[LaneWidth-1:0]} : '0;
  assign in_table = entry.spare == '0 && 32'(entry.port) < Ports && !entry.which[1] &&
                    32'(entry.number) < Entries;
  assign is_limit = entry.spare == '0 && 32'(entry.port) < Ports && entry.which == 2'd2 &&
                    entry.number == '0;
  assign exists_o = in_table || is_limit;

  // By entry: its content if it is the one of entry_i, else 0.
  turn_t [Ports-1:0][1:0][Entries-1:0] content;
  turn_t [Ports-1:0]                   limit_content;

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic   here;
    limit_t limit_q;
    assign here             = 32'(entry.port) == p;
    assign limit_o[p]       = limit_q;
    assign limit_content[p] = here && is_limit ? turn_t'(limit_q) : '0;

    always_ff @(posedge clk_i) begin
      if (!rst_ni)                          limit_q <= '0;
      else if (write_i && here && is_limit) limit_q <= limit_t'(value_i);
    end

    for (genvar t = 0; t < 2; t++) begin : gen_table
      for (genvar e = 0; e < Entries; e++) begin : gen_entry
        kept_t kept_q;
        logic  chosen;
        assign chosen           = in_table && here && entry.which[0] == t && 32'(entry.number) == e;
        assign turns_o[p][t][e] = {kept_q.weight, LaneFieldWidth'(kept_q.lane)};
        assign content[p][t][e] = chosen ? turns_o[p][t][e] : '0;

        always_ff @(posedge clk_i) begin
          if (!rst_ni)                kept_q <= '0;
          else if (write_i && chosen) kept_q <= written;
        end
      end
    end
  end

  always_comb begin
    value_o = '0;
    for (int unsigned p = 0; p < Ports; p++) begin
      value_o |= limit_content[p];
      for (int unsigned t = 0; t < 2; t++)
        for (int unsigned e = 0; e < Entries; e++) value_o |= content[p][t][e];
    end
  end

  `WF_ASSERT(IbaArbitrationTableReads, exists_o || value_o == '0)

endmodule

`endif
