// SPDX-License-Identifier: Apache-2.0
//
// Exit of a terminal: puts together the words that a terminal of the torus ejects, in any order,
// and sends each message whole on an AXI4-Stream, with its source in TID.
//
// Parameters: as in deflection_stream_entry.
// There is a slot of MaxWords words for every terminal of the network, and a source has at most one
// message on its way to a terminal, so a flit always has room, and ejection never stalls. Memory
// grows with the number of terminals.
// acknowledge_o, source_o: an acknowledgement has arrived. sent_o: the messages of these sources
// have been sent; the entry acknowledges them.
// Latency: with the last word ejected in cycle t, the first is on m_axis in cycle t + 2.
// Illegal: a word for a slot whose message is complete, which an assertion reports.
// Combinational paths:
//   eject_valid_i, eject_data_i -> acknowledge_o
//   eject_data_i -> source_o
//   m_axis_tready_i -> sent_o
`ifndef DEFLECTION_STREAM_EXIT_SV_
`define DEFLECTION_STREAM_EXIT_SV_
`include "wayfarer_assert.svh"

module deflection_stream_exit
  import deflection_pkg::*;
  import stream_pkg::*;
#(
  parameter config_t     Config   = default_config(),
  parameter int unsigned MaxWords = 8,
  localparam int unsigned Terminals = stream_terminals(Config.Columns, Config.Rows),
  localparam int unsigned Width     = Config.FlitWidth - stream_header(Config, MaxWords)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  // The network.
  input  logic                        eject_valid_i,
  input  logic [Config.FlitWidth-1:0] eject_data_i,
  // To the entry.
  output logic                        acknowledge_o,
  output terminal_t                   source_o,
  output logic [Terminals-1:0]        sent_o,
  output logic                        m_axis_tvalid_o,
  input  logic                        m_axis_tready_i,
  output logic [Width-1:0]            m_axis_tdata_o,
  output terminal_t                   m_axis_tid_o,
  output logic                        m_axis_tlast_o
);

  `WF_ASSERT_STATIC(DeflectionStreamExitLegal,
                    config_legal(Config) && words_legal(MaxWords) &&
                    Config.CoordinateWidth == 32'(MaxCoordinateWidth) &&
                    Config.FlitWidth > stream_header(Config, MaxWords) &&
                    Config.Columns * Config.Rows <= 65536)

  localparam int unsigned IndexWidth = wf_pkg::index_width(Terminals);
  localparam int unsigned PlaceWidth = wf_pkg::index_width(MaxWords);

  logic [Width-1:0]      data;
  logic                  acknowledgement, last, ready;
  logic [PlaceWidth-1:0] place;
  logic [IndexWidth-1:0] source;
  position_t             here;

  assign {data, acknowledgement, last, place, source, here} = eject_data_i;
  assign acknowledge_o = eject_valid_i && acknowledgement;
  assign source_o      = terminal_t'(source);

  stream_reassembly #(
    .Width   (Width),
    .MaxWords(MaxWords),
    .Slots   (Terminals),
    .Ordered (1'b0)
  ) u_reassembly (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .valid_i        (eject_valid_i && !acknowledgement),
    .ready_o        (ready),
    .slot_i         (source),
    .place_i        (place),
    .source_i       (source_o),
    .data_i         (data),
    .last_i         (last),
    .sent_o         (sent_o),
    .m_axis_tvalid_o(m_axis_tvalid_o),
    .m_axis_tready_i(m_axis_tready_i),
    .m_axis_tdata_o (m_axis_tdata_o),
    .m_axis_tid_o   (m_axis_tid_o),
    .m_axis_tlast_o (m_axis_tlast_o)
  );

  logic unused_here;
  assign unused_here = ^here;

  `WF_ASSERT(DeflectionStreamExitHasRoom, !eject_valid_i || acknowledgement || ready)

endmodule

`endif
