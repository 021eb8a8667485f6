// SPDX-License-Identifier: Apache-2.0
//
// Exit of a terminal: puts together the messages that an m-way processor ejects (stream_exit) and
// sends each whole on an AXI4-Stream, with its source in TID.
//
// Parameters: Config, the network's; MaxWords, words of a message, at least 1.
// Messages of different drivers and buffers interleave: each (driver, buffer) has a slot of
// MaxWords words. eject_stall_o stops ejection while a flit waits for a message in its slot to be
// sent.
// Latency: with the last word ejected in cycle t, the first is on m_axis in cycle t + 3.
// Throughput: one flit per cycle.
// Combinational paths: none.
`ifndef MWAY_STREAM_EXIT_SV_
`define MWAY_STREAM_EXIT_SV_
`include "wayfarer_assert.svh"

module mway_stream_exit
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*, mway_stream_pkg::*;
  import stream_pkg::*;
#(
  parameter config_t     Config   = default_config(),
  parameter int unsigned MaxWords = 8,
  localparam int unsigned BufferWidth = wf_pkg::index_width(Config.Buffers)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  // The processor's ejection port.
  input  flit_tag_e                   eject_tag_i,
  input  driver_t                     eject_driver_i,
  input  logic [BufferWidth-1:0]      eject_buffer_i,
  input  logic [Config.FlitWidth-1:0] eject_data_i,
  output logic                        eject_stall_o,
  output logic                        m_axis_tvalid_o,
  input  logic                        m_axis_tready_i,
  output logic [Config.FlitWidth-1:0] m_axis_tdata_o,
  output terminal_t                   m_axis_tid_o,
  output logic                        m_axis_tlast_o
);

  `WF_ASSERT_STATIC(MwayStreamExitLegal,
                    config_legal(Config) && stream_legal(Config, MaxWords))

  localparam int unsigned Slots       = ways(Config) << BufferWidth;
  localparam int unsigned SourceWidth = source_width(Config);
  localparam int unsigned Source      = source_offset(Config);

  stream_exit #(
    .Width   (Config.FlitWidth),
    .MaxWords(MaxWords),
    .Slots   (Slots)
  ) u_exit (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .valid_i        (eject_tag_i != TagInvalid),
    .header_i       (eject_tag_i == TagHeader),
    .last_i         (eject_tag_i == TagTail),
    .slot_i         ({eject_driver_i[line_count(Config)-1:0], eject_buffer_i}),
    .source_i       (terminal_t'(eject_data_i[Source+:SourceWidth])),
    .data_i         (eject_data_i),
    .stall_o        (eject_stall_o),
    .m_axis_tvalid_o(m_axis_tvalid_o),
    .m_axis_tready_i(m_axis_tready_i),
    .m_axis_tdata_o (m_axis_tdata_o),
    .m_axis_tid_o   (m_axis_tid_o),
    .m_axis_tlast_o (m_axis_tlast_o)
  );

  logic unused_driver;
  assign unused_driver = ^eject_driver_i;

  `WF_ASSERT(MwayStreamExitDriverExists,
             eject_tag_i == TagInvalid || 32'(eject_driver_i) < ways(Config))

endmodule

`endif
