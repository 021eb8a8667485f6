// SPDX-License-Identifier: Apache-2.0
//
// A switch of an InfiniBand mesh and its terminal's adapter: forwarding by tables, virtual lanes,
// and copies of multicast packets.
//
//   links ------------------> buffers --> lookup --> start --> virtual lanes ----> links
//   injection --> adapter ------'    '------------ branches -------> link -------> adapter
//                                           ^
//                              management: tables in, counters out
//
// Parameters: VirtualLanes; AllOrNothing, how packets start (iba_start_together, else
// iba_start_branches); Depth, flits of a virtual lane's buffer; Longest, of the largest packet; Mtu
// (iba_adapter); Age (iba_age_timer); Lifetime, HopLimit (iba_buffer); ArbitrationEntries
// (iba_lane_arbiter); InBand: no flit leaves by the links of hold_i; Lids, Groups, entries of the
// tables; FlitWidth. used_i, the connected ports, is a constant. It is a port, not a parameter, so
// all switches of a mesh are equal.
// Latency: a header that arrives in cycle t can leave in cycle t + 2. Throughput: one flit per
// cycle on every link and to and from the endpoint.
// Links by port - 1: *_o leave the switch, *_i enter through that port; credit_o returns credit to
// the sender at that port, credit_i receives it. inject_ready_o and the links' outputs settle from
// registers, and eject_stall_i is registered.
// After a reset inject_ready_o stays low until the tables are cleared (iba_management).
// Combinational paths:
//   apb_i -> apb_o
//   hold_i -> credit_o, data_o, flit_o, lane_o, monitor_lane_o (InBand=1)
`ifndef IBA_SWITCH_SV_
`define IBA_SWITCH_SV_
`include "wayfarer_assert.svh"

module iba_switch
  import iba_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned Turns      = turns_of(Config.ArbitrationEntries),
  localparam int unsigned LaneWidth  = wf_pkg::index_width(Config.VirtualLanes),
  localparam int unsigned FlitsWidth = wf_pkg::count_width(Config.Longest)
) (
  input  logic                                                               clk_i,
  input  logic                                                               rst_ni,
  input  ports_t                                                             used_i,
  output logic                                                               idle_o,
  // Management, an APB slave.
  input  apb_request_t                                                       apb_i,
  output apb_response_t                                                      apb_o,
  // The endpoint.
  input  flit_info_t                                                         inject_i,
  input  logic          [LaneWidth-1:0]                                      inject_lane_i,
  input  logic          [Config.FlitWidth-1:0]                               inject_data_i,
  output logic          [Config.VirtualLanes-1:0]                            inject_ready_o,
  output errors_t                                                            errors_o,
  input  logic                                                               eject_stall_i,
  output arrival_t                                                           eject_o,
  output logic          [LaneWidth-1:0]                                      eject_lane_o,
  output logic          [Config.FlitWidth-1:0]                               eject_data_o,
  // The output links.
  input  logic          [Links-1:0]                                          hold_i,
  output flit_info_t    [Links-1:0]                                          flit_o,
  output logic          [Links-1:0][LaneWidth-1:0]                           lane_o,
  output logic          [Config.FlitWidth-1:0]                               data_o [Links],
  output logic          [Links-1:0][LaneWidth-1:0]                           monitor_lane_o,
  input  logic          [Links-1:0][Config.VirtualLanes-1:0][FlitsWidth-1:0] credit_i,
  // The input links.
  input  flit_info_t    [Links-1:0]                                          flit_i,
  input  logic          [Links-1:0][LaneWidth-1:0]                           lane_i,
  input  logic          [Config.FlitWidth-1:0]                               data_i [Links],
  output logic          [Links-1:0][Config.VirtualLanes-1:0][FlitsWidth-1:0] credit_o
);

  `WF_ASSERT_STATIC(IbaSwitchLegal, config_legal(Config))

  localparam int unsigned Inputs = Ports * Config.VirtualLanes;

  // Flits into the buffers, by port.
  logic [Ports-1:0][Config.VirtualLanes-1:0] push;
  flit_tag_t                                 enter_tag [Ports];
  logic [Config.FlitWidth-1:0]               enter_data[Ports];
  // Headers and the results of the table lookups.
  lid_t                                      lid       [Inputs];
  level_t                                    level     [Inputs];
  ports_t                                    way       [Inputs];
  logic [Ports-1:0][Config.VirtualLanes-1:0] way_lanes [Inputs];
  // Front packets.
  ports_t                                                    waits   [Inputs];
  logic [Ports-1:0][Config.VirtualLanes-1:0]                 may_use [Inputs];
  logic [Inputs-1:0][FlitsWidth-1:0]                         flits;
  logic [Inputs-1:0]                                         leaves, forwarded, unknown, empty;
  logic [Inputs-1:0]                                         expires, drops, cut;
  logic [Ports-1:0][Config.VirtualLanes-1:0][FlitsWidth-1:0] freed;
  ports_t                                                    starts  [Inputs];
  // Branches.
  ports_t                      holds [Inputs];
  flit_tag_t                   tag   [Inputs][Ports];
  logic [Config.FlitWidth-1:0] data  [Inputs][Ports];
  ports_t                      sends [Inputs];
  // Output ports.
  logic      [Ports-1:0]                                          out_valid;
  logic      [Ports-1:0][LaneWidth-1:0]                           out_lane, out_monitor_lane;
  flit_tag_t [Ports-1:0]                                          out_tag;
  logic      [Config.FlitWidth-1:0]                               out_data[Ports];
  logic      [Ports-1:0][Config.VirtualLanes-1:0][FlitsWidth-1:0] credit;
  logic                                                           clearing, stall, busy, closing;

  // The ports' arbitration tables.
  turn_t  [Ports-1:0][1:0][Turns-1:0] turns;
  limit_t [Ports-1:0]                 limit;

  // The terminal enters through port 0, links through higher ports.
  iba_adapter #(
    .Config(Config)
  ) u_adapter (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .hold_i        (clearing),
    .busy_o        (busy),
    .inject_i      (inject_i),
    .inject_lane_i (inject_lane_i),
    .inject_data_i (inject_data_i),
    .inject_ready_o(inject_ready_o),
    .errors_o      (errors_o),
    .eject_stall_i (eject_stall_i),
    .eject_o       (eject_o),
    .eject_lane_o  (eject_lane_o),
    .eject_data_o  (eject_data_o),
    .push_o        (push[Endpoint]),
    .tag_o         (enter_tag[Endpoint]),
    .data_o        (enter_data[Endpoint]),
    .freed_i       (freed[Endpoint]),
    .discards_i    (unknown != '0),
    .expires_i     (expires != '0),
    .stall_o       (stall),
    .flit_i        ({out_valid[Endpoint], out_tag[Endpoint]}),
    .lane_i        (out_lane[Endpoint]),
    .data_i        (out_data[Endpoint])
  );

  for (genvar l = 0; l < Links; l++) begin : gen_arrival
    assign push[l+1]       = flit_i[l].valid ? Config.VirtualLanes'(1) << lane_i[l] : '0;
    assign enter_tag[l+1]  = flit_i[l].tag;
    assign enter_data[l+1] = data_i[l];
    assign credit_o[l]     = freed[l+1];
  end

  iba_tables #(
    .Config(Config),
    .Reads (Inputs)
  ) u_tables (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .psel_i     (apb_i.sel),
    .penable_i  (apb_i.enable),
    .pwrite_i   (apb_i.write),
    .paddr_i    (apb_i.addr),
    .pwdata_i   (apb_i.wdata),
    .prdata_o   (apb_o.rdata),
    .pready_o   (apb_o.ready),
    .pslverr_o  (apb_o.slverr),
    .clearing_o (clearing),
    .discarded_i(unknown | expires),
    .forwarded_i(forwarded),
    .used_i     (used_i),
    .lid_i      (lid),
    .level_i    (level),
    .ports_o    (way),
    .lanes_o    (way_lanes),
    .turns_o    (turns),
    .limit_o    (limit)
  );

  // Buffers.
  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    localparam int unsigned Port = i / Config.VirtualLanes;
    localparam int unsigned Lane = i % Config.VirtualLanes;

    iba_buffer #(
      .Config(Config)
    ) u_buffer (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .push_i     (push[Port][Lane]),
      .tag_i      (enter_tag[Port]),
      .data_i     (enter_data[Port]),
      .lid_o      (lid[i]),
      .level_o    (level[i]),
      .ports_i    (way[i]),
      .lanes_i    (way_lanes[i]),
      .waits_o    (waits[i]),
      .lanes_o    (may_use[i]),
      .flits_o    (flits[i]),
      .start_i    (starts[i]),
      .holds_o    (holds[i]),
      .tag_o      (tag[i]),
      .data_o     (data[i]),
      .send_i     (sends[i]),
      .leaves_o   (leaves[i]),
      .forwarded_o(forwarded[i]),
      .unknown_o  (unknown[i]),
      .expires_o  (expires[i]),
      .drops_o    (drops[i]),
      .cut_o      (cut[i]),
      .empty_o    (empty[i])
    );

    assign freed[Port][Lane] = leaves[i] ? flits[i] : '0;
  end

  assign idle_o = &empty && !clearing && !busy && !closing;

  logic [Links-1:0] hold;

  if (Config.InBand) begin : gen_hold
    assign hold = hold_i;
  end else begin : gen_free
    logic unused_hold;
    assign unused_hold = ^hold_i;
    assign hold = '0;
  end

  iba_outputs #(
    .Config(Config)
  ) u_outputs (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .waits_i       (waits),
    .lanes_i       (may_use),
    .flits_i       (flits),
    .starts_o      (starts),
    .holds_i       (holds),
    .tag_i         (tag),
    .data_i        (data),
    .sends_o       (sends),
    .drops_i       (drops),
    .cut_i         (cut),
    .turns_i       (turns),
    .limit_i       (limit),
    .stall_i       ({hold, stall}),
    .closing_o     (closing),
    .valid_o       (out_valid),
    .lane_o        (out_lane),
    .tag_o         (out_tag),
    .data_o        (out_data),
    .monitor_lane_o(out_monitor_lane),
    .credit_i      (credit)
  );

  // Ejection needs no credit.
  assign credit[Endpoint] = '0;

  for (genvar l = 0; l < Links; l++) begin : gen_departure
    assign credit[l+1]       = credit_i[l];
    assign flit_o[l]         = {out_valid[l+1], out_tag[l+1]};
    assign lane_o[l]         = out_lane[l+1];
    assign data_o[l]         = out_data[l+1];
    assign monitor_lane_o[l] = out_monitor_lane[l+1];
  end

  logic unused_monitor_lane;
  assign unused_monitor_lane = ^out_monitor_lane[Endpoint];

  `WF_ASSERT(IbaSendsByUsedPorts, (out_valid & ~used_i) == '0)

endmodule

`endif
