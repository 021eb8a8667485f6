// SPDX-License-Identifier: Apache-2.0
//
// A k-ary m-way network (mway_network) with an AXI4-Stream in and out at every terminal.
//
// Parameters: as of mway_network, and MaxWords, words of a message, at most 1023 bytes; EntryDepth,
// words of an entry's queue, at least MaxWords. The source's number is in the header: FlitWidth has
// room for it, or elaboration stops.
// s_axis: a message is 1 to MaxWords words, ended by TLAST; TDEST of its first word is the number
// of the terminal that it is for. drop_o flags illegal input (stream_pkg). m_axis: whole messages,
// the source's number in TID. Every legal message arrives once, unchanged. The network does not
// keep the order of the messages of a (source, destination) pair.
// No deadlock: an exit has a slot for each (driver, buffer) from which messages can come at the
// same time, so ejection waits only for complete messages, and these only for m_axis.
// Latency without other traffic: docs/streams.md.
// Combinational paths: none.
`ifndef MWAY_STREAMS_SV_
`define MWAY_STREAMS_SV_
`include "wayfarer_assert.svh"

module mway_streams
  import mway_pkg::*, mway_config_pkg::*, mway_stream_pkg::*;
  import stream_pkg::*;
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
  parameter int unsigned Variant          = Paper,  // or Pipelined or Aged
  parameter int unsigned Stat             = Exact,
  parameter bit          EarlyFreeing     = 1'b1,
  parameter logic [2:0][15:0] ClassMasks  = '0,
  parameter int unsigned AgeShift         = 8,
  parameter int unsigned MaxWords         = 8,
  parameter int unsigned EntryDepth       = stream_pkg::entry_depth(MaxWords),
  localparam extents_t    Extents     = {16'(K8), 16'(K7), 16'(K6), 16'(K5), 16'(K4), 16'(K3),
                                         16'(K2), 16'(K1), 16'(K0)},
  localparam int unsigned Terminals   = channels(Extents) * Processors
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
    make_config.Configurable = 1'b0;
    make_config.Faults       = 1'b0;
    make_config.Relative     = 1'b0;
  endfunction

  localparam config_t     Config      = make_config();
  localparam int unsigned BufferWidth = wf_pkg::index_width(Buffers);

  `WF_ASSERT_STATIC(MwayStreamsLegal,
                    (K0 | K1 | K2 | K3 | K4 | K5 | K6 | K7 | K8) <= MaxExtent &&
                    config_legal(Config) && stream_legal(Config, MaxWords) &&
                    EntryDepth >= MaxWords)

  logic                   inject_valid  [Terminals];
  logic [BufferWidth-1:0] inject_buffer [Terminals];
  flit_tag_e              inject_tag    [Terminals];
  logic [FlitWidth-1:0]   inject_data   [Terminals];
  logic [Buffers-1:0]     inject_ready  [Terminals];
  logic [2:0]             error         [Terminals];
  logic                   eject_stall   [Terminals];
  flit_tag_e              eject_tag     [Terminals];
  driver_t                eject_driver  [Terminals];
  logic [BufferWidth-1:0] eject_buffer  [Terminals];
  logic [FlitWidth-1:0]   eject_data    [Terminals];
  logic                   router_error;

  /* verilator lint_off PINCONNECTEMPTY */
  mway_network #(
    .K0              (K0),
    .K1              (K1),
    .K2              (K2),
    .K3              (K3),
    .K4              (K4),
    .K5              (K5),
    .K6              (K6),
    .K7              (K7),
    .K8              (K8),
    .Torus           (Torus),
    .Processors      (Processors),
    .FlitWidth       (FlitWidth),
    .Buffers         (Buffers),
    .Depth           (Depth),
    .Variant         (Variant),
    .Stat            (Stat),
    .EarlyFreeing    (EarlyFreeing),
    .ClassMasks      (ClassMasks),
    .AgeShift        (AgeShift)
  ) u_network (
    .clk_i                (clk_i),
    .rst_ni               (rst_ni),
    .inject_valid_i       (inject_valid),
    .inject_buffer_i      (inject_buffer),
    .inject_tag_i         (inject_tag),
    .inject_data_i        (inject_data),
    .inject_ready_o       (inject_ready),
    .error_o              (error),
    .error_count_o        (),
    .eject_stall_i        (eject_stall),
    .eject_tag_o          (eject_tag),
    .eject_driver_o       (eject_driver),
    .eject_buffer_o       (eject_buffer),
    .eject_data_o         (eject_data),
    .eject_aborted_o      (),
    .channel_driver_o     (),
    .channel_tag_o        (),
    .channel_buffer_o     (),
    .channel_acknowledge_o(),
    .router_error_o       (router_error)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  terminal_t numbers [Terminals];  // held in an array so that equal tiles stay equal in simulation
  for (genvar n = 0; n < Terminals; n++) begin : gen_terminal
    assign numbers[n] = terminal_t'(n);

    mway_stream_entry #(
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
      .inject_valid_o (inject_valid[n]),
      .inject_buffer_o(inject_buffer[n]),
      .inject_tag_o   (inject_tag[n]),
      .inject_data_o  (inject_data[n]),
      .inject_ready_i (inject_ready[n])
    );

    mway_stream_exit #(
      .Config  (Config),
      .MaxWords(MaxWords)
    ) u_exit (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .eject_tag_i    (eject_tag[n]),
      .eject_driver_i (eject_driver[n]),
      .eject_buffer_i (eject_buffer[n]),
      .eject_data_i   (eject_data[n]),
      .eject_stall_o  (eject_stall[n]),
      .m_axis_tvalid_o(m_axis_tvalid_o[n]),
      .m_axis_tready_i(m_axis_tready_i[n]),
      .m_axis_tdata_o (m_axis_tdata_o[n]),
      .m_axis_tid_o   (m_axis_tid_o[n]),
      .m_axis_tlast_o (m_axis_tlast_o[n])
    );

    // An entry sends legal messages only.
    `WF_ASSERT(MwayStreamsNoError, error[n] == '0 && !router_error)
  end

endmodule

`endif
