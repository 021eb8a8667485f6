// SPDX-License-Identifier: Apache-2.0
//
// A bufferless torus (deflection_network) with an AXI4-Stream in and out at every terminal.
//
// Parameters: Columns, Rows, Depth: as in deflection_network, with at most 65536 terminals;
// FlitWidth, bits of a word of the streams; MaxWords, words of a message, 1 to 4096; EntryDepth,
// words of an entry's queue, at least MaxWords. The flits of the network are wider than a word:
// by deflection_pkg::stream_header.
// s_axis: a message is 1 to MaxWords words, ended by TLAST; TDEST of its first word is the number
// of the terminal that it is for. drop_o flags illegal input (stream_pkg). m_axis: whole messages,
// the source's number in TID. Every legal message arrives once, unchanged, and the messages of a
// (source, destination) pair keep their order.
// No deadlock: flits never wait at an exit, because a source sends the next message to a terminal
// only when the previous one has left on m_axis and is acknowledged. Acknowledgements are also
// flits, and exits never refuse them. A terminal that never reads stops those that send to it.
// Latency without other traffic: docs/deflection.md.
// Combinational paths: none.
`ifndef DEFLECTION_STREAMS_SV_
`define DEFLECTION_STREAMS_SV_
`include "wayfarer_assert.svh"

module deflection_streams
  import deflection_pkg::*;
  import stream_pkg::*;
#(
  parameter int unsigned Columns    = 4,
  parameter int unsigned Rows       = 4,
  parameter int unsigned Depth      = 2,
  parameter int unsigned FlitWidth  = 32,
  parameter int unsigned MaxWords   = 8,
  parameter int unsigned EntryDepth = stream_pkg::entry_depth(MaxWords),
  localparam int unsigned Terminals = stream_terminals(Columns, Rows)
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

  `WF_ASSERT_STATIC(DeflectionStreamsLegal,
                    extents_legal(Columns, Rows) && Columns * Rows <= 65536 && Depth >= 1 &&
                    FlitWidth >= 1 && words_legal(MaxWords) && EntryDepth >= MaxWords)

  function automatic config_t make_config();
    make_config           = default_config();
    make_config.Columns   = Columns;
    make_config.Rows      = Rows;
    make_config.Depth     = Depth;
    make_config.FlitWidth = stream_header(make_config, MaxWords) + FlitWidth;
  endfunction

  localparam config_t     Config    = make_config();
  localparam int unsigned LineWidth = Config.FlitWidth;

  logic                  inject_valid [Terminals];
  flit_tag_t             inject_tag   [Terminals];
  logic [LineWidth-1:0]  inject_data  [Terminals];
  logic                  inject_ready [Terminals];
  logic [ErrorWidth-1:0] error        [Terminals];
  logic                  eject_stall  [Terminals];
  logic                  eject_valid  [Terminals];
  logic [LineWidth-1:0]  eject_data   [Terminals];

  /* verilator lint_off PINCONNECTEMPTY */
  deflection_network #(
    .Columns  (Columns),
    .Rows     (Rows),
    .Depth    (Depth),
    .FlitWidth(LineWidth)
  ) u_network (
    .clk_i              (clk_i),
    .rst_ni             (rst_ni),
    .inject_valid_i     (inject_valid),
    .inject_tag_i       (inject_tag),
    .inject_data_i      (inject_data),
    .inject_ready_o     (inject_ready),
    .error_o            (error),
    .error_count_o      (),
    .eject_stall_i      (eject_stall),
    .eject_valid_o      (eject_valid),
    .eject_tag_o        (),
    .eject_data_o       (eject_data),
    .channel_valid_o    (),
    .channel_tag_o      (),
    .channel_deflected_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  terminal_t numbers [Terminals];  // held in an array so that equal tiles stay equal in simulation
  for (genvar n = 0; n < Terminals; n++) begin : gen_terminal
    logic                 acknowledge;
    terminal_t            source;
    logic [Terminals-1:0] sent;

    assign numbers[n]     = terminal_t'(n);
    assign inject_tag[n]  = flit_tag_t'(Single);
    assign eject_stall[n] = 1'b0;

    deflection_stream_entry #(
      .Config    (Config),
      .MaxWords  (MaxWords),
      .EntryDepth(EntryDepth)
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
      .acknowledge_i  (acknowledge),
      .source_i       (source),
      .sent_i         (sent),
      .inject_valid_o (inject_valid[n]),
      .inject_data_o  (inject_data[n]),
      .inject_ready_i (inject_ready[n])
    );

    deflection_stream_exit #(
      .Config  (Config),
      .MaxWords(MaxWords)
    ) u_exit (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .eject_valid_i  (eject_valid[n]),
      .eject_data_i   (eject_data[n]),
      .acknowledge_o  (acknowledge),
      .source_o       (source),
      .sent_o         (sent),
      .m_axis_tvalid_o(m_axis_tvalid_o[n]),
      .m_axis_tready_i(m_axis_tready_i[n]),
      .m_axis_tdata_o (m_axis_tdata_o[n]),
      .m_axis_tid_o   (m_axis_tid_o[n]),
      .m_axis_tlast_o (m_axis_tlast_o[n])
    );

    // An entry sends legal flits only.
    `WF_ASSERT(DeflectionStreamsNoError, error[n] == '0)
  end

endmodule

`endif
