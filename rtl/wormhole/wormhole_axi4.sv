// SPDX-License-Identifier: Apache-2.0
//
// Meshes or tori of wormhole routers (wormhole_streams) that connect AXI4 managers and
// subordinates: one network for requests, one for replies.
//
// Parameters: Config (wormhole_pkg), Routing, LinkRegisters, Seed: the networks, as in
// wormhole_streams; Config.FlitWidth does not count. Axi4 and Map (axi4_pkg): the ports, whatever
// Axi4.Terminals. Managers, Subordinates: a bit for each terminal, whether it has a port for a
// manager, for a subordinate, or both.
// Requests and replies have networks of their own, so that requests which wait for a subordinate
// never hold up replies. Where the networks do not keep the order of a pair's messages, a thread
// has one message outstanding, whatever Axi4.Outstanding says.
// s_axi: ports for managers; m_axi: ports for subordinates, which see ID 0 only. docs/axi4.md has
// the rules. Ports of terminals that have no manager or no subordinate are 0.
// drop_o: a subordinate has answered a request that it does not have, or with too many beats; the
// answer is dropped.
// No deadlock if managers take B and R whether or not further requests are taken, and subordinates
// take requests as long as their answers are taken: each network stops only if a terminal does not
// read, and the terminals read replies unconditionally.
// Combinational paths: none.
`ifndef WORMHOLE_AXI4_SV_
`define WORMHOLE_AXI4_SV_
`include "wayfarer_assert.svh"

module wormhole_axi4
  import axi4_pkg::*;
  import stream_pkg::drop_t, stream_pkg::terminal_t;
#(
  parameter  wormhole_pkg::config_t Config = wormhole_pkg::default_config(),
  parameter  int unsigned Routing       = wormhole_source_pkg::DimensionOrder,
  parameter  int unsigned LinkRegisters = 0,
  parameter  logic [31:0] Seed          = 32'd1,
  parameter  axi4_t       Axi4          = default_axi4(),
  parameter  map_t        Map           = default_map(),
  localparam int unsigned Terminals     = mesh_pkg::nodes(Config.Extents),
  localparam int unsigned DataWidth     = Axi4.DataWidth,
  localparam int unsigned StrbWidth     = DataWidth / 8,
  parameter  logic [Terminals-1:0] Managers     = '1,
  parameter  logic [Terminals-1:0] Subordinates = '1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // For managers.
  input  manager_t             s_axi_i       [Terminals],
  input  logic [DataWidth-1:0] s_axi_wdata_i [Terminals],
  input  logic [StrbWidth-1:0] s_axi_wstrb_i [Terminals],
  output subordinate_t         s_axi_o       [Terminals],
  output logic [DataWidth-1:0] s_axi_rdata_o [Terminals],
  // For subordinates.
  output manager_t             m_axi_o       [Terminals],
  output logic [DataWidth-1:0] m_axi_wdata_o [Terminals],
  output logic [StrbWidth-1:0] m_axi_wstrb_o [Terminals],
  input  subordinate_t         m_axi_i       [Terminals],
  input  logic [DataWidth-1:0] m_axi_rdata_i [Terminals],
  output logic                 drop_o        [Terminals]
);

  localparam mesh_pkg::extents_t Extents = Config.Extents;

  // docs/streams.md: where the messages of a pair keep their order.
  localparam bit Ordered = Config.Phases == 1 && Config.VirtualChannels == 1 &&
                           Config.InjectionPorts == 1 && Config.EjectionPorts == 1 &&
                           (!Config.Torus || (Extents[0][0] && Extents[1][0] &&
                                              Extents[2][0] && Extents[3][0]));

  localparam int unsigned HeaderWidth = mesh_stream_pkg::sourced_width(
      mesh_pkg::header_width(mesh_pkg::make_mesh(Extents, Config.Dimensions, Config.Torus,
                                                 Config.Phases)), Terminals);

  function automatic wormhole_pkg::config_t make_network();
    make_network           = Config;
    make_network.FlitWidth = HeaderWidth;
  endfunction

  localparam int unsigned RequestWidth = request_width(Axi4);
  localparam int unsigned ReplyWidth   = reply_width(Axi4);
  // Words of the networks, whose own headers may be wider.
  localparam int unsigned RequestFlit = RequestWidth > HeaderWidth ? RequestWidth : HeaderWidth;
  localparam int unsigned ReplyFlit   = ReplyWidth > HeaderWidth ? ReplyWidth : HeaderWidth;

  function automatic axi4_t make_axi4();
    make_axi4             = Axi4;
    make_axi4.Terminals   = Terminals;
    make_axi4.Outstanding = Ordered ? Axi4.Outstanding : 1;
  endfunction

  `WF_ASSERT_STATIC(WormholeAxi4Legal,
                    wormhole_pkg::config_legal(make_network()) &&
                    wormhole_pkg::links_legal(LinkRegisters, Config.Credits) &&
                    wormhole_source_pkg::routing_legal(Config.Dimensions, Config.Phases, Routing) &&
                    stream_pkg::terminals_legal(Terminals) && axi4_legal(Axi4) &&
                    map_legal(Map, Terminals))

  logic                   request_s_valid [Terminals];
  logic                   request_s_ready [Terminals];
  logic [RequestFlit-1:0] request_s_data  [Terminals];
  terminal_t              request_s_dest  [Terminals];
  logic                   request_s_last  [Terminals];
  logic                   request_m_valid [Terminals];
  logic                   request_m_ready [Terminals];
  logic [RequestFlit-1:0] request_m_data  [Terminals];
  terminal_t              request_m_id    [Terminals];
  logic                   request_m_last  [Terminals];
  drop_t                  request_drop    [Terminals];

  logic                   reply_s_valid [Terminals];
  logic                   reply_s_ready [Terminals];
  logic [ReplyFlit-1:0]   reply_s_data  [Terminals];
  terminal_t              reply_s_dest  [Terminals];
  logic                   reply_s_last  [Terminals];
  logic                   reply_m_valid [Terminals];
  logic                   reply_m_ready [Terminals];
  logic [ReplyFlit-1:0]   reply_m_data  [Terminals];
  terminal_t              reply_m_id    [Terminals];
  logic                   reply_m_last  [Terminals];
  drop_t                  reply_drop    [Terminals];

  wormhole_streams #(
    .K0             (32'(Extents[0])),
    .K1             (32'(Extents[1])),
    .K2             (32'(Extents[2])),
    .K3             (32'(Extents[3])),
    .Dimensions     (Config.Dimensions),
    .Torus          (Config.Torus),
    .Phases         (Config.Phases),
    .Routing        (Routing),
    .VirtualChannels(Config.VirtualChannels),
    .Depth          (Config.Depth),
    .InjectionPorts (Config.InjectionPorts),
    .EjectionPorts  (Config.EjectionPorts),
    .Pipeline       (Config.Pipeline),
    .LinkRegisters  (LinkRegisters),
    .MessageFlits   (Config.MessageFlits),
    .Credits        (Config.Credits),
    .Seed           (Seed),
    .FlitWidth      (RequestFlit),
    .MaxWords       (Axi4.Beats + 1),
    .EntryDepth     (Axi4.Beats + 1)
  ) u_request (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .s_axis_tvalid_i(request_s_valid),
    .s_axis_tready_o(request_s_ready),
    .s_axis_tdata_i (request_s_data),
    .s_axis_tdest_i (request_s_dest),
    .s_axis_tlast_i (request_s_last),
    .m_axis_tvalid_o(request_m_valid),
    .m_axis_tready_i(request_m_ready),
    .m_axis_tdata_o (request_m_data),
    .m_axis_tid_o   (request_m_id),
    .m_axis_tlast_o (request_m_last),
    .drop_o         (request_drop)
  );

  wormhole_streams #(
    .K0             (32'(Extents[0])),
    .K1             (32'(Extents[1])),
    .K2             (32'(Extents[2])),
    .K3             (32'(Extents[3])),
    .Dimensions     (Config.Dimensions),
    .Torus          (Config.Torus),
    .Phases         (Config.Phases),
    .Routing        (Routing),
    .VirtualChannels(Config.VirtualChannels),
    .Depth          (Config.Depth),
    .InjectionPorts (Config.InjectionPorts),
    .EjectionPorts  (Config.EjectionPorts),
    .Pipeline       (Config.Pipeline),
    .LinkRegisters  (LinkRegisters),
    .MessageFlits   (Config.MessageFlits),
    .Credits        (Config.Credits),
    .Seed           (Seed),
    .FlitWidth      (ReplyFlit),
    .MaxWords       (Axi4.Beats),
    .EntryDepth     (Axi4.Beats)
  ) u_reply (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .s_axis_tvalid_i(reply_s_valid),
    .s_axis_tready_o(reply_s_ready),
    .s_axis_tdata_i (reply_s_data),
    .s_axis_tdest_i (reply_s_dest),
    .s_axis_tlast_i (reply_s_last),
    .m_axis_tvalid_o(reply_m_valid),
    .m_axis_tready_i(reply_m_ready),
    .m_axis_tdata_o (reply_m_data),
    .m_axis_tid_o   (reply_m_id),
    .m_axis_tlast_o (reply_m_last),
    .drop_o         (reply_drop)
  );

  for (genvar n = 0; n < Terminals; n++) begin : gen_terminal
    word_t                   request_out, reply_out;
    logic [RequestWidth-1:0] request_data;
    logic [ReplyWidth-1:0]   reply_data;
    logic                    stray;

    axi4_terminal #(
      .Axi4       (make_axi4()),
      .Map        (Map),
      .Manager    (Managers[n]),
      .Subordinate(Subordinates[n])
    ) u_terminal (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .s_axi_i        (s_axi_i[n]),
      .s_axi_wdata_i  (s_axi_wdata_i[n]),
      .s_axi_wstrb_i  (s_axi_wstrb_i[n]),
      .s_axi_o        (s_axi_o[n]),
      .s_axi_rdata_o  (s_axi_rdata_o[n]),
      .m_axi_o        (m_axi_o[n]),
      .m_axi_wdata_o  (m_axi_wdata_o[n]),
      .m_axi_wstrb_o  (m_axi_wstrb_o[n]),
      .m_axi_i        (m_axi_i[n]),
      .m_axi_rdata_i  (m_axi_rdata_i[n]),
      .request_o      (request_out),
      .request_data_o (request_data),
      .request_ready_i(request_s_ready[n]),
      .request_i      ({request_m_valid[n], request_m_last[n], request_m_id[n]}),
      .request_data_i (request_m_data[n][RequestWidth-1:0]),
      .request_ready_o(request_m_ready[n]),
      .reply_o        (reply_out),
      .reply_data_o   (reply_data),
      .reply_ready_i  (reply_s_ready[n]),
      .reply_i        ({reply_m_valid[n], reply_m_last[n], reply_m_id[n]}),
      .reply_data_i   (reply_m_data[n][ReplyWidth-1:0]),
      .reply_ready_o  (reply_m_ready[n]),
      .drop_o         (stray)
    );

    if (Managers[n]) begin : gen_manager_check
      axi4_checker #(
        .Axi4(Axi4)
      ) u_checker (
        .clk_i        (clk_i),
        .rst_ni       (rst_ni),
        .manager_i    (s_axi_i[n]),
        .wdata_i      (s_axi_wdata_i[n]),
        .wstrb_i      (s_axi_wstrb_i[n]),
        .subordinate_i(s_axi_o[n]),
        .rdata_i      (s_axi_rdata_o[n])
      );
    end

    if (Subordinates[n]) begin : gen_subordinate_check
      axi4_checker #(
        .Axi4(Axi4)
      ) u_checker (
        .clk_i        (clk_i),
        .rst_ni       (rst_ni),
        .manager_i    (m_axi_o[n]),
        .wdata_i      (m_axi_wdata_o[n]),
        .wstrb_i      (m_axi_wstrb_o[n]),
        .subordinate_i(m_axi_i[n]),
        .rdata_i      (m_axi_rdata_i[n])
      );
    end

    assign request_s_valid[n] = request_out.valid;
    assign request_s_data[n]  = RequestFlit'(request_data);
    assign request_s_dest[n]  = request_out.terminal;
    assign request_s_last[n]  = request_out.last;
    assign reply_s_valid[n]   = reply_out.valid;
    assign reply_s_data[n]    = ReplyFlit'(reply_data);
    assign reply_s_dest[n]    = reply_out.terminal;
    assign reply_s_last[n]    = reply_out.last;

    // Of a subordinate whose answers break the protocol; requests are always legal.
    assign drop_o[n] = stray || reply_drop[n] != '0;

    // The networks' words may be wider.
    logic unused;
    assign unused = ^{request_m_data[n], reply_m_data[n]};

    `WF_ASSERT(WormholeAxi4RequestsLegal, request_drop[n] == '0)
  end

endmodule

`endif
