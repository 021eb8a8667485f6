// SPDX-License-Identifier: Apache-2.0
//
// The linear client-server network (linear_network), or a tree, with an AXI4-Stream in and out at
// the hosts and at the server. Hosts send to the server, the server to the hosts.
//
// Parameters: Config, HostTarget and SwitchTarget (linear_pkg), what linear_network has as
// parameters of their own; MaxWords, words of a message, 1 to 4096; EntryDepth, words of an entry's
// queue, at least MaxWords.
// Terminals 0 to Hosts - 1 are the hosts, the last one is the server.
// s_axis: a message is 1 to MaxWords words, ended by TLAST; TDEST of its first word is the number
// of the terminal that it is for. drop_o flags illegal input (stream_pkg), including a host's
// message to another host. m_axis: the words of a message without those of others in between, its
// source's number in TID. Every legal message arrives once, unchanged, and the messages of a
// (source, destination) pair keep their order.
// The network's own senders and responder (linear_sender, linear_responder) are not used: what the
// server answers is up to the user of its streams.
// No deadlock: requests and answers have networks of their own, and an exit waits for m_axis only.
// A host that does not read stops the server's messages to all hosts.
// Latency without other traffic: docs/streams.md.
// Combinational paths: none.
`ifndef LINEAR_STREAMS_SV_
`define LINEAR_STREAMS_SV_
`include "wayfarer_assert.svh"

module linear_streams
  import linear_pkg::config_t, linear_pkg::flit_tag_t, linear_pkg::targets_t;
  import stream_pkg::*;
#(
  parameter config_t     Config       = linear_pkg::default_config(),
  parameter targets_t    HostTarget   = linear_pkg::line_host_targets(),
  parameter targets_t    SwitchTarget = linear_pkg::line_switch_targets(),
  parameter int unsigned MaxWords     = 8,
  parameter int unsigned EntryDepth   = stream_pkg::entry_depth(MaxWords),
  localparam int unsigned Hosts     = Config.Hosts,
  localparam int unsigned FlitWidth = Config.FlitWidth,
  localparam int unsigned Terminals = linear_pkg::terminals(Hosts)
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

  `WF_ASSERT_STATIC(LinearStreamsLegal,
                    linear_pkg::is_tree(Hosts, Config.Switches, HostTarget, SwitchTarget) &&
                    linear_pkg::flit_width_legal(FlitWidth) && Config.Depth >= 1 &&
                    words_legal(MaxWords) && EntryDepth >= MaxWords)

  localparam int unsigned CountWidth = linear_pkg::CountWidth;

  logic                  inject_valid [Terminals];
  flit_tag_t             inject_tag   [Terminals];
  logic [FlitWidth-1:0]  inject_data  [Terminals];
  logic                  inject_ready [Terminals];
  logic [1:0]            error        [Terminals];
  logic                  eject_stall  [Terminals];
  logic                  eject_valid  [Terminals];
  flit_tag_t             eject_tag    [Terminals];
  logic [FlitWidth-1:0]  eject_data   [Terminals];
  // The registers of the network's interfaces stay 0: it has the streams only.
  logic                  none         [Terminals];
  logic [CountWidth-1:0] zero         [Hosts];

  /* verilator lint_off PINCONNECTEMPTY */
  linear_network #(
    .Hosts        (Hosts),
    .Switches     (Config.Switches),
    .HostTarget   (HostTarget),
    .SwitchTarget (SwitchTarget),
    .FlitWidth    (FlitWidth),
    .Depth        (Config.Depth),
    .Refill       (Config.Refill),
    .UpstreamFirst(Config.UpstreamFirst),
    .Records      (1)
  ) u_network (
    .clk_i                (clk_i),
    .rst_ni               (rst_ni),
    .inject_valid_i       (inject_valid),
    .inject_tag_i         (inject_tag),
    .inject_data_i        (inject_data),
    .inject_ready_o       (inject_ready),
    .error_o              (error),
    .error_count_o        (),
    .eject_stall_i        (eject_stall),
    .eject_valid_o        (eject_valid),
    .eject_tag_o          (eject_tag),
    .eject_data_o         (eject_data),
    .program_i            (none),
    .period_i             (zero),
    .length_i             (zero),
    .phase_i              (zero),
    .deadline_i           (zero),
    .service_i            ('0),
    .missed_o             (),
    .worst_o              (),
    .outstanding_o        (),
    .channel_valid_o      (),
    .channel_tag_o        (),
    .channel_acknowledge_o(),
    .channel_owner_o      ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  for (genvar n = 0; n < Terminals; n++) begin : gen_terminal
    localparam bit Host = n < Hosts;

    assign none[n] = 1'b0;
    if (Host) assign zero[n] = '0;

    linear_stream_entry #(
      .FlitWidth   (FlitWidth),
      .MaxWords    (MaxWords),
      .EntryDepth  (EntryDepth),
      .First       (Host ? Hosts : 0),
      .Destinations(Host ? 1 : Hosts)
    ) u_entry (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .s_axis_tvalid_i(s_axis_tvalid_i[n]),
      .s_axis_tready_o(s_axis_tready_o[n]),
      .s_axis_tdata_i (s_axis_tdata_i[n]),
      .s_axis_tdest_i (s_axis_tdest_i[n]),
      .s_axis_tlast_i (s_axis_tlast_i[n]),
      .drop_o         (drop_o[n]),
      .inject_valid_o (inject_valid[n]),
      .inject_tag_o   (inject_tag[n]),
      .inject_data_o  (inject_data[n]),
      .inject_ready_i (inject_ready[n])
    );

    linear_stream_exit #(
      .FlitWidth(FlitWidth)
    ) u_exit (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .eject_valid_i  (eject_valid[n]),
      .eject_tag_i    (eject_tag[n]),
      .eject_data_i   (eject_data[n]),
      .eject_stall_o  (eject_stall[n]),
      .m_axis_tvalid_o(m_axis_tvalid_o[n]),
      .m_axis_tready_i(m_axis_tready_i[n]),
      .m_axis_tdata_o (m_axis_tdata_o[n]),
      .m_axis_tid_o   (m_axis_tid_o[n]),
      .m_axis_tlast_o (m_axis_tlast_o[n])
    );

    // An entry sends legal messages only.
    `WF_ASSERT(LinearStreamsNoError, error[n] == '0)
  end

endmodule

`endif
