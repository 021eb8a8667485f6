// SPDX-License-Identifier: Apache-2.0
//
// A mesh or torus of cut-through routers (Fulgham, Snyder), of 1 to 4 dimensions with independent
// extents K0..K3. Pins: rtl/mesh/README.md; rules of a cycle: docs/cut_through.md.
//
// Parameters: Dimensions, of headers and channel numbers (1 to 4; extents beyond are 1);
// Torus; Routing and Policy as numbered in cut_through_pkg; VirtualChannels, per class, or with
// adaptive routing the adaptive ones; UniformChoice, of random policies: all candidates have the
// same chance (cut_through_uniform_select); BindLanes, dimension order: a header waits on one
// virtual channel of its class (cut_through_lane_binding); DrainingRoom, without InterleaveFlits:
// an output buffer has room behind the message that its link is sending; Queue, with Chaos, whose
// links are HalfDuplex: the frames of a node's queue; Depth, flits of the longest message;
// Pipeline, cycles of a header in a node; HalfDuplex, both directions of a link share one flit per
// cycle; InterleaveFlits, links are granted flit by flit, else message by message; InjectionPorts,
// EjectionPorts; FlitWidth; Seed, of the random policies. VcClasses: fewer than a torus's two can
// deadlock; for studies of deadlock.
// Latency: an unblocked message of F flits over H hops is injected from cycle t on and its tail
// delivered in cycle t + F + Pipeline + H * (Pipeline + 1).
// Combinational paths: none.
`ifndef CUT_THROUGH_NETWORK_SV_
`define CUT_THROUGH_NETWORK_SV_
`include "wayfarer_assert.svh"

module cut_through_network
  import mesh_pkg::*;
  import cut_through_pkg::*;
#(
  parameter int unsigned K0 = 4,
  parameter int unsigned K1 = 4,
  parameter int unsigned K2 = 1,
  parameter int unsigned K3 = 1,
  localparam extents_t   Extents = {16'(K3), 16'(K2), 16'(K1), 16'(K0)},
  parameter int unsigned Dimensions      = dimensions(Extents),
  parameter bit          Torus           = 1'b1,
  parameter int unsigned Routing         = StarChannels,
  parameter int unsigned VcClasses       = Torus && Routing != Chaos ? 2 : 1,
  parameter int unsigned Policy          = OutputDriven,
  parameter int unsigned VirtualChannels = 1,
  parameter bit          UniformChoice   = 1'b0,
  parameter bit          BindLanes       = Routing == DimensionOrder && VirtualChannels > 1,
  parameter bit          DrainingRoom    = 1'b0,
  parameter int unsigned Queue           = Routing == Chaos ? 5 : 0,
  parameter int unsigned Depth           = 20,
  parameter int unsigned Pipeline        = Routing == DimensionOrder ? 3 : 4,
  parameter bit          HalfDuplex      = 1'b1,
  parameter bit          InterleaveFlits = 1'b0,
  parameter int unsigned InjectionPorts  = 1,
  parameter int unsigned EjectionPorts   = 1,
  parameter int unsigned FlitWidth       = 64,
  parameter random_t     Seed            = 32'd1,
  localparam int unsigned Terminals = nodes(Extents),
  localparam int unsigned Ports     = 2 * Dimensions,
  localparam int unsigned Channels  = Ports * Terminals,
  localparam int unsigned LinkVcs   = link_vcs(Routing, VcClasses, VirtualChannels),
  localparam int unsigned VcWidth   = wf_pkg::index_width(LinkVcs)
) (
  input  logic                                          clk_i,
  input  logic                                          rst_ni,
  // Processors.
  input  logic      [InjectionPorts-1:0]                inject_valid_i [Terminals],
  input  flit_tag_t [InjectionPorts-1:0]                inject_tag_i   [Terminals],
  input  logic      [InjectionPorts-1:0][FlitWidth-1:0] inject_data_i  [Terminals],
  output logic      [InjectionPorts-1:0]                inject_ready_o [Terminals],
  output logic      [ErrorWidth-1:0]                    error_o        [Terminals],
  output logic      [InjectionPorts-1:0][7:0]           error_count_o  [Terminals],
  input  logic                                          eject_stall_i  [Terminals],
  output logic      [EjectionPorts-1:0]                 eject_valid_o  [Terminals],
  output flit_tag_t [EjectionPorts-1:0]                 eject_tag_o    [Terminals],
  output logic      [EjectionPorts-1:0][FlitWidth-1:0]  eject_data_o   [Terminals],
  // Monitor: the flit on each link.
  output logic                                          channel_valid_o[Channels],
  output flit_tag_t                                     channel_tag_o  [Channels],
  output logic      [VcWidth-1:0]                       channel_vc_o   [Channels]
);

  `WF_ASSERT_STATIC(CutThroughNetworkLegal,
                    K0 <= MaxExtent && K1 <= MaxExtent && K2 <= MaxExtent && K3 <= MaxExtent &&
                    extents_legal(Extents, Dimensions) && VcClasses >= 1 &&
                    VcClasses <= (Torus ? 2 : 1) && Routing <= Chaos &&
                    queue_legal(make_config()) && (Routing != Chaos || HalfDuplex) &&
                    Policy <= InputDrivenRoundRobin && (!UniformChoice || policy_draws(Policy)) &&
                    VirtualChannels >= 1 &&
                    (!BindLanes || Routing == DimensionOrder) &&
                    !(DrainingRoom && InterleaveFlits) && Depth >= 1 && Pipeline >= 1 &&
                    InjectionPorts >= 1 && EjectionPorts >= 1 &&
                    FlitWidth >= header_width(make_mesh(Extents, Dimensions, Torus, 1)))

  function automatic config_t make_config();
    make_config.Extents         = Extents;
    make_config.Dimensions      = Dimensions;
    make_config.Torus           = Torus;
    make_config.VcClasses       = VcClasses;
    make_config.Routing         = Routing;
    make_config.Policy          = Policy;
    make_config.VirtualChannels = VirtualChannels;
    make_config.UniformChoice   = UniformChoice;
    make_config.BindLanes       = BindLanes;
    make_config.DrainingRoom    = DrainingRoom;
    make_config.Queue           = Queue;
    make_config.Depth           = Depth;
    make_config.Pipeline        = Pipeline;
    make_config.InjectionPorts  = InjectionPorts;
    make_config.EjectionPorts   = EjectionPorts;
    make_config.FlitWidth       = FlitWidth;
  endfunction

  localparam config_t Config = make_config();

  localparam int unsigned DigitWidth = digit_width(Extents);

  // Between the nodes, by node and port.
  logic      [Ports-1:0][LinkVcs-1:0] holds    [Terminals];
  logic      [Ports-1:0][LinkVcs-1:0] head     [Terminals];
  logic      [Ports-1:0][LinkVcs-1:0] tail     [Terminals];
  logic      [Ports-1:0][LinkVcs-1:0] room     [Terminals];
  logic      [Ports-1:0][LinkVcs-1:0] grant    [Terminals];
  logic      [Ports-1:0][LinkVcs-1:0] arrive   [Terminals];
  flit_tag_t [Ports-1:0]              out_tag  [Terminals];
  logic      [Ports-1:0]              derouted [Terminals];
  logic      [FlitWidth-1:0]          out_data [Terminals][Ports];
  flit_tag_t [Ports-1:0]              in_tag   [Terminals];
  logic      [FlitWidth-1:0]          in_data  [Terminals][Ports];

  // Constants, held in arrays so that equal tiles stay equal in simulation.
  logic [Dimensions-1:0][DigitWidth-1:0] positions[Terminals];
  random_t                               seeds    [Terminals];

  for (genvar n = 0; n < Terminals; n++) begin : gen_node
    localparam logic [Dimensions*DigitWidth-1:0] Position =
        (Dimensions * DigitWidth)'(position(Extents, n));
    localparam random_t NodeSeed = random_seed(Seed, n);

    assign positions[n] = Position;
    assign seeds[n]     = NodeSeed;

    cut_through_router #(
      .Config(Config)
    ) u_router (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .position_i    (positions[n]),
      .seed_i        (seeds[n]),
      .inject_valid_i(inject_valid_i[n]),
      .inject_tag_i  (inject_tag_i[n]),
      .inject_data_i (inject_data_i[n]),
      .inject_ready_o(inject_ready_o[n]),
      .error_o       (error_o[n]),
      .error_count_o (error_count_o[n]),
      .eject_stall_i (eject_stall_i[n]),
      .eject_valid_o (eject_valid_o[n]),
      .eject_tag_o   (eject_tag_o[n]),
      .eject_data_o  (eject_data_o[n]),
      .holds_o       (holds[n]),
      .head_o        (head[n]),
      .tail_o        (tail[n]),
      .grant_i       (grant[n]),
      .tag_o         (out_tag[n]),
      .data_o        (out_data[n]),
      .derouted_o    (derouted[n]),
      .room_o        (room[n]),
      .arrive_i      (arrive[n]),
      .tag_i         (in_tag[n]),
      .data_i        (in_data[n])
    );

    // The link at each + port; its other end is the neighbour's - port.
    for (genvar d = 0; d < Dimensions; d++) begin : gen_dimension
      localparam int unsigned Plus  = 2 * d;
      localparam int unsigned Minus = 2 * d + 1;
      localparam int unsigned Next  = neighbour(Extents, n, Plus);

      if (Extents[d] > 1 && (Torus || !at_end(Extents, n, Plus))) begin : gen_link
        logic [1:0][VcWidth-1:0] monitor_vc;

        cut_through_link #(
          .LinkVcs        (LinkVcs),
          .HalfDuplex     (HalfDuplex),
          .InterleaveFlits(InterleaveFlits)
        ) u_link (
          .clk_i  (clk_i),
          .rst_ni (rst_ni),
          .holds_i({holds[Next][Minus], holds[n][Plus]}),
          .head_i ({head[Next][Minus], head[n][Plus]}),
          .tail_i ({tail[Next][Minus], tail[n][Plus]}),
          .room_i ({room[n][Minus], room[Next][Plus]}),
          .grant_o({grant[Next][Minus], grant[n][Plus]}),
          .vc_o   (monitor_vc)
        );

        assign arrive[Next][Plus]               = grant[n][Plus];
        assign in_tag[Next][Plus]               = out_tag[n][Plus];
        assign in_data[Next][Plus]              = out_data[n][Plus];
        assign arrive[n][Minus]                 = grant[Next][Minus];
        assign in_tag[n][Minus]                 = out_tag[Next][Minus];
        assign in_data[n][Minus]                = out_data[Next][Minus];
        // With Chaos a link has one virtual channel; monitors show whether a message is derouted.
        assign channel_vc_o[Ports*n+Plus]     = monitor_vc[0] | VcWidth'(derouted[n][Plus]);
        assign channel_vc_o[Ports*Next+Minus] = monitor_vc[1] | VcWidth'(derouted[Next][Minus]);
      end else begin : gen_no_link
        // No flit leaves or enters through either port.
        logic unused_ends;
        assign unused_ends = ^{head[n][Plus], tail[n][Plus], room[n][Minus], out_data[n][Plus],
                               derouted[n][Plus], head[Next][Minus], tail[Next][Minus],
                               room[Next][Plus], out_data[Next][Minus], derouted[Next][Minus]};
        assign grant[n][Plus]                 = '0;
        assign arrive[Next][Plus]             = '0;
        assign in_tag[Next][Plus]             = '0;
        assign in_data[Next][Plus]            = '0;
        assign grant[Next][Minus]             = '0;
        assign arrive[n][Minus]               = '0;
        assign in_tag[n][Minus]               = '0;
        assign in_data[n][Minus]              = '0;
        assign channel_vc_o[Ports*n+Plus]     = VcWidth'(LinkVcs - 1);
        assign channel_vc_o[Ports*Next+Minus] = VcWidth'(LinkVcs - 1);
        `WF_ASSERT(CutThroughStaysInside, holds[n][Plus] == '0 && holds[Next][Minus] == '0)
      end
    end

    for (genvar l = 0; l < Ports; l++) begin : gen_channel
      assign channel_valid_o[Ports*n+l] = |grant[n][l];
      assign channel_tag_o[Ports*n+l]   = out_tag[n][l];
    end
  end

endmodule

`endif
