// SPDX-License-Identifier: Apache-2.0
//
// A mesh of InfiniBand switches (iba_network) with an AXI4-Stream in and out at every terminal, and
// with tables that load themselves (iba_bring_up).
//
// Parameters: as in iba_network, without limits of time and hops; LaneUse (iba_stream_pkg);
// ServiceLevels: message m of terminal t has level (t + m) modulo these, 1 to 15; MaxWords, words
// of a message; EntryDepth, words of an entry's queue, at least MaxWords. Mtu: with 0 a message is
// one packet; else endpoints cut messages into packets, and of several lanes LaneUse must be one by
// which the packets of a terminal cannot overtake. Longest follows from MaxWords and Mtu.
// s_axis: a message is 1 to MaxWords words, ended by TLAST; TDEST of its first word is the number
// of the terminal that it is for, its LID less one, or the DLID of a multicast group. drop_o flags
// illegal input (stream_pkg). m_axis: whole messages, the source's number in TID. Every legal
// message arrives once, unchanged, at each member of a group; where the source's switch has no
// entry for the group, it is discarded, which error_o shows.
// The messages of a (source, destination) pair keep their order with one virtual lane.
// After a reset TREADY stays low until the tables are loaded (loaded_o), and words are not seen
// before. Then the APB slave is the switches' management port, as in iba_network, for their
// counters and other tables: multicast, and with ArbitrationEntries VL arbitration, which is round
// robin until weights are written.
// error_o: causes, as in iba_network, of packets that tables written by it send nowhere.
// No deadlock with the loaded tables: the network has none where a terminal takes every message,
// and an exit waits only for complete messages, which wait for m_axis.
// Latency without other traffic: docs/streams.md.
// Combinational paths:
//   paddr_i -> prdata_o, pready_o, pslverr_o (InBand=0)
//   psel_i, penable_i, pwrite_i -> pslverr_o (InBand=0)
`ifndef IBA_STREAMS_SV_
`define IBA_STREAMS_SV_
`include "wayfarer_assert.svh"

module iba_streams
  import iba_pkg::*;
  import stream_pkg::drop_t, stream_pkg::terminal_t;
#(
  parameter int unsigned Columns       = 4,
  parameter int unsigned Rows          = 4,
  parameter int unsigned VirtualLanes  = 1,
  parameter int unsigned LaneUse       = iba_stream_pkg::Shared,
  parameter int unsigned ServiceLevels = 1,
  parameter bit          AllOrNothing  = 1'b0,
  parameter int unsigned MaxWords      = 8,
  parameter int unsigned EntryDepth    = stream_pkg::entry_depth(MaxWords),
  parameter int unsigned Mtu           = 0,
  parameter int unsigned Depth         = iba_stream_pkg::longest(MaxWords, Mtu),
  parameter int unsigned Age           = 256,
  parameter int unsigned ArbitrationEntries = 0,
  parameter bit          InBand        = 1'b0,
  parameter int unsigned Groups        = 16,
  parameter int unsigned FlitWidth     = 128,
  localparam int unsigned Terminals = iba_stream_pkg::terminals(Columns, Rows)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  output logic                  loaded_o,
  // Management, an APB slave.
  input  logic                  psel_i,
  input  logic                  penable_i,
  input  logic                  pwrite_i,
  input  logic [31:0]           paddr_i,
  input  logic [31:0]           pwdata_i,
  output logic [31:0]           prdata_o,
  output logic                  pready_o,
  output logic                  pslverr_o,
  // Terminals.
  input  logic                  s_axis_tvalid_i [Terminals],
  output logic                  s_axis_tready_o [Terminals],
  input  logic [FlitWidth-1:0]  s_axis_tdata_i  [Terminals],
  input  terminal_t             s_axis_tdest_i  [Terminals],
  input  logic                  s_axis_tlast_i  [Terminals],
  output logic                  m_axis_tvalid_o [Terminals],
  input  logic                  m_axis_tready_i [Terminals],
  output logic [FlitWidth-1:0]  m_axis_tdata_o  [Terminals],
  output terminal_t             m_axis_tid_o    [Terminals],
  output logic                  m_axis_tlast_o  [Terminals],
  output drop_t                 drop_o          [Terminals],
  output logic [ErrorWidth-1:0] error_o         [Terminals]
);

  localparam int unsigned Longest   = iba_stream_pkg::longest(MaxWords, Mtu);
  localparam int unsigned LaneWidth = wf_pkg::index_width(VirtualLanes);

  function automatic config_t make_config();
    make_config.VirtualLanes = VirtualLanes;
    make_config.AllOrNothing = AllOrNothing;
    make_config.Depth        = Depth;
    make_config.Longest      = Longest;
    make_config.Mtu          = Mtu;
    make_config.Age          = Age;
    make_config.Lifetime     = 0;
    make_config.HopLimit     = 0;
    make_config.ArbitrationEntries = ArbitrationEntries;
    make_config.InBand       = InBand;
    make_config.Lids         = Terminals + 1;
    make_config.Groups       = Groups;
    make_config.FlitWidth    = FlitWidth;
  endfunction

  localparam config_t Config = make_config();

  `WF_ASSERT_STATIC(IbaStreamsLegal,
                    Columns >= 1 && Columns <= MaxSwitches && Rows >= 1 && Rows <= MaxSwitches &&
                    Terminals <= MaxSwitches && config_legal(Config) &&
                    (!InBand || in_band_legal(Columns, Rows, FlitWidth)) &&
                    LaneUse <= iba_stream_pkg::ByLevel && ServiceLevels >= 1 &&
                    ServiceLevels < Levels && EntryDepth >= MaxWords &&
                    iba_stream_pkg::messages_legal(MaxWords, Mtu, FlitWidth) &&
                    iba_stream_pkg::in_order(VirtualLanes, LaneUse, ServiceLevels, Mtu))

  logic        psel, penable, pwrite, pready, pslverr;
  logic [31:0] paddr, pwdata, prdata;

  iba_bring_up #(
    .Columns     (Columns),
    .Rows        (Rows),
    .VirtualLanes(VirtualLanes),
    .LaneUse     (LaneUse)
  ) u_bring_up (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .done_o   (loaded_o),
    .psel_i   (psel_i),
    .penable_i(penable_i),
    .pwrite_i (pwrite_i),
    .paddr_i  (paddr_i),
    .pwdata_i (pwdata_i),
    .prdata_o (prdata_o),
    .pready_o (pready_o),
    .pslverr_o(pslverr_o),
    .psel_o   (psel),
    .penable_o(penable),
    .pwrite_o (pwrite),
    .paddr_o  (paddr),
    .pwdata_o (pwdata),
    .prdata_i (prdata),
    .pready_i (pready),
    .pslverr_i(pslverr)
  );

  flit_info_t              inject       [Terminals];
  logic                    inject_valid [Terminals];
  logic [LaneWidth-1:0]    inject_lane  [Terminals];
  flit_tag_t               inject_tag   [Terminals];
  logic [FlitWidth-1:0]    inject_data  [Terminals];
  logic [VirtualLanes-1:0] inject_ready [Terminals];
  logic                    eject_stall  [Terminals];
  arrival_t                eject        [Terminals];
  logic [LaneWidth-1:0]    eject_lane   [Terminals];
  logic [FlitWidth-1:0]    eject_data   [Terminals];

  /* verilator lint_off PINCONNECTEMPTY */
  iba_network #(
    .Columns     (Columns),
    .Rows        (Rows),
    .VirtualLanes(VirtualLanes),
    .AllOrNothing(AllOrNothing),
    .Depth       (Depth),
    .Longest     (Longest),
    .Mtu         (Mtu),
    .Age         (Age),
    .ArbitrationEntries(ArbitrationEntries),
    .InBand      (InBand),
    .Groups      (Groups),
    .FlitWidth   (FlitWidth)
  ) u_network (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .idle_o         (),
    .psel_i         (psel),
    .penable_i      (penable),
    .pwrite_i       (pwrite),
    .paddr_i        (paddr),
    .pwdata_i       (pwdata),
    .prdata_o       (prdata),
    .pready_o       (pready),
    .pslverr_o      (pslverr),
    .inject_valid_i (inject_valid),
    .inject_lane_i  (inject_lane),
    .inject_tag_i   (inject_tag),
    .inject_data_i  (inject_data),
    .inject_ready_o (inject_ready),
    .error_o        (error_o),
    .error_count_o  (),
    .eject_stall_i  (eject_stall),
    .eject_o        (eject),
    .eject_lane_o   (eject_lane),
    .eject_data_o   (eject_data),
    .channel_valid_o(),
    .channel_tag_o  (),
    .channel_lane_o ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // Entries and exits begin when the tables are loaded. Constants of the terminals are held in
  // arrays so that equal tiles stay equal in simulation.
  logic      begun;
  terminal_t numbers [Terminals];
  level_t    levels  [Terminals];

  assign begun = rst_ni && loaded_o;

  for (genvar n = 0; n < Terminals; n++) begin : gen_terminal
    assign numbers[n]      = terminal_t'(n);
    assign levels[n]       = level_t'(n % ServiceLevels);
    assign inject_valid[n] = inject[n].valid;
    assign inject_tag[n]   = inject[n].tag;

    iba_stream_entry #(
      .Config       (Config),
      .ServiceLevels(ServiceLevels),
      .MaxWords     (MaxWords),
      .EntryDepth   (EntryDepth)
    ) u_entry (
      .clk_i          (clk_i),
      .rst_ni         (begun),
      .terminal_i     (numbers[n]),
      .level_i        (levels[n]),
      .s_axis_tvalid_i(s_axis_tvalid_i[n]),
      .s_axis_tready_o(s_axis_tready_o[n]),
      .s_axis_tdata_i (s_axis_tdata_i[n]),
      .s_axis_tdest_i (s_axis_tdest_i[n]),
      .s_axis_tlast_i (s_axis_tlast_i[n]),
      .drop_o         (drop_o[n]),
      .inject_o       (inject[n]),
      .inject_lane_o  (inject_lane[n]),
      .inject_data_o  (inject_data[n]),
      .inject_ready_i (inject_ready[n])
    );

    iba_stream_exit #(
      .Config  (Config),
      .MaxWords(MaxWords)
    ) u_exit (
      .clk_i          (clk_i),
      .rst_ni         (begun),
      .eject_i        (eject[n]),
      .eject_lane_i   (eject_lane[n]),
      .eject_data_i   (eject_data[n]),
      .eject_stall_o  (eject_stall[n]),
      .m_axis_tvalid_o(m_axis_tvalid_o[n]),
      .m_axis_tready_i(m_axis_tready_i[n]),
      .m_axis_tdata_o (m_axis_tdata_o[n]),
      .m_axis_tid_o   (m_axis_tid_o[n]),
      .m_axis_tlast_o (m_axis_tlast_o[n])
    );

    // An entry sends legal packets only, and messages are whole.
    `WF_ASSERT(IbaStreamsNoError, !error_o[n][ErrorOrder] && !error_o[n][ErrorLength] &&
                                  !error_o[n][ErrorSequence])
  end

endmodule

`endif
