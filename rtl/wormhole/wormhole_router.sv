// SPDX-License-Identifier: Apache-2.0
//
// The wormhole router with virtual channels (ROMM paper, section 6): input buffers, crossbar of
// buffers, output buffers, links, injection and ejection ports. Figure, rules: docs/wormhole.md.
// Parameters: Config (wormhole_pkg). Link ports are numbered 2 * dimension + minus (mesh_pkg).
// Port p's inputs carry the flits that travel in that direction; flow_o shows the
// neighbour that sends into them which buffers are full (with Config.Credits, which ones a flit has
// left), and flow_i is the same from the neighbour that port p sends to.
// position_i are the node's digits, wraps_i its wrap links: constants. Where there is no link,
// valid_i and flow_i are 0, since legal headers never request it. A flit at an input in one cycle
// is at an output in the next if nothing is in its way, one or two cycles later with registers in
// between (Config.Pipeline). flow_o, inject_ready_o and error_o are registers; the other outputs
// come from registers, eject_* and without Pipeline links' outputs through allocation, crossbar.
// Combinational paths:
//   flow_i -> valid_o, vc_o, tag_o, data_o, monitor_vc_o
//   wraps_i -> data_o (Torus=1, Pipeline=0)
`ifndef WORMHOLE_ROUTER_SV_
`define WORMHOLE_ROUTER_SV_
`include "wayfarer_assert.svh"

module wormhole_router
  import mesh_pkg::*;
  import wormhole_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned Ports      = 2 * Config.Dimensions,
  localparam int unsigned VcClasses  = Config.Torus ? 2 : 1,
  localparam int unsigned LinkVcs    = Config.Phases * VcClasses * Config.VirtualChannels,
  localparam int unsigned DigitWidth = digit_width(Config.Extents),
  localparam int unsigned VcWidth    = wf_pkg::index_width(LinkVcs)
) (
  input  logic                                                        clk_i,
  input  logic                                                        rst_ni,
  input  logic      [Config.Dimensions-1:0][DigitWidth-1:0]           position_i,
  input  logic      [Ports-1:0]                                       wraps_i,
  // Links into the node.
  input  logic      [Ports-1:0]                                       valid_i,
  input  logic      [Ports-1:0][VcWidth-1:0]                          vc_i,
  input  flit_tag_t [Ports-1:0]                                       tag_i,
  input  logic      [Config.FlitWidth-1:0]                            data_i [Ports],
  output logic      [Ports-1:0][LinkVcs-1:0]                          flow_o,
  // Links out of it. monitor_vc_o: vc_o, or the previous one while the link is idle.
  output logic      [Ports-1:0]                                       valid_o,
  output logic      [Ports-1:0][VcWidth-1:0]                          vc_o,
  output flit_tag_t [Ports-1:0]                                       tag_o,
  output logic      [Config.FlitWidth-1:0]                            data_o [Ports],
  output logic      [Ports-1:0][VcWidth-1:0]                          monitor_vc_o,
  input  logic      [Ports-1:0][LinkVcs-1:0]                          flow_i,
  // The processor.
  input  logic      [Config.InjectionPorts-1:0]                       inject_valid_i,
  input  flit_tag_t [Config.InjectionPorts-1:0]                       inject_tag_i,
  input  logic      [Config.InjectionPorts-1:0][Config.FlitWidth-1:0] inject_data_i,
  output logic      [Config.InjectionPorts-1:0]                       inject_ready_o,
  output logic      [ErrorWidth-1:0]                                  error_o,
  output logic      [Config.InjectionPorts-1:0][7:0]                  error_count_o,
  input  logic                                                        eject_stall_i,
  output logic      [Config.EjectionPorts-1:0]                        eject_valid_o,
  output flit_tag_t [Config.EjectionPorts-1:0]                        eject_tag_o,
  output logic      [Config.EjectionPorts-1:0][Config.FlitWidth-1:0]  eject_data_o
);

  `WF_ASSERT_STATIC(WormholeRouterLegal, config_legal(Config))

  localparam mesh_t Mesh = make_mesh(Config.Extents, Config.Dimensions, Config.Torus,
                                     Config.Phases);

  localparam int unsigned LinkBuffers = Ports * LinkVcs;
  localparam int unsigned Inputs      = LinkBuffers + Config.InjectionPorts;
  localparam int unsigned Outputs     = LinkBuffers + Config.EjectionPorts;
  localparam int unsigned LinkGroups  = link_groups(Config);
  localparam int unsigned Groups      = LinkGroups + 1;
  localparam int unsigned HeaderWidth = header_width(Mesh);
  localparam int unsigned HopWidth    = hop_width(Config.Extents);

  // The legs of the crossbar that legal messages use.
  function automatic bit [Outputs-1:0][Inputs-1:0] make_legs();
    int unsigned group;
    for (int unsigned o = 0; o < Outputs; o++) begin
      group = o < LinkBuffers ? o / Config.VirtualChannels : LinkGroups;
      for (int unsigned i = 0; i < Inputs; i++) make_legs[o][i] = may_turn(Config, i, group);
    end
  endfunction

  localparam bit [Outputs-1:0][Inputs-1:0] Legs = make_legs();

  // Injection: what the guards let through goes into the last input buffers.
  logic      [Config.InjectionPorts-1:0] inject_push, unused_open;
  flit_tag_t [Config.InjectionPorts-1:0] inject_tag;

  mesh_injection #(
    .Mesh(Mesh), .InjectionPorts(Config.InjectionPorts), .FlitWidth(Config.FlitWidth)
  ) u_injection (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .position_i   (position_i),
    .valid_i      (inject_valid_i),
    .tag_i        (inject_tag_i),
    .data_i       (inject_data_i),
    .error_o      (error_o),
    .error_count_o(error_count_o),
    .ready_i      (inject_ready_o),
    .last_i       ('0),
    .open_o       (unused_open),
    .push_o       (inject_push),
    .tag_o        (inject_tag)
  );

  // Routing of the flits that come in: the group that a header asks for. Links first.
  logic [Groups-1:0] group [Ports + Config.InjectionPorts];

  for (genvar s = 0; s < Ports + Config.InjectionPorts; s++) begin : gen_route
    logic                   head;
    logic [HeaderWidth-1:0] header;

    if (s < Ports) begin : gen_link
      assign head   = tag_i[s][Head];
      assign header = data_i[s][HeaderWidth-1:0];
    end else begin : gen_injection
      assign head   = inject_tag[s-Ports][Head];
      assign header = inject_data_i[s-Ports][HeaderWidth-1:0];
    end

    wormhole_route #(.Mesh(Mesh)) u_route (
      .clk_i(clk_i), .rst_ni(rst_ni), .head_i(head), .header_i(header), .request_o(group[s])
    );
  end

  // Input buffers, those of the links first.
  logic [Groups-1:0]           request [Inputs];
  logic [Inputs-1:0]           flow, granted, occupied, pop;
  flit_tag_t                   in_tag  [Inputs];
  logic [Config.FlitWidth-1:0] in_data [Inputs];

  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    logic                        push;
    flit_tag_t                   push_tag;
    logic [Config.FlitWidth-1:0] push_data;
    logic [Groups-1:0]           push_group;

    if (i < LinkBuffers) begin : gen_link
      localparam int unsigned Port = i / LinkVcs;
      assign push       = valid_i[Port] && vc_i[Port] == VcWidth'(i % LinkVcs);
      assign push_tag   = tag_i[Port];
      assign push_data  = data_i[Port];
      assign push_group = group[Port];
    end else begin : gen_injection
      assign push       = inject_push[i-LinkBuffers];
      assign push_tag   = inject_tag[i-LinkBuffers];
      assign push_data  = inject_data_i[i-LinkBuffers];
      assign push_group = group[Ports+i-LinkBuffers];
      assign inject_ready_o[i-LinkBuffers] = !flow[i];
    end

    wormhole_input #(.Config(Config), .Credits(i < LinkBuffers && Config.Credits)) u_input (
      .clk_i     (clk_i),
      .rst_ni    (rst_ni),
      .push_i    (push),
      .tag_i     (push_tag),
      .data_i    (push_data),
      .group_i   (push_group),
      .flow_o    (flow[i]),
      .request_o (request[i]),
      .granted_i (granted[i]),
      .occupied_o(occupied[i]),
      .tag_o     (in_tag[i]),
      .data_o    (in_data[i]),
      .pop_i     (pop[i])
    );
  end

  assign flow_o = flow[LinkBuffers-1:0];

  // Allocation, group by group. `select`: the input buffer of each output, one-hot.
  logic [Inputs-1:0]  asking  [Groups];
  logic [Inputs-1:0]  granting[Groups];
  logic [Inputs-1:0]  ended, select [Outputs];
  logic [Outputs-1:0] vacant, fed, head, room;

  wormhole_turns #(.Config(Config)) u_turns (
    .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request), .asking_o(asking)
  );

  for (genvar g = 0; g < Groups; g++) begin : gen_group
    localparam int unsigned Size = g < LinkGroups ? Config.VirtualChannels : Config.EjectionPorts;

    wormhole_vc_allocator #(
      .Requests(Inputs), .Outputs(Size), .Askers(Legs[g*Config.VirtualChannels]),
      .Registered(Config.Pipeline == 2)
    ) u_allocator (
      .clk_i     (clk_i),
      .rst_ni    (rst_ni),
      .request_i (asking[g]),
      .granted_o (granting[g]),
      .occupied_i(occupied),
      .vacant_i  (vacant[g*Config.VirtualChannels+:Size]),
      .select_o  (select[g*Config.VirtualChannels+:Size]),
      .fed_o     (fed[g*Config.VirtualChannels+:Size]),
      .head_o    (head[g*Config.VirtualChannels+:Size]),
      .room_i    (room[g*Config.VirtualChannels+:Size]),
      .end_i     (ended)
    );
  end

  always_comb begin
    granted = '0;
    for (int unsigned g = 0; g < Groups; g++) granted |= granting[g];
  end

  // Crossbar.
  flit_tag_t                   out_tag  [Outputs];
  logic [Config.FlitWidth-1:0] out_data [Outputs];

  wormhole_crossbar #(
    .Inputs(Inputs), .Outputs(Outputs), .FlitWidth(Config.FlitWidth), .Legs(Legs),
    .ChainLegs(chain_legs(Config))
  ) u_crossbar (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .tag_i     (in_tag),
    .data_i    (in_data),
    .occupied_i(occupied),
    .pop_o     (pop),
    .select_i  (select),
    .tag_o     (out_tag),
    .data_o    (out_data),
    .room_i    (room),
    .head_i    (head),
    .end_o     (ended)
  );

  // Output buffers and links.
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic [LinkVcs-1:0]          ready, grant;
    flit_tag_t                   tag  [LinkVcs];
    logic [Config.FlitWidth-1:0] data [LinkVcs];

    for (genvar c = 0; c < LinkVcs; c++) begin : gen_vc
      localparam int unsigned Output = p * LinkVcs + c;
      localparam int unsigned Phase  = c / Config.VirtualChannels / VcClasses;
      logic [Config.FlitWidth-1:0] updated;

      mesh_header_update #(
        .HopOffset((Phase * Config.Dimensions + p / 2) * HopWidth), .HopWidth(HopWidth),
        .Minus(p % 2 == 1), .Torus(Config.Torus), .CrossedBit(hops_width(Mesh)),
        .FlitWidth(Config.FlitWidth)
      ) u_header_update (
        .head_i (out_tag[Output][Head]),
        .wraps_i(wraps_i[p]),
        .data_i (out_data[Output]),
        .data_o (updated)
      );

      wormhole_output #(.Config(Config)) u_output (
        .clk_i   (clk_i),
        .rst_ni  (rst_ni),
        .fed_i   (fed[Output]),
        .tag_i   (out_tag[Output]),
        .data_i  (updated),
        .room_o  (room[Output]),
        .vacant_o(vacant[Output]),
        .flow_i  (flow_i[p][c]),
        .ready_o (ready[c]),
        .grant_i (grant[c]),
        .tag_o   (tag[c]),
        .data_o  (data[c])
      );
    end

    wormhole_link #(.LinkVcs(LinkVcs), .FlitWidth(Config.FlitWidth)) u_link (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .ready_i     (ready),
      .tag_i       (tag),
      .data_i      (data),
      .grant_o     (grant),
      .valid_o     (valid_o[p]),
      .vc_o        (vc_o[p]),
      .tag_o       (tag_o[p]),
      .data_o      (data_o[p]),
      .monitor_vc_o(monitor_vc_o[p])
    );

    `WF_ASSERT(WormholeRouterRespectsFull,
               Config.Credits || !valid_o[p] || (flow_i[p] & (LinkVcs'(1) << vc_o[p])) == '0)
  end

  // Ejection.
  logic ejecting;
  wormhole_ejection #(.EjectionPorts(Config.EjectionPorts)) u_ejection (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .stall_i(eject_stall_i),
    .fed_i  (fed[LinkBuffers+:Config.EjectionPorts]),
    .room_o (ejecting),
    .valid_o(eject_valid_o)
  );

  assign room[LinkBuffers+:Config.EjectionPorts]   = {Config.EjectionPorts{ejecting}};
  assign vacant[LinkBuffers+:Config.EjectionPorts] = '1;
  for (genvar l = 0; l < Config.EjectionPorts; l++) begin : gen_ejection
    assign eject_tag_o[l]  = out_tag[LinkBuffers+l];
    assign eject_data_o[l] = out_data[LinkBuffers+l];
  end

endmodule

`endif
