// SPDX-License-Identifier: Apache-2.0
//
// A mesh or torus of wormhole routers (wormhole_network) with an AXI4-Stream in and out at every
// terminal.
//
// Parameters: as in wormhole_network, and Routing (wormhole_source_pkg), how a message's route is
// drawn, with the Phases that it has; Seed of the draws; MaxWords, words of a message, 1 to 4096;
// EntryDepth, words of an entry's queue, at least MaxWords. The source's number is in the header:
// FlitWidth has room for it, or elaboration stops.
// s_axis: a message is 1 to MaxWords words, ended by TLAST; TDEST of its first word is the number
// of the terminal that it is for. drop_o flags illegal input (stream_pkg). m_axis: whole messages,
// the source's number in TID. Every legal message arrives once, unchanged. The messages of a
// (source, destination) pair keep their order with one phase, one virtual channel, one injection
// and one ejection port, on a mesh or a torus of odd extents.
// No deadlock: the network has none where a terminal takes every message, and an ejection port
// waits only for complete messages of its own, and these only for m_axis.
// Latency without other traffic: docs/streams.md.
// Combinational paths: none.
`ifndef WORMHOLE_STREAMS_SV_
`define WORMHOLE_STREAMS_SV_
`include "wayfarer_assert.svh"

module wormhole_streams
  import mesh_pkg::*;
  import mesh_stream_pkg::*;
  import stream_pkg::*;
  import wormhole_pkg::config_t;
#(
  parameter int unsigned K0 = 4,
  parameter int unsigned K1 = 4,
  parameter int unsigned K2 = 1,
  parameter int unsigned K3 = 1,
  parameter int unsigned Dimensions      = dimensions({16'(K3), 16'(K2), 16'(K1), 16'(K0)}),
  parameter bit          Torus           = 1'b0,
  parameter int unsigned Phases          = 1,
  parameter int unsigned Routing         = wormhole_source_pkg::DimensionOrder,
  parameter int unsigned VirtualChannels = 1,
  parameter int unsigned Depth           = 2,
  parameter int unsigned InjectionPorts  = 1,
  parameter int unsigned EjectionPorts   = 1,
  parameter int unsigned FlitWidth       = 64,
  parameter int unsigned Pipeline        = 0,
  parameter int unsigned LinkRegisters   = 0,
  parameter int unsigned MessageFlits    = 0,
  parameter bit          Credits         = Pipeline != 0 || LinkRegisters != 0 || MessageFlits != 0,
  parameter logic [31:0] Seed            = 32'd1,
  parameter int unsigned MaxWords        = 8,
  parameter int unsigned EntryDepth      = stream_pkg::entry_depth(MaxWords),
  localparam extents_t    Extents   = {16'(K3), 16'(K2), 16'(K1), 16'(K0)},
  localparam int unsigned Terminals = nodes(Extents)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 s_axis_tvalid_i [Terminals],
  output logic                 s_axis_tready_o [Terminals],
  input  logic [FlitWidth-1:0] s_axis_tdata_i  [Terminals],
  input  terminal_t            s_axis_tdest_i  [Terminals],
  input  logic                 s_axis_tlast_i  [Terminals],
  output logic                 m_axis_tvalid_o [Terminals],
  input  logic                 m_axis_tready_i [Terminals],
  output logic [FlitWidth-1:0] m_axis_tdata_o  [Terminals],
  output terminal_t            m_axis_tid_o    [Terminals],
  output logic                 m_axis_tlast_o  [Terminals],
  output drop_t                drop_o          [Terminals]
);

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

  localparam config_t     Config     = make_config();
  localparam mesh_t       Mesh       = make_mesh(Extents, Dimensions, Torus, Phases);
  localparam int unsigned DigitWidth = digit_width(Extents);

  `WF_ASSERT_STATIC(WormholeStreamsLegal,
                    K0 <= MaxExtent && K1 <= MaxExtent && K2 <= MaxExtent && K3 <= MaxExtent &&
                    wormhole_pkg::config_legal(Config) &&
                    wormhole_pkg::links_legal(LinkRegisters, Credits) &&
                    (MessageFlits == 0 || MaxWords < MessageFlits) &&
                    wormhole_source_pkg::routing_legal(Dimensions, Phases, Routing) &&
                    terminals_legal(Terminals) && words_legal(MaxWords) &&
                    EntryDepth >= MaxWords &&
                    FlitWidth >= sourced_width(header_width(Mesh), Terminals))

  logic      [InjectionPorts-1:0]                inject_valid [Terminals];
  flit_tag_t [InjectionPorts-1:0]                inject_tag   [Terminals];
  logic      [InjectionPorts-1:0][FlitWidth-1:0] inject_data  [Terminals];
  logic      [InjectionPorts-1:0]                inject_ready [Terminals];
  logic      [ErrorWidth-1:0]                    error        [Terminals];
  logic                                          eject_stall  [Terminals];
  logic      [EjectionPorts-1:0]                 eject_valid  [Terminals];
  flit_tag_t [EjectionPorts-1:0]                 eject_tag    [Terminals];
  logic      [EjectionPorts-1:0][FlitWidth-1:0]  eject_data   [Terminals];

  /* verilator lint_off PINCONNECTEMPTY */
  wormhole_network #(
    .K0             (K0),
    .K1             (K1),
    .K2             (K2),
    .K3             (K3),
    .Dimensions     (Dimensions),
    .Torus          (Torus),
    .Phases         (Phases),
    .VirtualChannels(VirtualChannels),
    .Depth          (Depth),
    .InjectionPorts (InjectionPorts),
    .EjectionPorts  (EjectionPorts),
    .FlitWidth      (FlitWidth),
    .Pipeline       (Pipeline),
    .LinkRegisters  (LinkRegisters),
    .Credits        (Credits),
    .MessageFlits   (MessageFlits)
  ) u_network (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .inject_valid_i (inject_valid),
    .inject_tag_i   (inject_tag),
    .inject_data_i  (inject_data),
    .inject_ready_o (inject_ready),
    .error_o        (error),
    .error_count_o  (),
    .eject_stall_i  (eject_stall),
    .eject_valid_o  (eject_valid),
    .eject_tag_o    (eject_tag),
    .eject_data_o   (eject_data),
    .channel_valid_o(),
    .channel_tag_o  (),
    .channel_vc_o   ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // Constants of the terminals, held in arrays so that equal tiles stay equal in simulation.
  terminal_t                                    numbers   [Terminals];
  logic [LfsrWidth-1:0]                         seeds     [Terminals];
  logic [Dimensions-1:0][DigitWidth-1:0]        positions [Terminals];

  for (genvar n = 0; n < Terminals; n++) begin : gen_terminal
    localparam logic [63:0] Position = position(Extents, n);
    assign numbers[n]   = terminal_t'(n);
    assign seeds[n]     = terminal_seed(Seed, n);
    assign positions[n] = Position[Dimensions*DigitWidth-1:0];

    logic                        dest_valid, hops_valid, hops_ready;
    terminal_t                   dest;
    logic [hops_width(Mesh)-1:0] hops;

    mesh_stream_entry #(
      .Mesh          (Mesh),
      .InjectionPorts(InjectionPorts),
      .FlitWidth     (FlitWidth),
      .MaxWords      (MaxWords),
      .EntryDepth    (EntryDepth)
    ) u_entry (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .terminal_i     (numbers[n]),
      .s_axis_tvalid_i(s_axis_tvalid_i[n]),
      .s_axis_tready_o(s_axis_tready_o[n]),
      .s_axis_tdata_i (s_axis_tdata_i[n]),
      .s_axis_tdest_i (s_axis_tdest_i[n]),
      .s_axis_tlast_i (s_axis_tlast_i[n]),
      .drop_o         (drop_o[n]),
      .dest_valid_o   (dest_valid),
      .dest_o         (dest),
      .hops_valid_i   (hops_valid),
      .hops_ready_o   (hops_ready),
      .hops_i         (hops),
      .inject_valid_o (inject_valid[n]),
      .inject_tag_o   (inject_tag[n]),
      .inject_data_o  (inject_data[n]),
      .inject_ready_i (inject_ready[n])
    );

    /* verilator lint_off PINCONNECTEMPTY */
    wormhole_romm_source #(
      .Mesh   (Mesh),
      .Routing(Routing)
    ) u_source (
      .clk_i     (clk_i),
      .rst_ni    (rst_ni),
      .seed_i    (seeds[n]),
      .position_i(positions[n]),
      .valid_i   (dest_valid),
      .ready_o   (),
      .dest_i    (dest),
      .valid_o   (hops_valid),
      .ready_i   (hops_ready),
      .hops_o    (hops)
    );
    /* verilator lint_on PINCONNECTEMPTY */

    mesh_stream_exit #(
      .Mesh         (Mesh),
      .EjectionPorts(EjectionPorts),
      .FlitWidth    (FlitWidth),
      .MaxWords     (MaxWords)
    ) u_exit (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .eject_valid_i  (eject_valid[n]),
      .eject_tag_i    (eject_tag[n]),
      .eject_data_i   (eject_data[n]),
      .eject_stall_o  (eject_stall[n]),
      .m_axis_tvalid_o(m_axis_tvalid_o[n]),
      .m_axis_tready_i(m_axis_tready_i[n]),
      .m_axis_tdata_o (m_axis_tdata_o[n]),
      .m_axis_tid_o   (m_axis_tid_o[n]),
      .m_axis_tlast_o (m_axis_tlast_o[n])
    );

    // An entry sends legal messages only.
    `WF_ASSERT(WormholeStreamsNoError, error[n] == '0)
  end

endmodule

`endif
