// SPDX-License-Identifier: Apache-2.0
//
// SL to VL table of a switch: the virtual lanes that a packet of a service level may leave by, for
// every output port.
//
// Parameters: VirtualLanes; Reads, headers looked up at a time.
// Latency: lanes_o is combinational from level_read_i. A value written in cycle t counts from cycle
// t + 1 on. write_i has a bit for each output port whose entry of level_i is written; value_o is
// the content of that level, by port.
`ifndef IBA_LANE_TABLE_SV_
`define IBA_LANE_TABLE_SV_
`include "wayfarer_assert.svh"

module iba_lane_table
  import iba_pkg::*;
#(
  parameter int unsigned VirtualLanes = 2,
  parameter int unsigned Reads        = 10
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  // Management.
  input  ports_t                             write_i,
  input  level_t                             level_i,
  input  logic [VirtualLanes-1:0]            value_i,
  output logic [Ports-1:0][VirtualLanes-1:0] value_o,
  // Headers.
  input  level_t                             level_read_i [Reads],
  output logic [Ports-1:0][VirtualLanes-1:0] lanes_o      [Reads]
);

  `WF_ASSERT_STATIC(IbaLaneTableLegal, lanes_legal(VirtualLanes) && Reads >= 1)

  level_t level[Reads+1];

  for (genvar r = 0; r < Reads; r++) begin : gen_level
    assign level[r] = level_read_i[r];
  end
  assign level[Reads] = level_i;

  // A level is one word, so that a read port needs one memory; a write keeps the entries of the
  // other ports.
  typedef logic [Ports-1:0][VirtualLanes-1:0] word_t;
  word_t written;
  word_t word[Reads+1];

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign written[p] = write_i[p] ? value_i : value_o[p];
  end

  iba_table #(
    .Entries(Levels),
    .Width  ($bits(word_t)),
    .Reads  (Reads + 1)
  ) u_table (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .write_i     (write_i != '0),
    .entry_i     (level_i),
    .value_i     (written),
    .entry_read_i(level),
    .value_o     (word)
  );

  for (genvar r = 0; r < Reads; r++) begin : gen_read
    assign lanes_o[r] = word[r];
    `WF_ASSERT(IbaLaneTableReadsAgree, level_read_i[r] != level_i || lanes_o[r] == value_o)
  end
  assign value_o = word[Reads];

endmodule

`endif
