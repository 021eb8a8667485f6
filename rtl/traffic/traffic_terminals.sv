// SPDX-License-Identifier: Apache-2.0
//
// On-chip traffic of a whole network: a source and a sink on every terminal, their counters, and
// an APB slave (traffic_control has its registers).
//
// Parameters: Terminals, 2 to traffic_pkg::MaxTerminals; Width, bits of a word, a multiple of 32;
// Ordered: messages of a terminal to another arrive in order, or it is a failure; CounterWidth:
// bits of a counter, up to 32 (traffic_counters); Settings, after reset.
// m_axis_* are the sources, s_axis_* the sinks; drop_i are the network interface's errors, each for
// one cycle (stream_pkg).
// sim/onchip/terminals.hpp is its cycle model: equal at every port in every cycle.
// Combinational paths: none.
`ifndef TRAFFIC_TERMINALS_SV_
`define TRAFFIC_TERMINALS_SV_
`include "wayfarer_assert.svh"

module traffic_terminals
  import traffic_pkg::*;
#(
  parameter int unsigned Terminals    = 16,
  parameter int unsigned Width        = 32,
  parameter bit          Ordered      = 1'b0,
  parameter int unsigned CounterWidth = 32,
  parameter settings_t   Settings     = default_settings()
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              psel_i,
  input  logic              penable_i,
  input  logic              pwrite_i,
  input  logic [8:0]        paddr_i,
  input  logic [31:0]       pwdata_i,
  output logic [31:0]       prdata_o,
  output logic              pready_o,
  output logic              pslverr_o,
  output phase_e            phase_o,
  output logic              failed_o,
  output logic              m_axis_tvalid_o [Terminals],
  input  logic              m_axis_tready_i [Terminals],
  output logic [Width-1:0]  m_axis_tdata_o  [Terminals],
  output terminal_t         m_axis_tdest_o  [Terminals],
  output logic              m_axis_tlast_o  [Terminals],
  input  logic              s_axis_tvalid_i [Terminals],
  output logic              s_axis_tready_o [Terminals],
  input  logic [Width-1:0]  s_axis_tdata_i  [Terminals],
  input  terminal_t         s_axis_tid_i    [Terminals],
  input  logic              s_axis_tlast_i  [Terminals],
  input  logic [Causes-1:0] drop_i          [Terminals]
);

  `WF_ASSERT_STATIC(TrafficTerminalsLegal,
                    Terminals >= 2 && Terminals <= MaxTerminals &&
                    Width >= WordWidth && Width == Width / WordWidth * WordWidth &&
                    CounterWidth >= wf_pkg::count_width(Terminals) + StampWidth &&
                    CounterWidth <= 32)

  localparam int unsigned IndexWidth = wf_pkg::index_width(Counters);

  stamp_t                now;
  settings_t             settings;
  logic                  clear, missing, failed;
  logic [IndexWidth-1:0] index;
  logic [31:0]           value;
  logic [Counters-1:0]   saturated;
  sent_t                 sent     [Terminals];
  received_t             received [Terminals];
  logic [Terminals-1:0]  offered, moved;

  assign clear = phase_o == PhaseClear;

  for (genvar t = 0; t < Terminals; t++) begin : gen_terminal
    traffic_source #(
      .Terminals(Terminals),
      .Width    (Width)
    ) u_source (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .clear_i        (clear),
      .run_i          (phase_o == PhaseRun),
      .now_i          (now),
      .settings_i     (settings),
      .terminal_i     (terminal_t'(t)),
      .m_axis_tvalid_o(m_axis_tvalid_o[t]),
      .m_axis_tready_i(m_axis_tready_i[t]),
      .m_axis_tdata_o (m_axis_tdata_o[t]),
      .m_axis_tdest_o (m_axis_tdest_o[t]),
      .m_axis_tlast_o (m_axis_tlast_o[t]),
      .sent_o         (sent[t])
    );

    traffic_sink #(
      .Terminals(Terminals),
      .Width    (Width)
    ) u_sink (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .clear_i        (clear),
      .now_i          (now),
      .terminal_i     (terminal_t'(t)),
      .s_axis_tvalid_i(s_axis_tvalid_i[t]),
      .s_axis_tready_o(s_axis_tready_o[t]),
      .s_axis_tdata_i (s_axis_tdata_i[t]),
      .s_axis_tid_i   (s_axis_tid_i[t]),
      .s_axis_tlast_i (s_axis_tlast_i[t]),
      .received_o     (received[t])
    );

    assign offered[t] = m_axis_tvalid_o[t];
    assign moved[t]   = sent[t].word || received[t].word;
  end

  traffic_counters #(
    .Terminals(Terminals),
    .Ordered  (Ordered),
    .Width    (CounterWidth)
  ) u_counters (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .clear_i    (clear),
    .running_i  (phase_o == PhaseRun),
    .draining_i (phase_o == PhaseDrain),
    .sent_i     (sent),
    .received_i (received),
    .drop_i     (drop_i),
    .index_i    (index),
    .value_o    (value),
    .saturated_o(saturated),
    .missing_o  (missing),
    .failed_o   (failed)
  );

  traffic_control #(
    .Terminals(Terminals),
    .Settings (Settings)
  ) u_control (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .psel_i     (psel_i),
    .penable_i  (penable_i),
    .pwrite_i   (pwrite_i),
    .paddr_i    (paddr_i),
    .pwdata_i   (pwdata_i),
    .prdata_o   (prdata_o),
    .pready_o   (pready_o),
    .pslverr_o  (pslverr_o),
    .phase_o    (phase_o),
    .now_o      (now),
    .settings_o (settings),
    .offered_i  (offered != '0),
    .moved_i    (moved != '0),
    .index_o    (index),
    .value_i    (value),
    .saturated_i(saturated),
    .missing_i  (missing),
    .failed_i   (failed),
    .failed_o   (failed_o)
  );

  `WF_ASSERT(TrafficTerminalsIdleOffersNothing, phase_o != PhaseIdle || offered == '0)

endmodule

`endif
