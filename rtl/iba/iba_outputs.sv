// SPDX-License-Identifier: Apache-2.0
//
// The output side of a switch: the start of packets, and the output ports.
//
// Parameters: as in iba_switch.
// By input buffer: waits_i, the ports that its front packet waits for; lanes_i, the virtual lanes
// that it may use at each; flits_i, its length; starts_o, the branches that start in this cycle;
// holds_i, tag_i, data_i, the flit of each branch; sends_o, the branches whose flit is sent;
// drops_i, cut_i, branches to the endpoint that are dropped (iba_lane).
// By output port, 0 being the endpoint's: the flit sent, and credit_i, by virtual lane, from its
// receiver; turns_i, limit_i, the port's arbitration tables (iba_link). stall_i stops a
// port; closing_o: port 0 is about to end a packet that was cut.
// Latency: combinational from registers and stall_i.
`ifndef IBA_OUTPUTS_SV_
`define IBA_OUTPUTS_SV_
`include "wayfarer_assert.svh"

module iba_outputs
  import iba_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned Inputs     = Ports * Config.VirtualLanes,
  localparam int unsigned Turns      = turns_of(Config.ArbitrationEntries),
  localparam int unsigned LaneWidth  = wf_pkg::index_width(Config.VirtualLanes),
  localparam int unsigned FlitsWidth = wf_pkg::count_width(Config.Longest)
) (
  input  logic                                                           clk_i,
  input  logic                                                           rst_ni,
  // Input buffers.
  input  ports_t                                                         waits_i  [Inputs],
  input  logic      [Ports-1:0][Config.VirtualLanes-1:0]                 lanes_i  [Inputs],
  input  logic      [Inputs-1:0][FlitsWidth-1:0]                         flits_i,
  output ports_t                                                         starts_o [Inputs],
  input  ports_t                                                         holds_i  [Inputs],
  input  flit_tag_t                                                      tag_i    [Inputs][Ports],
  input  logic      [Config.FlitWidth-1:0]                               data_i   [Inputs][Ports],
  output ports_t                                                         sends_o  [Inputs],
  input  logic      [Inputs-1:0]                                         drops_i,
  input  logic      [Inputs-1:0]                                         cut_i,
  // Output ports.
  input  ports_t                                                         stall_i,
  output logic                                                           closing_o,
  output logic      [Ports-1:0]                                          valid_o,
  output logic      [Ports-1:0][LaneWidth-1:0]                           lane_o,
  output flit_tag_t [Ports-1:0]                                          tag_o,
  output logic      [Config.FlitWidth-1:0]                               data_o   [Ports],
  output logic      [Ports-1:0][LaneWidth-1:0]                           monitor_lane_o,
  input  logic      [Ports-1:0][Config.VirtualLanes-1:0][FlitsWidth-1:0] credit_i,
  // Arbitration tables.
  input  turn_t     [Ports-1:0][1:0][Turns-1:0]                          turns_i,
  input  limit_t    [Ports-1:0]                                          limit_i
);

  `WF_ASSERT_STATIC(IbaOutputsLegal, config_legal(Config))

  // By output port and lane: the buffers able to take it, the one that does.
  logic [Config.VirtualLanes-1:0][Inputs-1:0] able  [Ports];
  logic [Config.VirtualLanes-1:0][Inputs-1:0] grant [Ports];
  logic [Inputs-1:0]                          send  [Ports];
  ports_t                                     closing;

  if (Config.AllOrNothing) begin : gen_together
    iba_start_together #(
      .VirtualLanes(Config.VirtualLanes),
      .Inputs      (Inputs),
      .Age         (Config.Age)
    ) u_start (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .waits_i(waits_i),
      .able_i (able),
      .grant_o(grant)
    );
  end else begin : gen_branches
    for (genvar p = 0; p < Ports; p++) begin : gen_port
      iba_start_branches #(
        .VirtualLanes(Config.VirtualLanes),
        .Inputs      (Inputs)
      ) u_start (
        .clk_i  (clk_i),
        .rst_ni (rst_ni),
        .able_i (able[p]),
        .grant_o(grant[p])
      );
    end
  end

  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    for (genvar p = 0; p < Ports; p++) begin : gen_port
      logic [Config.VirtualLanes-1:0] lanes;
      for (genvar v = 0; v < Config.VirtualLanes; v++) begin : gen_lane
        assign lanes[v] = grant[p][v][i];
      end
      assign starts_o[i][p] = |lanes;
      assign sends_o[i][p]  = send[p][i];
    end

    `WF_ASSERT(IbaOutputsSendsWhatIsThere, (sends_o[i] & ~holds_i[i]) == '0)
    `WF_ASSERT(IbaOutputsStartsWhatWaits, (starts_o[i] & ~waits_i[i]) == '0)
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic [Inputs-1:0]              waits, holds, tails;
    logic [Config.VirtualLanes-1:0] lanes[Inputs];
    // The crossbar: 0 while nothing is sent. One-hot signals select, since a number would come
    // later; a pair of inputs is one LUT, and the OR of the pairs is a tree.
    flit_tag_t                   tag;
    logic [Config.FlitWidth-1:0] data, pair;
    always_comb begin
      tag  = '0;
      data = '0;
      for (int unsigned i = 0; i < Inputs; i += 2) begin
        pair = '0;
        if (send[p][i]) pair = data_i[i][p];
        else if (i + 1 < Inputs && send[p][i+1]) pair = data_i[i+1][p];
        data |= pair;
      end
      for (int unsigned i = 0; i < Inputs; i++) begin
        tag |= send[p][i] ? tag_i[i][p] : '0;
      end
    end

    for (genvar i = 0; i < Inputs; i++) begin : gen_input
      assign waits[i] = waits_i[i][p];
      assign lanes[i] = lanes_i[i][p];
      assign holds[i] = holds_i[i][p];
      assign tails[i] = tag_i[i][p][Tail];
    end

    iba_output #(
      .Config    (Config),
      .ToEndpoint(p == Endpoint)
    ) u_output (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .waits_i       (waits),
      .lanes_i       (lanes),
      .flits_i       (flits_i),
      .able_o        (able[p]),
      .grant_i       (grant[p]),
      .holds_i       (holds),
      .tails_i       (tails),
      .tag_i         (tag),
      .data_i        (data),
      .send_o        (send[p]),
      .drops_i       (drops_i),
      .cut_i         (cut_i),
      .closing_o     (closing[p]),
      .turns_i       (turns_i[p]),
      .limit_i       (limit_i[p]),
      .stall_i       (stall_i[p]),
      .valid_o       (valid_o[p]),
      .lane_o        (lane_o[p]),
      .tag_o         (tag_o[p]),
      .data_o        (data_o[p]),
      .monitor_lane_o(monitor_lane_o[p]),
      .freed_i       (credit_i[p])
    );
  end

  assign closing_o = closing != '0;

endmodule

`endif
