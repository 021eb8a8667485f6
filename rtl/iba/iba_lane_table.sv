// SL to VL table of a switch: the virtual lanes that a packet of a service level may leave by, for
// every output port.
//
// Parameters: VirtualLanes; Reads, headers looked up at a time.
// Latency: lanes_o is combinational from level_read_i. A value written in cycle t counts from cycle
// t + 1 on. write_i has a bit for each output port whose entry of level_i is written; value_o is
// the content of that level, by port.
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

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic [VirtualLanes-1:0] lanes[Reads+1];

    iba_table #(
      .Entries(Levels),
      .Width  (VirtualLanes),
      .Reads  (Reads + 1)
    ) u_table (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .write_i     (write_i[p]),
      .entry_i     (level_i),
      .value_i     (value_i),
      .entry_read_i(level),
      .value_o     (lanes)
    );

    for (genvar r = 0; r < Reads; r++) begin : gen_read
      assign lanes_o[r][p] = lanes[r];
      `WF_ASSERT(IbaLaneTableReadsAgree,
                 level_read_i[r] != level_i || lanes_o[r][p] == value_o[p])
    end
    assign value_o[p] = lanes[Reads];
  end

endmodule
