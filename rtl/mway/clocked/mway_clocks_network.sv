// SPDX-License-Identifier: Apache-2.0
//
// A k-ary m-way network with a clock for each channel (docs/mway-clocked.md): channels
// with their processors, and between any two neighbours a router with both clocks
// (mway_clocks_router). Mesh or torus of 1 to 9 dimensions, terminals and headers as in
// mway_network.
//
// channel_clk_i has the clock of each channel, of any ratio and phase. The ports of a terminal,
// and the monitor outputs of a channel, are in the clock of their channel.
//
// arst_ni is asynchronous: held for at least 4 cycles of the slowest clock, it resets all
// channels. Each begins and ends its reset two cycles of its own clock later (wf_reset_sync). A
// channel that is still in reset takes nothing: what is sent towards it waits in the routers'
// buffers. Terminals are silent until their channel is out of reset, three cycles after arst_ni.
// Constraints: those of mway_clocks_router and of wf_reset_sync.
// Combinational paths: none.
`ifndef MWAY_CLOCKS_NETWORK_SV_
`define MWAY_CLOCKS_NETWORK_SV_
`include "wayfarer_assert.svh"

module mway_clocks_network
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
  parameter int unsigned Depth            = 8,
  parameter bit          EarlyFreeing     = 1'b1,
  parameter logic [2:0][15:0] ClassMasks  = '0,  // class_buffers
  localparam extents_t    Extents     = {16'(K8), 16'(K7), 16'(K6), 16'(K5), 16'(K4), 16'(K3),
                                         16'(K2), 16'(K1), 16'(K0)},
  localparam int unsigned Channels    = channels(Extents),
  localparam int unsigned Terminals   = Channels * Processors,
  localparam int unsigned BufferWidth = wf_pkg::index_width(Buffers)
) (
  input  logic                   channel_clk_i    [Channels],
  input  logic                   arst_ni,
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
  // Monitor: each channel's driver, its flit, and whether the flit is taken.
  output driver_t                channel_driver_o [Channels],
  output flit_tag_e              channel_tag_o    [Channels],
  output logic [BufferWidth-1:0] channel_buffer_o [Channels],
  output logic                   channel_acknowledge_o [Channels],
  // A router received a header to a destination outside the network, from this channel.
  output logic                   router_error_o   [Channels]
);

  localparam int unsigned RouterWays    = processor_way(Extents, Torus);
  localparam int unsigned PositionWidth = position_width(Extents);

  function automatic config_t make_config();
    make_config              = config_of(Clocked);
    make_config.Extents      = Extents;
    make_config.Torus        = Torus;
    make_config.Processors   = Processors;
    make_config.FlitWidth    = FlitWidth;
    make_config.Buffers      = Buffers;
    make_config.Depth        = Depth;
    make_config.EarlyFreeing = EarlyFreeing;
    make_config.ClassMasks   = ClassMasks;
  endfunction

  localparam config_t      Config = make_config();
  localparam class_masks_t Masks  = class_buffers(Config);

  `WF_ASSERT_STATIC(MwayClocksNetworkLegal,
                    (K0 | K1 | K2 | K3 | K4 | K5 | K6 | K7 | K8) <= MaxExtent &&
                    config_legal(Config) && Terminals >= 2 &&
                    Torus == (Masks[1] != '0))

  localparam network_t    Network     = '{fault: '0, extents: Extents, torus: Torus,
                                          processors: 3'(Processors)};
  localparam int unsigned Routers     = routers(Config);
  localparam int unsigned StatWidth   = stat_lines(Config);
  localparam int unsigned StatusWidth = status_width(Config);

  // The routers' outputs to a channel, by channel and identifier. The bits of the priority are
  // separate arrays, which makes their order of evaluation clear to every tool.
  logic                   po3[Channels][Routers], po2[Channels][Routers];
  logic                   po1[Channels][Routers], po0[Channels][Routers];
  payload_t               drive_payload[Channels][Routers];
  logic [FlitWidth-1:0]   drive_data   [Channels][Routers];
  answer_t                answer       [Channels][Routers];
  logic [StatusWidth-1:0] status       [Channels][Routers];
  // The channels' lines.
  logic                   s3[Channels], s2[Channels], s1[Channels], s0[Channels];
  payload_t               line_payload[Channels];
  logic [FlitWidth-1:0]   line_data   [Channels];
  answer_t                line_answer [Channels];
  logic [StatWidth-1:0]   line_stat   [Channels];
  logic [Channels-1:0][MaxDimensions-1:0] plus_error, minus_error;  // by receiving channel

  // The processors' sides.
  processor_request_t   processor_in  [Terminals];
  processor_response_t  processor_out [Terminals];

  for (genvar t = 0; t < Terminals; t++) begin : gen_terminal
    assign processor_in[t]   = '{valid: inject_valid_i[t], tag: inject_tag_i[t],
                                 buffer: buffer_t'(inject_buffer_i[t]), stall: eject_stall_i[t]};
    assign inject_ready_o[t] = processor_out[t].ready[Buffers-1:0];
    assign error_o[t]        = processor_out[t].error;
    assign error_count_o[t]  = processor_out[t].error_count;
    assign eject_tag_o[t]    = processor_out[t].tag;
    assign eject_driver_o[t] = processor_out[t].driver;
    assign eject_buffer_o[t] = processor_out[t].buffer[BufferWidth-1:0];

    logic unused;
    assign unused = processor_out[t].aborted;
  end

  logic rst_n [Channels];

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

    wf_reset_sync u_reset (
      .clk_i  (channel_clk_i[c]),
      .arst_ni(arst_ni),
      .rst_no (rst_n[c])
    );

    mway_node #(
      .Config(Config)
    ) u_node (
      .clk_i          (channel_clk_i[c]),
      .rst_ni         (rst_n[c]),
      .network_i      (Network),
      .position_i     (positions[c]),
      .processor_i    (processor_in[c*Processors+:Processors]),
      .inject_data_i  (inject_data_i[c*Processors+:Processors]),
      .processor_o    (processor_out[c*Processors+:Processors]),
      .eject_data_o   (eject_data_o[c*Processors+:Processors]),
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

    assign channel_tag_o[c]         = line_payload[c].tag;
    assign channel_buffer_o[c]      = line_payload[c].buffer[BufferWidth-1:0];
    assign channel_acknowledge_o[c] = line_answer[c].acknowledge;

    for (genvar d = 0; d < MaxDimensions; d++) begin : gen_dimension
      localparam int unsigned Plus  = way_base(Extents, Torus, d);
      localparam int unsigned Minus = way_minus(Extents, Torus, d);
      localparam int unsigned High  = higher(Extents, c, d);
      localparam int unsigned Low   = lower(Extents, c, d);
      localparam bit          First = digit(Extents, c, d) == 0;

      if (has_router(Network, c, d)) begin : gen_router
        logic [1:0] error;

        mway_clocks_router #(
          .Config(Config)
        ) u_router (
          .channel_clk_i ({channel_clk_i[High], channel_clk_i[c]}),
          .channel_rst_ni({rst_n[High], rst_n[c]}),
          .identity_i    (identity[d]),
          .position_i    ({positions[High], positions[c]}),
          .s3_i          ({s3[High], s3[c]}),
          .s2_i          ({s2[High], s2[c]}),
          .s1_i          ({s1[High], s1[c]}),
          .s0_i          ({s0[High], s0[c]}),
          .payload_i     ({line_payload[High], line_payload[c]}),
          .data_a_i      (line_data[c]),
          .data_b_i      (line_data[High]),
          .answer_i      ({line_answer[High], line_answer[c]}),
          .stat_a_i      (line_stat[c]),
          .stat_b_i      (line_stat[High]),
          .po3_o         ({po3[High][Plus], po3[c][Minus]}),
          .po2_o         ({po2[High][Plus], po2[c][Minus]}),
          .po1_o         ({po1[High][Plus], po1[c][Minus]}),
          .po0_o         ({po0[High][Plus], po0[c][Minus]}),
          .payload_o     ({drive_payload[High][Plus], drive_payload[c][Minus]}),
          .data_a_o      (drive_data[c][Minus]),
          .data_b_o      (drive_data[High][Plus]),
          .answer_o      ({answer[High][Minus], answer[c][Plus]}),
          .status_o      ({status[High][Minus], status[c][Plus]}),
          .error_o       (error)
        );

        assign plus_error[c][d]     = error[0];
        assign minus_error[High][d] = error[1];
      end else begin : gen_no_router
        assign plus_error[c][d] = 1'b0;
      end
      if (!has_router(Network, Low, d)) begin : gen_lowest
        assign minus_error[c][d] = 1'b0;
      end

      // An absent member, at the end of a mesh, drives zeros: 0 the router to the lower channel, 1
      // that to the higher one. Where both have one number, one of them is the end.
      for (genvar s = 0; s < 2; s++) begin : gen_side
        if (Extents[d] > 1 && (Plus != Minus || (s == 1) == First) &&
            !has_router(Network, s == 1 ? c : Low, d)) begin : gen_absent
          mway_tieoff #(
            .Config(Config)
          ) u_absent (
            .po3_o    (po3[c][s == 1 ? Minus : Plus]),
            .po2_o    (po2[c][s == 1 ? Minus : Plus]),
            .po1_o    (po1[c][s == 1 ? Minus : Plus]),
            .po0_o    (po0[c][s == 1 ? Minus : Plus]),
            .payload_o(drive_payload[c][s == 1 ? Minus : Plus]),
            .data_o   (drive_data[c][s == 1 ? Minus : Plus]),
            .answer_o (answer[c][s == 1 ? Plus : Minus]),
            .status_o (status[c][s == 1 ? Plus : Minus])
          );
        end
      end
    end

    assign router_error_o[c] = |{plus_error[c], minus_error[c]};

    // A channel without routers has a port for one.
    for (genvar r = RouterWays; r < Routers; r++) begin : gen_spare
      mway_tieoff #(
        .Config(Config)
      ) u_absent (
        .po3_o    (po3[c][r]),
        .po2_o    (po2[c][r]),
        .po1_o    (po1[c][r]),
        .po0_o    (po0[c][r]),
        .payload_o(drive_payload[c][r]),
        .data_o   (drive_data[c][r]),
        .answer_o (answer[c][r]),
        .status_o (status[c][r])
      );
    end
  end

  logic unused;  // without routers, in a single channel, only the node uses these
  assign unused = ^{s3[0], s2[0], s1[0], s0[0], line_payload[0], line_data[0], line_answer[0],
                    line_stat[0], identity[0]};

endmodule

`endif
