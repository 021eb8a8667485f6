// SPDX-License-Identifier: Apache-2.0
//
// AXI4-Streams of all terminals as packed vectors, with TKEEP and TUSER, on the arrays of a network
// with streams (<family>_streams).
//
// Parameters: Terminals; DataWidth, bits of TDATA, a multiple of 8; KeepEnable: TKEEP is carried,
// else m_axis_tkeep is all ones; UserWidth, bits of TUSER, 0: none; IdWidth and DestWidth, bits of
// TID and TDEST, 1 to 16, enough for all terminals. The network's FlitWidth is
// stream_pkg::word_width(DataWidth, KeepEnable, UserWidth): TKEEP and TUSER are the upper bits of a
// word, and arrive as they were sent, with every word. With TKEEP, a message has any number of
// bytes.
// Vectors have terminal 0 lowest. s_axis_* and m_axis_* are the user's streams; word_* connect to
// the network's ports, whose drop_o needs no change.
// Latency: combinational; wires only, without state.
// Combinational paths:
//   s_axis_tvalid_i -> word_tvalid_o
//   s_axis_tdata_i, s_axis_tkeep_i, s_axis_tuser_i -> word_tdata_o
//   s_axis_tdest_i -> word_tdest_o
//   s_axis_tlast_i -> word_tlast_o
//   word_tready_i -> s_axis_tready_o
//   word_tvalid_i -> m_axis_tvalid_o
//   word_tdata_i -> m_axis_tdata_o, m_axis_tkeep_o, m_axis_tuser_o
//   word_tid_i -> m_axis_tid_o
//   word_tlast_i -> m_axis_tlast_o
//   m_axis_tready_i -> word_tready_o
`ifndef STREAM_AXIS_SV_
`define STREAM_AXIS_SV_
`include "wayfarer_assert.svh"

module stream_axis
  import stream_pkg::*;
#(
  parameter int unsigned Terminals  = 4,
  parameter int unsigned DataWidth  = 32,
  parameter bit          KeepEnable = 1'b1,
  parameter int unsigned UserWidth  = 1,
  parameter int unsigned IdWidth    = wf_pkg::index_width(Terminals),
  parameter int unsigned DestWidth  = wf_pkg::index_width(Terminals),
  localparam int unsigned KeepPort  = DataWidth / 8,
  localparam int unsigned UserPort  = UserWidth == 0 ? 1 : UserWidth,
  localparam int unsigned WordWidth = word_width(DataWidth, KeepEnable, UserWidth)
) (
  input  logic [Terminals-1:0]                s_axis_tvalid_i,
  output logic [Terminals-1:0]                s_axis_tready_o,
  input  logic [Terminals-1:0][DataWidth-1:0] s_axis_tdata_i,
  input  logic [Terminals-1:0][KeepPort-1:0]  s_axis_tkeep_i,
  input  logic [Terminals-1:0][UserPort-1:0]  s_axis_tuser_i,
  input  logic [Terminals-1:0][DestWidth-1:0] s_axis_tdest_i,
  input  logic [Terminals-1:0]                s_axis_tlast_i,
  output logic [Terminals-1:0]                m_axis_tvalid_o,
  input  logic [Terminals-1:0]                m_axis_tready_i,
  output logic [Terminals-1:0][DataWidth-1:0] m_axis_tdata_o,
  output logic [Terminals-1:0][KeepPort-1:0]  m_axis_tkeep_o,
  output logic [Terminals-1:0][UserPort-1:0]  m_axis_tuser_o,
  output logic [Terminals-1:0][IdWidth-1:0]   m_axis_tid_o,
  output logic [Terminals-1:0]                m_axis_tlast_o,
  // The network.
  output logic                                word_tvalid_o [Terminals],
  input  logic                                word_tready_i [Terminals],
  output logic [WordWidth-1:0]                word_tdata_o  [Terminals],
  output terminal_t                           word_tdest_o  [Terminals],
  output logic                                word_tlast_o  [Terminals],
  input  logic                                word_tvalid_i [Terminals],
  output logic                                word_tready_o [Terminals],
  input  logic [WordWidth-1:0]                word_tdata_i  [Terminals],
  input  terminal_t                           word_tid_i    [Terminals],
  input  logic                                word_tlast_i  [Terminals]
);

  `WF_ASSERT_STATIC(StreamAxisLegal,
                    terminals_legal(Terminals) && DataWidth >= 8 &&
                    DataWidth / 8 * 8 == DataWidth && UserWidth <= MaxUserWidth &&
                    IdWidth <= TerminalWidth && IdWidth >= wf_pkg::index_width(Terminals) &&
                    DestWidth <= TerminalWidth && DestWidth >= wf_pkg::index_width(Terminals))

  for (genvar n = 0; n < Terminals; n++) begin : gen_terminal
    assign word_tvalid_o[n]   = s_axis_tvalid_i[n];
    assign s_axis_tready_o[n] = word_tready_i[n];
    assign word_tdest_o[n]    = terminal_t'(s_axis_tdest_i[n]);
    assign word_tlast_o[n]    = s_axis_tlast_i[n];

    assign m_axis_tvalid_o[n] = word_tvalid_i[n];
    assign word_tready_o[n]   = m_axis_tready_i[n];
    assign m_axis_tid_o[n]    = word_tid_i[n][IdWidth-1:0];
    assign m_axis_tlast_o[n]  = word_tlast_i[n];

    assign word_tdata_o[n][DataWidth-1:0] = s_axis_tdata_i[n];
    assign m_axis_tdata_o[n]              = word_tdata_i[n][DataWidth-1:0];

    if (KeepEnable) begin : gen_keep
      assign word_tdata_o[n][DataWidth+:KeepPort] = s_axis_tkeep_i[n];
      assign m_axis_tkeep_o[n]                    = word_tdata_i[n][DataWidth+:KeepPort];
    end else begin : gen_all
      logic unused_keep;
      assign unused_keep       = ^s_axis_tkeep_i[n];
      assign m_axis_tkeep_o[n] = '1;
    end

    if (UserWidth != 0) begin : gen_user
      assign word_tdata_o[n][WordWidth-1-:UserPort] = s_axis_tuser_i[n];
      assign m_axis_tuser_o[n]                      = word_tdata_i[n][WordWidth-1-:UserPort];
    end else begin : gen_none
      logic unused_user;
      assign unused_user       = ^s_axis_tuser_i[n];
      assign m_axis_tuser_o[n] = '0;
    end

    // Zeros, as terminals have numbers below the network's.
    logic unused_id;
    assign unused_id = ^word_tid_i[n];
  end

endmodule

`endif
