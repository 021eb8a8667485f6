// SPDX-License-Identifier: Apache-2.0
//
// A mesh, torus or line with AXI4-Streams and on-chip traffic at its terminals. One module for all
// families: with the traffic, their networks with streams differ in parameters only.
//
// Parameters: Family (fpga_pkg); K0, K1: as in mway_streams, wormhole_streams and
// cut_through_streams, of linear_streams the line of K0 hosts, with K1 = 1, of the others K0
// columns and K1 rows; FlitWidth, bits of a word, a multiple of 32, at least word_width (fpga_pkg);
// WormholeRouting (wormhole_source_pkg), with one phase in dimension order and two otherwise;
// Settings of the traffic after reset. The other parameters of a network are its defaults, and a
// message has at most 8 words, for which a cut-through buffer has room.
// APB, phase_o, failed_o: as in traffic_terminals. Where the family keeps the order of messages
// (fpga_pkg), overtaking is a failure. ready_o: the network's tables, if it has
// any, are loaded; they do not affect a run that starts later.
// Combinational paths: none.
`ifndef FPGA_TRAFFIC_SV_
`define FPGA_TRAFFIC_SV_
`include "wayfarer_assert.svh"

module fpga_traffic
  import traffic_pkg::settings_t, traffic_pkg::phase_e, traffic_pkg::default_settings;
#(
  parameter int unsigned Family          = fpga_pkg::Mway,
  parameter int unsigned K0              = 2,
  parameter int unsigned K1              = 2,
  parameter int unsigned FlitWidth       = fpga_pkg::word_width(Family),
  parameter int unsigned WormholeRouting = wormhole_source_pkg::DimensionOrder,
  parameter settings_t   Settings        = default_settings()
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        psel_i,
  input  logic        penable_i,
  input  logic        pwrite_i,
  input  logic [8:0]  paddr_i,
  input  logic [31:0] pwdata_i,
  output logic [31:0] prdata_o,
  output logic        pready_o,
  output logic        pslverr_o,
  output phase_e      phase_o,
  output logic        failed_o,
  output logic        ready_o
);

  localparam int unsigned Terminals = fpga_pkg::terminals(Family, K0, K1);

  `WF_ASSERT_STATIC(FpgaTrafficLegal,
                    fpga_pkg::family_legal(Family) && (Family != fpga_pkg::Linear || K1 == 1) &&
                    WormholeRouting <= wormhole_source_pkg::RommNodes && K0 >= 1 && K1 >= 1 &&
                    K0 <= traffic_pkg::MaxTerminals &&
                    K1 <= traffic_pkg::MaxTerminals && Terminals >= 2 &&
                    Terminals <= traffic_pkg::MaxTerminals && FlitWidth == FlitWidth / 32 * 32 &&
                    FlitWidth >= fpga_pkg::word_width(Family))

  if (Family != fpga_pkg::Iba) begin : gen_ready
    assign ready_o = 1'b1;
  end

  function automatic linear_pkg::config_t line();
    line           = linear_pkg::default_config();
    line.Hosts     = K0;
    line.Switches  = K0;
    line.FlitWidth = FlitWidth;
  endfunction

  // Into the network, and out of it.
  logic                   in_valid  [Terminals];
  logic                   in_ready  [Terminals];
  logic [FlitWidth-1:0]   in_data   [Terminals];
  logic [15:0]            in_dest   [Terminals];
  logic                   in_last   [Terminals];
  logic                   out_valid [Terminals];
  logic                   out_ready [Terminals];
  logic [FlitWidth-1:0]   out_data  [Terminals];
  logic [15:0]            out_id    [Terminals];
  logic                   out_last  [Terminals];
  logic [3:0]             drop      [Terminals];

  traffic_terminals #(
    .Terminals(Terminals),
    .Width    (FlitWidth),
    .Ordered  (fpga_pkg::keeps_order(Family)),
    .Settings (Settings)
  ) u_traffic (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .psel_i         (psel_i),
    .penable_i      (penable_i),
    .pwrite_i       (pwrite_i),
    .paddr_i        (paddr_i),
    .pwdata_i       (pwdata_i),
    .prdata_o       (prdata_o),
    .pready_o       (pready_o),
    .pslverr_o      (pslverr_o),
    .phase_o        (phase_o),
    .failed_o       (failed_o),
    .m_axis_tvalid_o(in_valid),
    .m_axis_tready_i(in_ready),
    .m_axis_tdata_o (in_data),
    .m_axis_tdest_o (in_dest),
    .m_axis_tlast_o (in_last),
    .s_axis_tvalid_i(out_valid),
    .s_axis_tready_o(out_ready),
    .s_axis_tdata_i (out_data),
    .s_axis_tid_i   (out_id),
    .s_axis_tlast_i (out_last),
    .drop_i         (drop)
  );

  if (Family == fpga_pkg::Mway) begin : gen_mway
    mway_streams #(
      .K0       (K0),
      .K1       (K1),
      .FlitWidth(FlitWidth)
    ) u_network (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .s_axis_tvalid_i(in_valid),
      .s_axis_tready_o(in_ready),
      .s_axis_tdata_i (in_data),
      .s_axis_tdest_i (in_dest),
      .s_axis_tlast_i (in_last),
      .m_axis_tvalid_o(out_valid),
      .m_axis_tready_i(out_ready),
      .m_axis_tdata_o (out_data),
      .m_axis_tid_o   (out_id),
      .m_axis_tlast_o (out_last),
      .drop_o         (drop)
    );
  end else if (Family == fpga_pkg::Wormhole) begin : gen_wormhole
    wormhole_streams #(
      .K0       (K0),
      .K1       (K1),
      .Phases   (WormholeRouting == wormhole_source_pkg::DimensionOrder ? 1 : 2),
      .Routing  (WormholeRouting),
      .FlitWidth(FlitWidth)
    ) u_network (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .s_axis_tvalid_i(in_valid),
      .s_axis_tready_o(in_ready),
      .s_axis_tdata_i (in_data),
      .s_axis_tdest_i (in_dest),
      .s_axis_tlast_i (in_last),
      .m_axis_tvalid_o(out_valid),
      .m_axis_tready_i(out_ready),
      .m_axis_tdata_o (out_data),
      .m_axis_tid_o   (out_id),
      .m_axis_tlast_o (out_last),
      .drop_o         (drop)
    );
  end else if (Family == fpga_pkg::CutThrough) begin : gen_cut_through
    cut_through_streams #(
      .K0       (K0),
      .K1       (K1),
      .Depth    (9),
      .FlitWidth(FlitWidth)
    ) u_network (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .s_axis_tvalid_i(in_valid),
      .s_axis_tready_o(in_ready),
      .s_axis_tdata_i (in_data),
      .s_axis_tdest_i (in_dest),
      .s_axis_tlast_i (in_last),
      .m_axis_tvalid_o(out_valid),
      .m_axis_tready_i(out_ready),
      .m_axis_tdata_o (out_data),
      .m_axis_tid_o   (out_id),
      .m_axis_tlast_o (out_last),
      .drop_o         (drop)
    );
  end else if (Family == fpga_pkg::Iba) begin : gen_iba
    /* verilator lint_off PINCONNECTEMPTY */
    iba_streams #(
      .Columns  (K0),
      .Rows     (K1),
      .Groups   (1),
      .FlitWidth(FlitWidth)
    ) u_network (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .loaded_o       (ready_o),
      .psel_i         (1'b0),
      .penable_i      (1'b0),
      .pwrite_i       (1'b0),
      .paddr_i        ('0),
      .pwdata_i       ('0),
      .prdata_o       (),
      .pready_o       (),
      .pslverr_o      (),
      .s_axis_tvalid_i(in_valid),
      .s_axis_tready_o(in_ready),
      .s_axis_tdata_i (in_data),
      .s_axis_tdest_i (in_dest),
      .s_axis_tlast_i (in_last),
      .m_axis_tvalid_o(out_valid),
      .m_axis_tready_i(out_ready),
      .m_axis_tdata_o (out_data),
      .m_axis_tid_o   (out_id),
      .m_axis_tlast_o (out_last),
      .drop_o         (drop),
      .error_o        ()
    );
    /* verilator lint_on PINCONNECTEMPTY */
  end else if (Family == fpga_pkg::Deflection) begin : gen_deflection
    deflection_streams #(
      .Columns  (K0),
      .Rows     (K1),
      .FlitWidth(FlitWidth)
    ) u_network (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .s_axis_tvalid_i(in_valid),
      .s_axis_tready_o(in_ready),
      .s_axis_tdata_i (in_data),
      .s_axis_tdest_i (in_dest),
      .s_axis_tlast_i (in_last),
      .m_axis_tvalid_o(out_valid),
      .m_axis_tready_i(out_ready),
      .m_axis_tdata_o (out_data),
      .m_axis_tid_o   (out_id),
      .m_axis_tlast_o (out_last),
      .drop_o         (drop)
    );
  end else begin : gen_linear
    linear_streams #(
      .Config(line())
    ) u_network (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .s_axis_tvalid_i(in_valid),
      .s_axis_tready_o(in_ready),
      .s_axis_tdata_i (in_data),
      .s_axis_tdest_i (in_dest),
      .s_axis_tlast_i (in_last),
      .m_axis_tvalid_o(out_valid),
      .m_axis_tready_i(out_ready),
      .m_axis_tdata_o (out_data),
      .m_axis_tid_o   (out_id),
      .m_axis_tlast_o (out_last),
      .drop_o         (drop)
    );
  end

  `WF_ASSERT(FpgaTrafficNoWaits, pready_o)

endmodule

`endif
