// SPDX-License-Identifier: Apache-2.0
//
// A node of a network of cut-through routers (Fulgham, Snyder): buffers of one message on either
// side of a crossbar, joined by at most one connection per cycle.
//
//   links -------------> input buffers --> crossbar --> output buffers --> links
//   injection --> guard ------'    |          ^  |             '---------> ejection
//                                  '- route - matching
//
// Parameters: Config (cut_through_pkg), with at most MaxBuffers on a side.
// position_i and seed_i are constants, but ports, so that all nodes of a network are one module.
// Latency: a header that arrives in cycle t can be on a link or at the processor in cycle
// t + Pipeline + 1. Throughput: one flit per cycle on every link and port.
// room_o, holds_o, head_o, tail_o and inject_ready_o settle from registers alone. eject_stall_i is
// registered: from the cycle after it rises no flit is ejected. derouted_o: cut_through_matching.
// Illegal: an arrival without room_o for its header; with DrainingRoom, a link that has taken a
// header and does not take the message's other flits as they come. The guards keep everything else
// legal.
// Combinational paths:
//   grant_i -> tag_o, data_o
//   grant_i -> derouted_o (Routing=3)
`ifndef CUT_THROUGH_ROUTER_SV_
`define CUT_THROUGH_ROUTER_SV_
`include "wayfarer_assert.svh"

module cut_through_router
  import mesh_pkg::*;
  import cut_through_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned DigitWidth = digit_width(Config.Extents),
  localparam int unsigned HopWidth   = hop_width(Config.Extents),
  localparam int unsigned HopsWidth  = Config.Dimensions * HopWidth,
  localparam int unsigned LinkVcs    = link_vcs(Config.Routing, Config.VcClasses,
                                                Config.VirtualChannels),
  localparam int unsigned Ports      = 2 * Config.Dimensions,
  localparam int unsigned Sources    = Ports * LinkVcs + Config.InjectionPorts,
  localparam int unsigned Targets    = Ports * LinkVcs + Config.EjectionPorts,
  localparam int unsigned Inputs     = Sources + Config.Queue,
  localparam int unsigned Outputs    = Targets + Config.Queue
) (
  input  logic                                                        clk_i,
  input  logic                                                        rst_ni,
  input  logic      [Config.Dimensions-1:0][DigitWidth-1:0]           position_i,
  input  random_t                                                     seed_i,
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
  output logic      [Config.EjectionPorts-1:0][Config.FlitWidth-1:0]  eject_data_o,
  // To the neighbours, by port: state of the output buffers, the grants, and the flit sent.
  output logic      [Ports-1:0][LinkVcs-1:0]                          holds_o,
  output logic      [Ports-1:0][LinkVcs-1:0]                          head_o,
  output logic      [Ports-1:0][LinkVcs-1:0]                          tail_o,
  input  logic      [Ports-1:0][LinkVcs-1:0]                          grant_i,
  output flit_tag_t [Ports-1:0]                                       tag_o,
  output logic      [Config.FlitWidth-1:0]                            data_o [Ports],
  output logic      [Ports-1:0]                                       derouted_o,
  // From the neighbours, by the sender's output port: input buffers with room, arrivals.
  output logic      [Ports-1:0][LinkVcs-1:0]                          room_o,
  input  logic      [Ports-1:0][LinkVcs-1:0]                          arrive_i,
  input  flit_tag_t [Ports-1:0]                                       tag_i,
  input  logic      [Config.FlitWidth-1:0]                            data_i [Ports]
);

  `WF_ASSERT_STATIC(CutThroughRouterLegal,
                    config_legal(Config) && Inputs <= MaxBuffers && Outputs <= MaxBuffers)
  localparam bit Chaotic = Config.Routing == Chaos;

  // Flits into the input buffers and out of them.
  logic [Inputs-1:0]           in_push, in_room, in_open, in_waits;
  flit_tag_t                   enter_tag [Inputs], in_tag [Inputs];
  logic [Config.FlitWidth-1:0] enter_data[Inputs], in_data[Inputs];
  // State of the input buffers, and the output buffers that their headers may take.
  logic [Inputs-1:0]  in_eligible, in_holds, in_pop;
  logic [Targets-1:0] in_request[Inputs], entering;
  logic               queue_full;
  // The connection of this cycle.
  logic [Inputs-1:0]  connect_input;
  logic [Outputs-1:0] connect_output, pair[Inputs];
  // Flits over the crossbar, and output buffers.
  logic [Outputs-1:0]          out_connected, out_push;
  logic [Targets-1:0]          out_free, out_holds, out_pop;
  flit_tag_t                   cross_tag [Outputs], out_tag [Targets];
  logic [Config.FlitWidth-1:0] cross_data[Outputs], out_data[Targets];

  logic unused_queue;
  assign unused_queue = ^{entering, out_connected};

  for (genvar l = 0; l < Ports; l++) begin : gen_arrival
    for (genvar c = 0; c < LinkVcs; c++) begin : gen_vc
      assign in_push[l*LinkVcs+c]    = arrive_i[l][c];
      assign enter_tag[l*LinkVcs+c]  = tag_i[l];
      assign enter_data[l*LinkVcs+c] = data_i[l];
      assign room_o[l][c]            = in_room[l*LinkVcs+c] && !queue_full;
    end
  end

  logic      [Config.InjectionPorts-1:0] port_last, port_push, unused_open;
  flit_tag_t [Config.InjectionPorts-1:0] port_tag;

  mesh_injection #(
    .Mesh(make_mesh(Config.Extents, Config.Dimensions, Config.Torus, 1)),
    .InjectionPorts(Config.InjectionPorts), .FlitWidth(Config.FlitWidth)
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
    .last_i       (port_last),
    .open_o       (unused_open),
    .push_o       (port_push),
    .tag_o        (port_tag)
  );

  for (genvar l = 0; l < Config.InjectionPorts; l++) begin : gen_injection
    localparam int unsigned Input = Ports * LinkVcs + l;

    cut_through_length #(.Depth(Config.Depth)) u_length (
      .clk_i (clk_i),
      .rst_ni(rst_ni),
      .push_i(port_push[l]),
      .tail_i(port_tag[l][Tail]),
      .last_o(port_last[l])
    );

    assign inject_ready_o[l] = in_room[Input] || in_open[Input];
    assign in_push[Input]    = port_push[l];
    assign enter_tag[Input]  = port_tag[l];
    assign enter_data[Input] = inject_data_i[l];
  end

  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    logic [Targets-1:0] route;

    if (i < Sources) begin : gen_route
      logic [HopsWidth-1:0] hops;

      // With one cycle in the node, or behind another message, it is routed as it comes in.
      assign hops = Config.Pipeline == 1 || Chaotic ? enter_data[i][HopsWidth-1:0]
                                                    : in_data[i][HopsWidth-1:0];

      cut_through_route #(
        .Config(Config),
        .Escape(i < Ports * LinkVcs && i % LinkVcs < Config.VcClasses)
      ) u_route (
        .clk_i     (clk_i),
        .rst_ni    (rst_ni),
        .position_i(position_i),
        .header_i  (hops),
        .request_o (route)
      );
    end else begin : gen_frame
      assign route         = entering;
      assign in_push[i]    = out_push[Targets+i-Sources];
      assign enter_tag[i]  = cross_tag[Targets+i-Sources];
      assign enter_data[i] = cross_data[Targets+i-Sources];
    end

    cut_through_input #(
      .FlitWidth   (Config.FlitWidth),
      .Depth       (Config.Depth),
      .Pipeline    (i < Sources ? Config.Pipeline : 1),
      .Outputs     (Targets),
      .RoomBehind  (Chaotic)
    ) u_buffer (
      .clk_i     (clk_i),
      .rst_ni    (rst_ni),
      .push_i    (in_push[i]),
      .tag_i     (enter_tag[i]),
      .data_i    (enter_data[i]),
      .room_o    (in_room[i]),
      .open_o    (in_open[i]),
      .waits_o   (in_waits[i]),
      .route_i   (route),
      .eligible_o(in_eligible[i]),
      .request_o (in_request[i]),
      .connect_i (connect_input[i]),
      .holds_o   (in_holds[i]),
      .tag_o     (in_tag[i]),
      .data_o    (in_data[i]),
      .pop_i     (in_pop[i])
    );
  end

  cut_through_matching #(.Config(Config)) u_matching (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .position_i      (position_i),
    .seed_i          (seed_i),
    .eligible_i      (in_eligible),
    .request_i       (in_request),
    .waits_i         (in_waits),
    .open_i          (in_open),
    .room_i          (in_room),
    .free_i          (out_free),
    .connect_input_o (connect_input),
    .connect_output_o(connect_output),
    .pair_o          (pair),
    .entering_o      (entering),
    .full_o          (queue_full),
    .sent_i          (grant_i),
    .derouted_o      (derouted_o)
  );

  cut_through_crossbar #(
    .Inputs   (Inputs),
    .Outputs  (Outputs),
    .FlitWidth(Config.FlitWidth),
    .Legs     (turns(Config))
  ) u_crossbar (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .connect_input_i (connect_input),
    .connect_output_i(connect_output),
    .pair_i          (pair),
    .connected_o     (out_connected),
    .holds_i         (in_holds),
    .tag_i           (in_tag),
    .data_i          (in_data),
    .pop_o           (in_pop),
    .push_o          (out_push),
    .tag_o           (cross_tag),
    .data_o          (cross_data)
  );

  for (genvar o = 0; o < Targets; o++) begin : gen_output
    localparam int unsigned Dimension = o / (2 * LinkVcs);

    cut_through_output #(
      .FlitWidth   (Config.FlitWidth),
      .Depth       (Config.Depth),
      .DrainingRoom(Config.DrainingRoom && Dimension < Config.Dimensions),
      .Counts      (Dimension < Config.Dimensions),
      .Minus       (1'(o / LinkVcs)),
      .HopOffset   (Dimension < Config.Dimensions ? Dimension * HopWidth : 0),
      .HopWidth    (HopWidth),
      .Around      (Chaotic && Config.Torus ? extent(Config.Extents, Dimension % 4) : 0)
    ) u_buffer (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .connected_i(out_connected[o]),
      .free_o     (out_free[o]),
      .push_i     (out_push[o]),
      .tag_i      (cross_tag[o]),
      .data_i     (cross_data[o]),
      .holds_o    (out_holds[o]),
      .tag_o      (out_tag[o]),
      .data_o     (out_data[o]),
      .pop_i      (out_pop[o])
    );
  end

  for (genvar l = 0; l < Ports; l++) begin : gen_departure
    for (genvar c = 0; c < LinkVcs; c++) begin : gen_vc
      assign holds_o[l][c]        = out_holds[l*LinkVcs+c];
      assign head_o[l][c]         = out_tag[l*LinkVcs+c][Head];
      assign tail_o[l][c]         = out_tag[l*LinkVcs+c][Tail];
      assign out_pop[l*LinkVcs+c] = grant_i[l][c];
    end

    always_comb begin
      tag_o[l]  = '0;
      data_o[l] = '0;
      for (int unsigned c = 0; c < LinkVcs; c++) begin
        if (grant_i[l][c]) begin
          tag_o[l] |= out_tag[l*LinkVcs+c];
          data_o[l] |= out_data[l*LinkVcs+c];
        end
      end
    end
  end

  logic stall_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) stall_q <= 1'b0;
    else         stall_q <= eject_stall_i;
  end

  for (genvar l = 0; l < Config.EjectionPorts; l++) begin : gen_ejection
    localparam int unsigned Output = Ports * LinkVcs + l;
    assign out_pop[Output]  = out_holds[Output] && !stall_q;
    assign eject_valid_o[l] = out_pop[Output];
    assign eject_tag_o[l]   = out_tag[Output];
    assign eject_data_o[l]  = out_data[Output];
  end

  `WF_ASSERT(CutThroughConnectsEligible, (connect_input & ~in_eligible) == '0)
  `WF_ASSERT(CutThroughConnectsFree, (connect_output[Targets-1:0] & ~out_free) == '0)
  `WF_ASSERT_NEXT(CutThroughRouterStalls, eject_stall_i, eject_valid_o == '0)

endmodule

`endif
