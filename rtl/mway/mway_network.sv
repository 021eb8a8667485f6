// SPDX-License-Identifier: Apache-2.0
//
// A k-ary m-way network (paper section 2): channels, a router between any two neighbours, and
// processors on every channel. Mesh or torus of 1 to 9 dimensions with independent extents K0..K8
// (1: the dimension does not exist); a hypercube is the mesh of extents 2.
// Terminal t is processor t mod Processors of channel t / Processors; in channel numbers dimension
// 0 varies fastest. The header's Dest holds the digits of the channel's address or, with Relative,
// its offsets, then the local number (mway_pkg). Configurable selects members that have the network
// on pins, chips for the networks up to that of chip_config.
// Combinational paths: none.
`ifndef MWAY_NETWORK_SV_
`define MWAY_NETWORK_SV_
`include "wayfarer_assert.svh"

module mway_network
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter int unsigned K0 = 4,
  parameter int unsigned K1 = 4,
  parameter int unsigned K2 = 1,
  parameter int unsigned K3 = 1,
  parameter int unsigned K4 = 1,
  parameter int unsigned K5 = 1,
  parameter int unsigned K6 = 1,
  parameter int unsigned K7 = 1,
  parameter int unsigned K8 = 1,
  parameter bit          Torus            = 1'b0,
  parameter int unsigned Processors       = 1,
  parameter int unsigned FlitWidth        = 128,
  parameter int unsigned Buffers          = 4,
  parameter int unsigned Depth            = 2,
  parameter int unsigned Variant          = Paper,
  parameter int unsigned Stat             = Exact,
  parameter bit          EarlyFreeing     = 1'b1,
  parameter logic [2:0][15:0] ClassMasks  = '0,  // class_buffers
  parameter int unsigned AgeShift         = 8,
  parameter bit          Configurable     = 1'b0,
  parameter int unsigned Fault            = 0,  // 1: channel FaultChannel is dead, 2: its router is
  parameter int unsigned FaultChannel     = 0,  // towards the higher one in FaultDimension
  parameter int unsigned FaultDimension   = 0,
  parameter bit          Relative         = 1'b0,
  localparam extents_t    Extents     = {16'(K8), 16'(K7), 16'(K6), 16'(K5), 16'(K4), 16'(K3),
                                         16'(K2), 16'(K1), 16'(K0)},
  localparam int unsigned Channels    = channels(Extents),
  localparam int unsigned Terminals   = Channels * Processors,
  localparam int unsigned BufferWidth = wf_pkg::index_width(Buffers)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  // Processors.
  input  logic                   inject_valid_i   [Terminals],
  input  logic [BufferWidth-1:0] inject_buffer_i  [Terminals],
  input  flit_tag_e              inject_tag_i     [Terminals],
  input  logic [FlitWidth-1:0]   inject_data_i    [Terminals],
  output logic [Buffers-1:0]     inject_ready_o   [Terminals],
  output logic [2:0]             error_o          [Terminals],
  output logic [7:0]             error_count_o    [Terminals],
  input  logic                   eject_stall_i    [Terminals],
  output flit_tag_e              eject_tag_o      [Terminals],
  output driver_t                eject_driver_o   [Terminals],
  output logic [BufferWidth-1:0] eject_buffer_o   [Terminals],
  output logic [FlitWidth-1:0]   eject_data_o     [Terminals],
  output logic                   eject_aborted_o  [Terminals],
  // Monitor: each channel's driver, its flit, and whether the flit is taken.
  output driver_t                channel_driver_o [Channels],
  output flit_tag_e              channel_tag_o    [Channels],
  output logic [BufferWidth-1:0] channel_buffer_o [Channels],
  output logic                   channel_acknowledge_o [Channels],
  // A router received a header to a destination outside the network.
  output logic                   router_error_o
);

  localparam int unsigned RouterWays    = processor_way(Extents, Torus);
  localparam int unsigned PositionWidth = position_width(Extents);

  function automatic config_t make_config();
    make_config.Extents      = Extents;
    make_config.Torus        = Torus;
    make_config.Processors   = Processors;
    make_config.FlitWidth    = FlitWidth;
    make_config.Buffers      = Buffers;
    make_config.Depth        = Depth;
    make_config.Variant      = Variant;
    make_config.Stat         = Stat;
    make_config.EarlyFreeing = EarlyFreeing;
    make_config.ClassMasks   = ClassMasks;
    make_config.AgeShift     = AgeShift;
    make_config.Configurable = Configurable;
    make_config.Faults       = Fault != 0;
    make_config.Relative     = Relative;
  endfunction

  localparam config_t     Config      = chip_config(make_config());

  `WF_ASSERT_STATIC(MwayNetworkLegal,
                    (K0 | K1 | K2 | K3 | K4 | K5 | K6 | K7 | K8) <= MaxExtent &&
                    config_legal(make_config()) && Variant != Clocked && Terminals >= 2 &&
                    (Torus || Fault != 0) == (Config.ClassMasks[1] != '0) &&
                    Fault <= 2 && (Fault == 0 || !Torus) && FaultChannel < Channels &&
                    FaultDimension < MaxDimensions)

  localparam fault_t      Dead        = '{channel: Fault == 1, router: Fault == 2,
                                          dimension: 4'(FaultDimension),
                                          address: digits(Extents, FaultChannel)};
  localparam network_t    Network     = '{fault: Dead, extents: Extents, torus: Torus,
                                          processors: 3'(Processors)};
  localparam int unsigned Routers     = routers(Config);
  localparam int unsigned Sides       = Channels * Config.Processors;
  localparam int unsigned StatWidth   = stat_lines(Config);
  localparam int unsigned LineWidth   = line_width(Config);
  localparam int unsigned StatusWidth = status_width(Config);

  // The routers' outputs to a channel, by channel and identifier. The bits of the priority are
  // separate arrays, which makes their order of evaluation clear to every tool.
  logic                   po3[Channels][Routers], po2[Channels][Routers];
  logic                   po1[Channels][Routers], po0[Channels][Routers];
  payload_t               drive_payload[Channels][Routers];
  logic [LineWidth-1:0]   drive_data   [Channels][Routers];
  answer_t                answer       [Channels][Routers];
  logic [StatusWidth-1:0] status       [Channels][Routers];
  // The channels' lines.
  logic                   s3[Channels], s2[Channels], s1[Channels], s0[Channels];
  payload_t               line_payload[Channels];
  logic [LineWidth-1:0]   line_data   [Channels];
  answer_t                line_answer [Channels];
  logic [StatWidth-1:0]   line_stat   [Channels];
  logic [Channels*MaxDimensions-1:0] router_error;

  // The processors' sides; a chip may have more of them than the network's channels.
  processor_request_t   processor_in  [Sides];
  processor_response_t  processor_out [Sides];
  logic [FlitWidth-1:0] inject_data   [Sides];
  logic [FlitWidth-1:0] eject_data    [Sides];

  for (genvar s = 0; s < Sides; s++) begin : gen_side
    if (s % Config.Processors < Processors) begin : gen_terminal
      localparam int unsigned N = s / Config.Processors * Processors + s % Config.Processors;
      assign processor_in[s]   = '{valid: inject_valid_i[N], tag: inject_tag_i[N],
                                   buffer: buffer_t'(inject_buffer_i[N]), stall: eject_stall_i[N]};
      assign inject_data[s]    = inject_data_i[N];
      assign inject_ready_o[N] = processor_out[s].ready[Buffers-1:0];
      assign error_o[N]        = processor_out[s].error;
      assign error_count_o[N]  = processor_out[s].error_count;
      assign eject_tag_o[N]    = processor_out[s].tag;
      assign eject_driver_o[N] = processor_out[s].driver;
      assign eject_buffer_o[N] = processor_out[s].buffer[BufferWidth-1:0];
      assign eject_data_o[N]   = eject_data[s];
      assign eject_aborted_o[N] = processor_out[s].aborted;
    end else begin : gen_unused
      assign processor_in[s] = '{valid: 1'b0, tag: TagInvalid, buffer: '0, stall: 1'b0};
      assign inject_data[s]  = '0;

      logic unused;
      assign unused = ^{processor_out[s], eject_data[s]};
    end
  end

  // Identity inputs: constants, held in arrays so that equal tiles stay equal in simulation.
  logic [PositionWidth-1:0] positions [Channels];
  identity_t                identity  [MaxDimensions];

  for (genvar d = 0; d < MaxDimensions; d++) begin : gen_identifier
    localparam identity_t Identity = '{network: Network,
                                       plus: driver_t'(way_base(Extents, Torus, d)),
                                       minus: driver_t'(way_minus(Extents, Torus, d))};
    assign identity[d] = Identity;
  end

  for (genvar c = 0; c < Channels; c++) begin : gen_channel
    localparam logic [PositionWidth-1:0] Position = PositionWidth'(position(Extents, c));
    assign positions[c] = Position;

    mway_node #(
      .Config(Config)
    ) u_node (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .network_i      (Network),
      .position_i     (positions[c]),
      .processor_i    (processor_in[c*Config.Processors+:Config.Processors]),
      .inject_data_i  (inject_data[c*Config.Processors+:Config.Processors]),
      .processor_o    (processor_out[c*Config.Processors+:Config.Processors]),
      .eject_data_o   (eject_data[c*Config.Processors+:Config.Processors]),
      .po3_i          (po3[c]),
      .po2_i          (po2[c]),
      .po1_i          (po1[c]),
      .po0_i          (po0[c]),
      .payload_i      (drive_payload[c]),
      .data_i         (drive_data[c]),
      .answer_i       (answer[c]),
      .status_i       (status[c]),
      .s3_o           (s3[c]),
      .s2_o           (s2[c]),
      .s1_o           (s1[c]),
      .s0_o           (s0[c]),
      .payload_o      (line_payload[c]),
      .data_o         (line_data[c]),
      .answer_o       (line_answer[c]),
      .stat_o         (line_stat[c]),
      .driver_o       (channel_driver_o[c])
    );

    // A void cycle has no flit.
    assign channel_tag_o[c]         = line_payload[c].guard.differ ? TagInvalid
                                                                 : line_payload[c].tag;
    assign channel_buffer_o[c]      = line_payload[c].buffer[BufferWidth-1:0];
    assign channel_acknowledge_o[c] = line_answer[c].acknowledge;

    for (genvar d = 0; d < MaxDimensions; d++) begin : gen_dimension
      localparam int unsigned Plus  = way_base(Extents, Torus, d);
      localparam int unsigned Minus = way_minus(Extents, Torus, d);
      localparam int unsigned High  = higher(Extents, c, d);
      localparam bit          First = digit(Extents, c, d) == 0;

      if (has_router(Network, c, d)) begin : gen_router
        logic [1:0] error;

        mway_router #(
          .Config(Config)
        ) u_router (
          .clk_i      (clk_i),
          .rst_ni     (rst_ni),
          .identity_i (identity[d]),
          .position_i ({positions[High], positions[c]}),
          .s3_i       ({s3[High], s3[c]}),
          .s2_i       ({s2[High], s2[c]}),
          .s1_i       ({s1[High], s1[c]}),
          .s0_i       ({s0[High], s0[c]}),
          .payload_i  ({line_payload[High], line_payload[c]}),
          .data_a_i   (line_data[c]),
          .data_b_i   (line_data[High]),
          .answer_i   ({line_answer[High], line_answer[c]}),
          .stat_a_i   (line_stat[c]),
          .stat_b_i   (line_stat[High]),
          .po3_o      ({po3[High][Plus], po3[c][Minus]}),
          .po2_o      ({po2[High][Plus], po2[c][Minus]}),
          .po1_o      ({po1[High][Plus], po1[c][Minus]}),
          .po0_o      ({po0[High][Plus], po0[c][Minus]}),
          .payload_o  ({drive_payload[High][Plus], drive_payload[c][Minus]}),
          .data_a_o   (drive_data[c][Minus]),
          .data_b_o   (drive_data[High][Plus]),
          .answer_o   ({answer[High][Minus], answer[c][Plus]}),
          .status_o   ({status[High][Minus], status[c][Plus]}),
          .error_o    (error)
        );

        assign router_error[c*MaxDimensions+d] = |error;
      end else begin : gen_no_router
        assign router_error[c*MaxDimensions+d] = 1'b0;
      end

      // An absent member, at the end of a mesh or dead, drives zeros: 0 the router to the lower
      // channel, 1 that to the higher one. Where both have one number, one of them is the end.
      for (genvar s = 0; s < 2; s++) begin : gen_side
        if (Extents[d] > 1 && (Plus != Minus || (s == 1) == First) &&
            !has_router(Network, s == 1 ? c : lower(Extents, c, d), d)) begin : gen_absent
          mway_tieoff #(
            .Config(Config)
          ) u_absent (
            .po3_o    (po3[c][s == 1 ? Minus : Plus]), .po2_o(po2[c][s == 1 ? Minus : Plus]),
            .po1_o    (po1[c][s == 1 ? Minus : Plus]), .po0_o(po0[c][s == 1 ? Minus : Plus]),
            .payload_o(drive_payload[c][s == 1 ? Minus : Plus]),
            .data_o   (drive_data[c][s == 1 ? Minus : Plus]),
            .answer_o (answer[c][s == 1 ? Plus : Minus]),
            .status_o (status[c][s == 1 ? Plus : Minus])
          );
        end
      end
    end

    // Ports of the node beyond this network's routers.
    for (genvar r = RouterWays; r < Routers; r++) begin : gen_spare
      mway_tieoff #(
        .Config(Config)
      ) u_absent (
        .po3_o(po3[c][r]), .po2_o(po2[c][r]), .po1_o(po1[c][r]), .po0_o(po0[c][r]),
        .payload_o(drive_payload[c][r]), .data_o(drive_data[c][r]),
        .answer_o(answer[c][r]), .status_o(status[c][r])
      );
    end
  end

  logic unused;  // without routers, in a single channel or past a dead router, only nodes use these
  assign unused = ^{s3[0], s2[0], s1[0], s0[0], line_payload[0], line_data[0], line_answer[0],
                    line_stat[0], identity[0]};

  assign router_error_o = |router_error;
  `WF_ASSERT(EveryDestinationLegal, !router_error_o)

endmodule

`endif
