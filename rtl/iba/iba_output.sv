// SPDX-License-Identifier: Apache-2.0
//
// An output port of a switch: its virtual lanes, and the link that they share.
//
// Parameters: VirtualLanes; Depth, Longest, FlitWidth; Lifetime, HopLimit; ArbitrationEntries
// (turns_i, limit_i: iba_link); ToEndpoint: no credit is needed, stall_i stops the port, and a
// packet may be dropped there (drops_i, cut_i; closing_o: a lane is about to end one: iba_lane).
// waits_i, lanes_i and flits_i: the input buffers whose front packet waits for this port, the lanes
// that it may use, its length. able_o and grant_i, by lane: the buffers able to take it, the one
// that does.
// holds_i, tails_i: the branches to this port that have a flit, and those whose flit is a tail; one
// that is granted a lane has its header. send_o takes one, whose flit is tag_i and data_i. freed_i,
// by lane, returns credit.
// Latency: combinational from grant_i and the branches to the link (iba_lane, iba_link).
`ifndef IBA_OUTPUT_SV_
`define IBA_OUTPUT_SV_
`include "wayfarer_assert.svh"

module iba_output
  import iba_pkg::*;
#(
  parameter config_t Config     = default_config(),
  parameter bit      ToEndpoint = 1'b0,
  localparam int unsigned Inputs     = Ports * Config.VirtualLanes,
  localparam int unsigned Turns      = turns_of(Config.ArbitrationEntries),
  localparam int unsigned FlitsWidth = wf_pkg::count_width(Config.Longest),
  localparam int unsigned LaneWidth  = wf_pkg::index_width(Config.VirtualLanes)
) (
  input  logic                                           clk_i,
  input  logic                                           rst_ni,
  // Packets that wait for the port.
  input  logic [Inputs-1:0]                              waits_i,
  input  logic [Config.VirtualLanes-1:0]                 lanes_i [Inputs],
  input  logic [Inputs-1:0][FlitsWidth-1:0]              flits_i,
  output logic [Config.VirtualLanes-1:0][Inputs-1:0]     able_o,
  input  logic [Config.VirtualLanes-1:0][Inputs-1:0]     grant_i,
  // Their branches.
  input  logic [Inputs-1:0]                              holds_i,
  input  logic [Inputs-1:0]                              tails_i,
  input  flit_tag_t                                      tag_i,
  input  logic [Config.FlitWidth-1:0]                    data_i,
  output logic [Inputs-1:0]                              send_o,
  input  logic [Inputs-1:0]                              drops_i,
  input  logic [Inputs-1:0]                              cut_i,
  output logic                                           closing_o,
  // The link.
  input  logic                                           stall_i,
  output logic                                           valid_o,
  output logic [LaneWidth-1:0]                           lane_o,
  output flit_tag_t                                      tag_o,
  output logic [Config.FlitWidth-1:0]                    data_o,
  output logic [LaneWidth-1:0]                           monitor_lane_o,
  input  logic [Config.VirtualLanes-1:0][FlitsWidth-1:0] freed_i,
  // Arbitration tables.
  input  turn_t [1:0][Turns-1:0]                         turns_i,
  input  limit_t                                         limit_i
);

  `WF_ASSERT_STATIC(IbaOutputLegal, config_legal(Config))

  logic [Config.VirtualLanes-1:0] owned, closed, closing;
  logic [Inputs-1:0]              owner[Config.VirtualLanes], starts[Config.VirtualLanes];
  logic [Inputs-1:0]              ends [Config.VirtualLanes];

  for (genvar v = 0; v < Config.VirtualLanes; v++) begin : gen_lane
    logic [Inputs-1:0] wants;

    for (genvar i = 0; i < Inputs; i++) begin : gen_input
      assign wants[i] = waits_i[i] && lanes_i[i][v];
    end

    iba_lane #(
      .Inputs   (Inputs),
      .Depth    (Config.Depth),
      .Longest  (Config.Longest),
      .Unlimited(ToEndpoint),
      .Drops    (ToEndpoint && Config.Lifetime > 0)
    ) u_lane (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .wants_i  (wants),
      .flits_i  (flits_i),
      .able_o   (able_o[v]),
      .grant_i  (grant_i[v]),
      .owner_o  (owner[v]),
      .ends_i   (ends[v]),
      .closed_i (closed[v]),
      .drops_i  (drops_i),
      .cut_i    (cut_i),
      .closing_o(closing[v]),
      .freed_i  (freed_i[v])
    );

    assign starts[v] = grant_i[v];
    assign owned[v]  = (owner[v] | starts[v]) != '0 || closing[v];
  end

  assign closing_o = closing != '0;

  iba_link #(
    .Inputs      (Inputs),
    .VirtualLanes(Config.VirtualLanes),
    .FlitWidth   (Config.FlitWidth),
    .CountHops   (!ToEndpoint && Config.HopLimit > 0),
    .ArbitrationEntries(Config.ArbitrationEntries)
  ) u_link (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .turns_i       (turns_i),
    .limit_i       (limit_i),
    .stall_i       (stall_i),
    .owner_i       (owner),
    .starts_i      (starts),
    .closing_i     (closing),
    .holds_i       (holds_i),
    .tails_i       (tails_i),
    .tag_i         (tag_i),
    .data_i        (data_i),
    .send_o        (send_o),
    .ends_o        (ends),
    .closed_o      (closed),
    .valid_o       (valid_o),
    .lane_o        (lane_o),
    .tag_o         (tag_o),
    .data_o        (data_o),
    .monitor_lane_o(monitor_lane_o)
  );

  `WF_ASSERT(IbaOutputSendsOwned, !valid_o || (owned & (Config.VirtualLanes'(1) << lane_o)) != '0)

endmodule

`endif
