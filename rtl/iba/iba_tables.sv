// SPDX-License-Identifier: Apache-2.0
//
// The tables of a switch, the lookups for the headers at the front of its buffers, and the
// management port.
//
// Parameters: Lids, entries of the forwarding table; Groups, of the multicast table; VirtualLanes;
// Reads, buffers; ArbitrationEntries, of each table of turns_o (iba_arbitration_table), or 0.
// Latency: ports_o and lanes_o are combinational from lid_i and level_i. A packet has no ports when
// its LID is unknown, or one of its ports is not in used_i or has no lane for its level: whatever
// the tables hold, it is forwarded or discarded. A written value counts from the cycle
// after the transfer on.
// The management port, the clearing of the tables after a reset and the counters are in
// iba_management. A level has entries for the five ports; the other three do not exist.
`ifndef IBA_TABLES_SV_
`define IBA_TABLES_SV_
`include "wayfarer_assert.svh"

module iba_tables
  import iba_pkg::*;
#(
  parameter config_t     Config = default_config(),
  parameter int unsigned Reads  = 10,
  localparam int unsigned Turns = turns_of(Config.ArbitrationEntries)
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  // Management, an APB slave.
  input  logic                                      psel_i,
  input  logic                                      penable_i,
  input  logic                                      pwrite_i,
  input  logic [17:0]                               paddr_i,
  input  logic [31:0]                               pwdata_i,
  output logic [31:0]                               prdata_o,
  output logic                                      pready_o,
  output logic                                      pslverr_o,
  output logic                                      clearing_o,
  input  logic [Reads-1:0]                          discarded_i,
  input  logic [Reads-1:0]                          forwarded_i,
  // Headers.
  input  ports_t                                    used_i,
  input  lid_t                                      lid_i   [Reads],
  input  level_t                                    level_i [Reads],
  output ports_t                                    ports_o [Reads],
  output logic [Ports-1:0][Config.VirtualLanes-1:0] lanes_o [Reads],
  // VL arbitration, by output port.
  output turn_t  [Ports-1:0][1:0][Turns-1:0]        turns_o,
  output limit_t [Ports-1:0]                        limit_o
);

  `WF_ASSERT_STATIC(IbaTablesLegal, config_legal(Config) && Reads >= 1)

  localparam int unsigned PortWidth = $clog2(PortsOfLanes);

  logic        write, exists;
  logic [31:0] read;  // arbitration tables excepted
  table_t      which;
  entry_t      entry;
  value_t      value, holds;

  iba_management #(
    .Lids  (Config.Lids),
    .Groups(Config.Groups),
    .Events(Reads)
  ) u_management (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .psel_i     (psel_i),
    .penable_i  (penable_i),
    .pwrite_i   (pwrite_i),
    .paddr_i    (paddr_i),
    .pwdata_i   (pwdata_i),
    .prdata_o   (read),
    .pready_o   (pready_o),
    .pslverr_o  (pslverr_o),
    .clearing_o (clearing_o),
    .write_o    (write),
    .table_o    (which),
    .entry_o    (entry),
    .value_o    (value),
    .value_i    (holds),
    .exists_i   (exists),
    .discarded_i(discarded_i),
    .forwarded_i(forwarded_i)
  );

  // An existing entry is written by a transfer to its table, or cleared in all tables at once.
  logic   lid_there, group_there, lanes_there;
  level_t level;
  logic [PortWidth-1:0] lanes_port;
  ports_t               lanes_write;

  assign lid_there   = 32'(entry) < Config.Lids;
  assign group_there = 32'(entry) < Config.Groups;
  assign lanes_there = 32'(entry) < Levels * PortsOfLanes && 32'(lanes_port) < Ports;
  assign lanes_port  = entry[PortWidth-1:0];
  assign level       = clearing_o ? entry[$bits(level_t)-1:0] : entry[PortWidth+:$bits(level_t)];
  assign lanes_write = clearing_o ? {Ports{32'(entry) < Levels}}
                     : write && which == Lanes && lanes_there ? ports_t'(1) << lanes_port : '0;

  logic [2:0]                                       port_held;
  ports_t                                           group_held;
  logic [Ports-1:0][Config.VirtualLanes-1:0]        lanes_held;
  logic [PortsOfLanes-1:0][Config.VirtualLanes-1:0] lanes_padded;
  ports_t                                           unicast   [Reads];
  ports_t                                           multicast [Reads];

  iba_forwarding_table #(
    .Entries(Config.Lids),
    .Reads  (Reads)
  ) u_forwarding (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .write_i(lid_there && (clearing_o || (write && which == Forwarding))),
    .entry_i(entry),
    .port_i (clearing_o ? UnknownPort : value[2:0]),
    .port_o (port_held),
    .lid_i  (lid_i),
    .ports_o(unicast)
  );

  iba_multicast_table #(
    .Groups(Config.Groups),
    .Reads (Reads)
  ) u_multicast (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .write_i(group_there && (clearing_o || (write && which == Multicast))),
    .entry_i(entry),
    .value_i(clearing_o ? '0 : value),
    .value_o(group_held),
    .lid_i  (lid_i),
    .ports_o(multicast)
  );

  iba_lane_table #(
    .VirtualLanes(Config.VirtualLanes),
    .Reads       (Reads)
  ) u_lanes (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .write_i     (lanes_write),
    .level_i     (level),
    .value_i     (clearing_o ? Config.VirtualLanes'(1) : value[Config.VirtualLanes-1:0]),
    .value_o     (lanes_held),
    .level_read_i(level_i),
    .lanes_o     (lanes_o)
  );

  logic turn_there;

  if (Config.ArbitrationEntries > 0) begin : gen_arbitration
    logic  turn_exists;
    turn_t turn_held;

    iba_arbitration_table #(
      .VirtualLanes(Config.VirtualLanes),
      .Entries     (Config.ArbitrationEntries)
    ) u_arbitration (
      .clk_i   (clk_i),
      .rst_ni  (rst_ni),
      .write_i (write && which == Counters),
      .entry_i (entry),
      .value_i (pwdata_i[$bits(turn_t)-1:0]),
      .value_o (turn_held),
      .exists_o(turn_exists),
      .turns_o (turns_o),
      .limit_o (limit_o)
    );
    assign turn_there = which == Counters && turn_exists;
    assign prdata_o   = turn_there ? 32'(turn_held) : read;
  end else begin : gen_round_robin
    assign turn_there = 1'b0;
    assign prdata_o   = read;
    assign turns_o    = '0;
    assign limit_o    = '0;
  end

  assign lanes_padded = (PortsOfLanes * Config.VirtualLanes)'(lanes_held);

  always_comb begin
    case (which)
      Forwarding: {exists, holds} = {lid_there, value_t'(port_held)};
      Multicast:  {exists, holds} = {group_there, group_held};
      Lanes:      {exists, holds} = {lanes_there, value_t'(lanes_padded[lanes_port])};
      default:    {exists, holds} = {turn_there, value_t'(0)};
    endcase
    if (!exists) holds = '0;
  end

  for (genvar r = 0; r < Reads; r++) begin : gen_lookup
    // One of the two is 0, and unicast has one port at most.
    ports_t usable, group;
    for (genvar p = 0; p < Ports; p++) begin : gen_port
      assign usable[p] = used_i[p] && lanes_o[r][p] != '0;
    end
    assign group      = (multicast[r] & ~usable) == '0 ? multicast[r] : '0;
    assign ports_o[r] = (unicast[r] & usable) | group;
    `WF_ASSERT(IbaTablesOneKind, unicast[r] == '0 || multicast[r] == '0)
    `WF_ASSERT(IbaTablesUsedPortsOnly, (ports_o[r] & ~used_i) == '0)
  end

endmodule

`endif
