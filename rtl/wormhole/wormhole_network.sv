// SPDX-License-Identifier: Apache-2.0
//
// A mesh or torus of wormhole routers with virtual channels, each with a processor: 1 to 4
// dimensions with independent extents K0..K3. Rules of a cycle: docs/wormhole.md; pins and header:
// rtl/mesh/README.md.
//
// Dimensions may include extents of 1, whose links are idle.
// Latency: a message of F flits over h links, injected from cycle t on into an empty network, is
// delivered in cycles t + h + 1 to t + h + F (Depth >= 2); with Pipeline = 1, a register between
// crossbar and link, in cycles t + 2 h + 1 to t + 2 h + F, and with Pipeline = 2, one also between
// allocation and crossbar, in cycles t + 3 h + 2 to t + 3 h + F + 1. LinkRegisters on every
// link, in both directions, add as many cycles to a hop; a message alone passes without pauses if
// Depth >= 2 LinkRegisters + 2. They need Credits (docs/wormhole.md), which are otherwise equal to
// full bits in every cycle. With MessageFlits, which also needs Credits, a message of up to this
// many flits enters only a buffer that has room for all of it, even if blocked: virtual
// cut-through. The channel_*_o outputs show every link's flit for monitors.
// Combinational paths: none.
`ifndef WORMHOLE_NETWORK_SV_
`define WORMHOLE_NETWORK_SV_
`include "wayfarer_assert.svh"

module wormhole_network
  import mesh_pkg::*;
  import wormhole_pkg::*;
#(
  parameter int unsigned K0 = 4,
  parameter int unsigned K1 = 4,
  parameter int unsigned K2 = 1,
  parameter int unsigned K3 = 1,
  parameter int unsigned Dimensions      = dimensions({16'(K3), 16'(K2), 16'(K1), 16'(K0)}),
  parameter bit          Torus           = 1'b0,
  parameter int unsigned Phases          = 1,
  parameter int unsigned VirtualChannels = 1,
  parameter int unsigned Depth           = 2,
  parameter int unsigned InjectionPorts  = 2,
  parameter int unsigned EjectionPorts   = 2,
  parameter int unsigned FlitWidth       = 64,
  parameter int unsigned Pipeline        = 0,
  parameter int unsigned LinkRegisters   = 0,
  parameter int unsigned MessageFlits    = 0,
  parameter bit          Credits         = Pipeline != 0 || LinkRegisters != 0 || MessageFlits != 0,
  localparam extents_t    Extents   = {16'(K3), 16'(K2), 16'(K1), 16'(K0)},
  localparam int unsigned Terminals = nodes(Extents),
  localparam int unsigned Ports     = 2 * Dimensions,
  localparam int unsigned Channels  = Ports * Terminals,
  localparam int unsigned LinkVcs   = Phases * (Torus ? 2 : 1) * VirtualChannels,
  localparam int unsigned VcWidth   = wf_pkg::index_width(LinkVcs)
) (
  input  logic                                          clk_i,
  input  logic                                          rst_ni,
  // Processors.
  input  logic      [InjectionPorts-1:0]                inject_valid_i  [Terminals],
  input  flit_tag_t [InjectionPorts-1:0]                inject_tag_i    [Terminals],
  input  logic      [InjectionPorts-1:0][FlitWidth-1:0] inject_data_i   [Terminals],
  output logic      [InjectionPorts-1:0]                inject_ready_o  [Terminals],
  output logic      [ErrorWidth-1:0]                    error_o         [Terminals],
  output logic      [InjectionPorts-1:0][7:0]           error_count_o   [Terminals],
  input  logic                                          eject_stall_i   [Terminals],
  output logic      [EjectionPorts-1:0]                 eject_valid_o   [Terminals],
  output flit_tag_t [EjectionPorts-1:0]                 eject_tag_o     [Terminals],
  output logic      [EjectionPorts-1:0][FlitWidth-1:0]  eject_data_o    [Terminals],
  // Monitor.
  output logic                                          channel_valid_o [Channels],
  output flit_tag_t                                     channel_tag_o   [Channels],
  output logic      [VcWidth-1:0]                       channel_vc_o    [Channels]
);

  `WF_ASSERT_STATIC(WormholeNetworkLegal,
                    K0 <= MaxExtent && K1 <= MaxExtent && K2 <= MaxExtent && K3 <= MaxExtent &&
                    extents_legal(Extents, Dimensions) && Phases >= 1 && Phases <= MaxPhases &&
                    VirtualChannels >= 1 && Depth >= 1 && InjectionPorts >= 1 &&
                    EjectionPorts >= 1 && Pipeline <= MaxPipeline &&
                    links_legal(LinkRegisters, Credits) && MessageFlits <= Depth &&
                    (Credits || MessageFlits == 0) &&
                    FlitWidth >= header_width(make_mesh(Extents, Dimensions, Torus, Phases)))

  function automatic config_t make_config();
    make_config.Extents         = Extents;
    make_config.Dimensions      = Dimensions;
    make_config.Torus           = Torus;
    make_config.Phases          = Phases;
    make_config.VirtualChannels = VirtualChannels;
    make_config.Depth           = Depth;
    make_config.InjectionPorts  = InjectionPorts;
    make_config.EjectionPorts   = EjectionPorts;
    make_config.FlitWidth       = FlitWidth;
    make_config.Pipeline        = Pipeline;
    make_config.Credits         = Credits;
    make_config.MessageFlits    = MessageFlits;
  endfunction

  localparam config_t Config = make_config();

  localparam int unsigned DigitWidth = digit_width(Extents);

  // Flits that leave each node over its links, and flits that arrive.
  logic      [Ports-1:0]              out_valid   [Terminals];
  logic      [Ports-1:0][VcWidth-1:0] out_vc      [Terminals];
  flit_tag_t [Ports-1:0]              out_tag     [Terminals];
  logic      [FlitWidth-1:0]          out_data    [Terminals][Ports];
  logic      [Ports-1:0][VcWidth-1:0] monitor_vc  [Terminals];
  logic      [Ports-1:0]              in_valid    [Terminals];
  logic      [Ports-1:0][VcWidth-1:0] in_vc       [Terminals];
  flit_tag_t [Ports-1:0]              in_tag      [Terminals];
  logic      [FlitWidth-1:0]          in_data     [Terminals][Ports];
  // Status of the node's input buffers for its upstream neighbours, and status of the buffers that
  // it sends to.
  logic      [Ports-1:0][LinkVcs-1:0] flow        [Terminals];
  logic      [Ports-1:0][LinkVcs-1:0] behind_flow [Terminals];

  // The pins of identity: constants, held in arrays so that equal tiles stay equal in simulation.
  logic [Dimensions-1:0][DigitWidth-1:0] positions [Terminals];
  logic [Ports-1:0]                      wraps     [Terminals];

  for (genvar n = 0; n < Terminals; n++) begin : gen_node
    localparam logic [63:0] Position = position(Extents, n);
    assign positions[n] = Position[Dimensions*DigitWidth-1:0];

    for (genvar p = 0; p < Ports; p++) begin : gen_port
      localparam int unsigned Back = p % 2 == 1 ? p - 1 : p + 1;
      localparam int unsigned From = neighbour(Extents, n, Back);

      if (!Torus && at_end(Extents, n, Back)) begin : gen_no_in
        assign in_valid[n][p] = 1'b0;
        assign in_vc[n][p]    = '0;
        assign in_tag[n][p]   = '0;
        assign in_data[n][p]  = '0;
      end else if (LinkRegisters == 0) begin : gen_in
        assign in_valid[n][p]       = out_valid[From][p];
        assign in_vc[n][p]          = out_vc[From][p];
        assign in_tag[n][p]         = out_tag[From][p];
        assign in_data[n][p]        = out_data[From][p];
        assign behind_flow[From][p] = flow[n][p];
      end else begin : gen_registers
        wormhole_link_registers #(
          .LinkVcs(LinkVcs), .FlitWidth(FlitWidth), .Registers(LinkRegisters)
        ) u_registers (
          .clk_i   (clk_i),
          .rst_ni  (rst_ni),
          .valid_i (out_valid[From][p]),
          .vc_i    (out_vc[From][p]),
          .tag_i   (out_tag[From][p]),
          .data_i  (out_data[From][p]),
          .valid_o (in_valid[n][p]),
          .vc_o    (in_vc[n][p]),
          .tag_o   (in_tag[n][p]),
          .data_o  (in_data[n][p]),
          .credit_i(flow[n][p]),
          .credit_o(behind_flow[From][p])
        );
      end
      if (!Torus && at_end(Extents, n, p)) begin : gen_no_out
        assign behind_flow[n][p] = '0;
        `WF_ASSERT(WormholeStaysInside, !out_valid[n][p])
      end

      assign wraps[n][p] = Torus && at_end(Extents, n, p);
      assign channel_valid_o[n*Ports+p] = out_valid[n][p];
      assign channel_tag_o[n*Ports+p]   = out_tag[n][p];
      assign channel_vc_o[n*Ports+p]    = monitor_vc[n][p];
    end

    wormhole_router #(
      .Config(Config)
    ) u_router (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .position_i    (positions[n]),
      .wraps_i       (wraps[n]),
      .valid_i       (in_valid[n]),
      .vc_i          (in_vc[n]),
      .tag_i         (in_tag[n]),
      .data_i        (in_data[n]),
      .flow_o        (flow[n]),
      .valid_o       (out_valid[n]),
      .vc_o          (out_vc[n]),
      .tag_o         (out_tag[n]),
      .data_o        (out_data[n]),
      .monitor_vc_o  (monitor_vc[n]),
      .flow_i        (behind_flow[n]),
      .inject_valid_i(inject_valid_i[n]),
      .inject_tag_i  (inject_tag_i[n]),
      .inject_data_i (inject_data_i[n]),
      .inject_ready_o(inject_ready_o[n]),
      .error_o       (error_o[n]),
      .error_count_o (error_count_o[n]),
      .eject_stall_i (eject_stall_i[n]),
      .eject_valid_o (eject_valid_o[n]),
      .eject_tag_o   (eject_tag_o[n]),
      .eject_data_o  (eject_data_o[n])
    );
  end

endmodule

`endif
