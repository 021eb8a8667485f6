// The wormhole router with virtual channels (ROMM paper, section 6): input buffers, crossbar of
// buffers, output buffers, links, and a processor's injection and delivery lanes. docs/vc.md has
// the figure and the rules of a cycle.
//
// Ports of links count 2 * dimension + minus (mesh_pkg). Port p's inputs carry the flits that travel
// in that direction; full_o says of its virtual channels which buffers are full, to the neighbour
// that sends into them, and full_i is the same from the neighbour that port p sends to.
// position_i are the node's digits, wraps_i its wrap links: constants. Where there is no link,
// valid_i and full_i are 0: no legal header asks for it.
// A flit at an input in one cycle is at an output in the next if nothing is in its way. full_o,
// inject_ready_o and error_o are registers; the other outputs come from registers, eject_* and
// links' outputs through routing, allocation and crossbar. No input reaches them but full_i.
`include "wayfarer_assert.svh"

module wormhole_router
  import mesh_pkg::*;
#(
  parameter extents_t    Extents        = {16'd1, 16'd1, 16'd4, 16'd4},
  parameter int unsigned Dimensions     = dimensions(Extents),
  parameter bit          Torus          = 1'b0,
  parameter int unsigned Phases         = 1,
  parameter int unsigned Lanes          = 1,
  parameter int unsigned Depth          = 2,
  parameter int unsigned InjectionLanes = 2,
  parameter int unsigned DeliveryLanes  = 2,
  parameter int unsigned FlitWidth      = 64,
  localparam int unsigned Ports        = 2 * Dimensions,
  localparam int unsigned Channels     = Phases * (Torus ? 2 : 1) * Lanes,
  localparam int unsigned DigitWidth   = digit_width(Extents),
  localparam int unsigned ChannelWidth = wf_pkg::index_width(Channels)
) (
  input  logic                                     clk_i,
  input  logic                                     rst_ni,
  input  logic  [Dimensions-1:0][DigitWidth-1:0]    position_i,
  input  logic  [Ports-1:0]                         wraps_i,
  // Links into the node.
  input  logic  [Ports-1:0]                         valid_i,
  input  logic  [Ports-1:0][ChannelWidth-1:0]       channel_i,
  input  mark_t [Ports-1:0]                         mark_i,
  input  logic  [FlitWidth-1:0]                     data_i [Ports],
  output logic  [Ports-1:0][Channels-1:0]           full_o,
  // Links out of it. driver_o: channel_o, or the last one while there is no flit.
  output logic  [Ports-1:0]                         valid_o,
  output logic  [Ports-1:0][ChannelWidth-1:0]       channel_o,
  output mark_t [Ports-1:0]                         mark_o,
  output logic  [FlitWidth-1:0]                     data_o [Ports],
  output logic  [Ports-1:0][ChannelWidth-1:0]       driver_o,
  input  logic  [Ports-1:0][Channels-1:0]           full_i,
  // The processor.
  input  logic  [InjectionLanes-1:0]                inject_valid_i,
  input  mark_t [InjectionLanes-1:0]                inject_mark_i,
  input  logic  [InjectionLanes-1:0][FlitWidth-1:0] inject_data_i,
  output logic  [InjectionLanes-1:0]                inject_ready_o,
  output logic  [ErrorWidth-1:0]                    error_o,
  output logic  [InjectionLanes-1:0][7:0]           error_count_o,
  input  logic                                      eject_stall_i,
  output logic  [DeliveryLanes-1:0]                 eject_valid_o,
  output mark_t [DeliveryLanes-1:0]                 eject_mark_o,
  output logic  [DeliveryLanes-1:0][FlitWidth-1:0]  eject_data_o
);

  localparam int unsigned Classes     = Torus ? 2 : 1;
  localparam int unsigned LinkBuffers = Ports * Channels;
  localparam int unsigned Inputs      = LinkBuffers + InjectionLanes;
  localparam int unsigned Outputs     = LinkBuffers + DeliveryLanes;
  localparam int unsigned LinkGroups  = LinkBuffers / Lanes;
  localparam int unsigned Groups      = LinkGroups + 1;
  localparam int unsigned InputWidth  = wf_pkg::index_width(Inputs);
  localparam int unsigned HopWidth    = hop_width(Extents);
  localparam int unsigned CrossedBit  = hops_width(Extents, Dimensions, Phases);

  // Injection: what the guards let through goes into the last input buffers.
  logic  [InjectionLanes-1:0] inject_push, unused_open;
  mark_t [InjectionLanes-1:0] inject_mark;

  mesh_injection #(
    .Extents   (Extents),
    .Dimensions(Dimensions),
    .Torus     (Torus),
    .Phases    (Phases),
    .Lanes     (InjectionLanes),
    .FlitWidth (FlitWidth)
  ) u_injection (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .position_i   (position_i),
    .valid_i      (inject_valid_i),
    .mark_i       (inject_mark_i),
    .data_i       (inject_data_i),
    .error_o      (error_o),
    .error_count_o(error_count_o),
    .ready_i      (inject_ready_o),
    .last_i       ('0),
    .open_o       (unused_open),
    .push_o       (inject_push),
    .mark_o       (inject_mark)
  );

  // Input buffers, those of the links first.
  logic [Groups-1:0]    request  [Inputs];
  logic [Inputs-1:0]    full, granted, occupied, pop;
  mark_t                in_mark  [Inputs];
  logic [FlitWidth-1:0] in_data  [Inputs];

  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    logic                 push;
    mark_t                push_mark;
    logic [FlitWidth-1:0] push_data;

    if (i < LinkBuffers) begin : gen_link
      localparam int unsigned Port = i / Channels;
      assign push      = valid_i[Port] && channel_i[Port] == ChannelWidth'(i % Channels);
      assign push_mark = mark_i[Port];
      assign push_data = data_i[Port];
    end else begin : gen_injection
      assign push      = inject_push[i-LinkBuffers];
      assign push_mark = inject_mark[i-LinkBuffers];
      assign push_data = inject_data_i[i-LinkBuffers];
      assign inject_ready_o[i-LinkBuffers] = !full[i];
    end

    wormhole_input #(
      .Extents   (Extents),
      .Dimensions(Dimensions),
      .Torus     (Torus),
      .Phases    (Phases),
      .Depth     (Depth),
      .FlitWidth (FlitWidth)
    ) u_input (
      .clk_i     (clk_i),
      .rst_ni    (rst_ni),
      .push_i    (push),
      .mark_i    (push_mark),
      .data_i    (push_data),
      .full_o    (full[i]),
      .request_o (request[i]),
      .granted_i (granted[i]),
      .occupied_o(occupied[i]),
      .mark_o    (in_mark[i]),
      .data_o    (in_data[i]),
      .pop_i     (pop[i])
    );
  end

  assign full_o = full[LinkBuffers-1:0];

  // Allocation, group by group.
  logic [Inputs-1:0]     asking  [Groups];
  logic [Inputs-1:0]     granting[Groups];
  logic [Outputs-1:0]    connected, fed, take, ended;
  logic [InputWidth-1:0] source  [Outputs];

  for (genvar g = 0; g < Groups; g++) begin : gen_group
    localparam int unsigned Size = g < LinkGroups ? Lanes : DeliveryLanes;

    for (genvar i = 0; i < Inputs; i++) begin : gen_asking
      assign asking[g][i] = request[i][g];
    end

    wormhole_vc_allocator #(
      .Requests(Inputs),
      .Lanes   (Size)
    ) u_allocator (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .request_i  (asking[g]),
      .granted_o  (granting[g]),
      .connected_o(connected[g*Lanes+:Size]),
      .source_o   (source[g*Lanes+:Size]),
      .end_i      (ended[g*Lanes+:Size])
    );
  end

  for (genvar i = 0; i < Inputs; i++) begin : gen_granted
    logic [Groups-1:0] by_group;
    for (genvar g = 0; g < Groups; g++) begin : gen_group
      assign by_group[g] = granting[g][i];
    end
    assign granted[i] = |by_group;
  end

  // Crossbar.
  mark_t                out_mark [Outputs];
  logic [FlitWidth-1:0] out_data [Outputs];

  wormhole_crossbar #(
    .Inputs   (Inputs),
    .Outputs  (Outputs),
    .FlitWidth(FlitWidth)
  ) u_crossbar (
    .occupied_i (occupied),
    .mark_i     (in_mark),
    .data_i     (in_data),
    .pop_o      (pop),
    .connected_i(connected),
    .source_i   (source),
    .fed_o      (fed),
    .mark_o     (out_mark),
    .data_o     (out_data),
    .take_i     (take),
    .end_o      (ended)
  );

  // Output buffers and links.
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic  [Channels-1:0] ready, grant;
    mark_t                mark [Channels];
    logic [FlitWidth-1:0] data [Channels];

    for (genvar c = 0; c < Channels; c++) begin : gen_channel
      localparam int unsigned Output = p * Channels + c;
      localparam int unsigned Phase  = c / Lanes / Classes;
      logic [FlitWidth-1:0]   stepped;

      mesh_header_update #(
        .HopOffset ((Phase * Dimensions + p / 2) * HopWidth),
        .HopWidth  (HopWidth),
        .Minus     (p % 2 == 1),
        .Torus     (Torus),
        .CrossedBit(CrossedBit),
        .FlitWidth (FlitWidth)
      ) u_step (
        .head_i (out_mark[Output][Head]),
        .wraps_i(wraps_i[p]),
        .data_i (out_data[Output]),
        .data_o (stepped)
      );

      wormhole_output #(
        .FlitWidth(FlitWidth)
      ) u_output (
        .clk_i  (clk_i),
        .rst_ni (rst_ni),
        .fed_i  (fed[Output]),
        .mark_i (out_mark[Output]),
        .data_i (stepped),
        .take_o (take[Output]),
        .full_i (full_i[p][c]),
        .ready_o(ready[c]),
        .grant_i(grant[c]),
        .mark_o (mark[c]),
        .data_o (data[c])
      );
    end

    wormhole_link #(
      .Channels (Channels),
      .FlitWidth(FlitWidth)
    ) u_link (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .ready_i  (ready),
      .mark_i   (mark),
      .data_i   (data),
      .grant_o  (grant),
      .valid_o  (valid_o[p]),
      .channel_o(channel_o[p]),
      .mark_o   (mark_o[p]),
      .data_o   (data_o[p]),
      .driver_o (driver_o[p])
    );
  end

  // Delivery.
  wormhole_ejection #(
    .Lanes(DeliveryLanes)
  ) u_delivery (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .stall_i(eject_stall_i),
    .fed_i  (fed[LinkBuffers+:DeliveryLanes]),
    .take_o (take[LinkBuffers+:DeliveryLanes])
  );

  assign eject_valid_o = take[LinkBuffers+:DeliveryLanes];
  for (genvar l = 0; l < DeliveryLanes; l++) begin : gen_delivery
    assign eject_mark_o[l] = out_mark[LinkBuffers+l];
    assign eject_data_o[l] = out_data[LinkBuffers+l];
  end

endmodule
