// SPDX-License-Identifier: Apache-2.0
//
// Entry of a terminal: takes messages from an AXI4-Stream (stream_entry) and injects each as a
// header and its words through one virtual lane of a switch.
//
// Parameters: Config, the network's, whose Lids are the terminals and one; ServiceLevels, which the
// messages take in turn, 1 to 15; MaxWords, words of a message; EntryDepth, words of the queue, at
// least MaxWords.
// A message takes the lowest ready lane when its header leaves. TDEST is the number of a terminal,
// its LID minus one, or the DLID of a multicast group, FirstMulticast and up, of which there are
// Config.Groups. With endpoints that cut messages into packets (Config.Mtu), a message's identifier
// is its number among those of the terminal.
// terminal_i: this one's number, level_i: the service level of its first message; constants.
// Latency: with TLAST taken in cycle t, the header is at the network in cycle t + 1 if a lane is
// ready. Throughput: n words in n + 1 cycles.
// Illegal input: as in stream_entry.
// Combinational paths:
//   inject_ready_i -> inject_o, inject_lane_o
//   terminal_i -> inject_data_o
`ifndef IBA_STREAM_ENTRY_SV_
`define IBA_STREAM_ENTRY_SV_
`include "wayfarer_assert.svh"

module iba_stream_entry
  import iba_pkg::*;
  import stream_pkg::drop_t, stream_pkg::terminal_t;
#(
  parameter config_t     Config        = default_config(),
  parameter int unsigned ServiceLevels = 1,
  parameter int unsigned MaxWords      = 8,
  parameter int unsigned EntryDepth    = stream_pkg::entry_depth(MaxWords),
  localparam int unsigned VirtualLanes = Config.VirtualLanes,
  localparam int unsigned LaneWidth    = wf_pkg::index_width(VirtualLanes),
  localparam int unsigned Width        = Config.FlitWidth
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  terminal_t            terminal_i,
  input  level_t               level_i,
  input  logic                 s_axis_tvalid_i,
  output logic                 s_axis_tready_o,
  input  logic [Width-1:0]     s_axis_tdata_i,
  input  terminal_t            s_axis_tdest_i,
  input  logic                 s_axis_tlast_i,
  output drop_t                drop_o,
  // The switch.
  output flit_info_t           inject_o,
  output logic [LaneWidth-1:0] inject_lane_o,
  output logic [Width-1:0]     inject_data_o,
  input  logic [VirtualLanes-1:0]     inject_ready_i
);

  localparam int unsigned Padded     = wf_pkg::padded_size(VirtualLanes);
  localparam int unsigned CountWidth = wf_pkg::count_width(MaxWords);

  `WF_ASSERT_STATIC(IbaStreamEntryLegal,
                    config_legal(Config) && Config.Lids >= 2 && ServiceLevels >= 1 &&
                    ServiceLevels < Levels &&
                    iba_stream_pkg::messages_legal(MaxWords, Config.Mtu, Width) &&
                    Config.Longest >= iba_stream_pkg::longest(MaxWords, Config.Mtu) &&
                    EntryDepth >= MaxWords)

  // Destinations are numbers of terminals, then groups; others are as none.
  localparam int unsigned Terminals    = Config.Lids - 1;
  localparam int unsigned Destinations = Terminals + Config.Groups;
  localparam terminal_t   None         = '1;

  terminal_t destination, group;

  assign group = s_axis_tdest_i - FirstMulticast;

  always_comb begin
    destination = None;
    if (s_axis_tdest_i >= FirstMulticast) begin
      if (32'(group) < Config.Groups) destination = terminal_t'(Terminals) + group;
    end else if (32'(s_axis_tdest_i) < Terminals) begin
      destination = s_axis_tdest_i;
    end
  end

  logic                  valid, last, pop;
  terminal_t             dest;
  lid_t                  dlid;
  logic [CountWidth-1:0] words, place;
  logic [Width-1:0]      data, header;

  stream_entry #(
    .Width    (Width),
    .MaxWords (MaxWords),
    .Depth    (EntryDepth),
    .Terminals(Destinations)
  ) u_entry (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .s_axis_tvalid_i(s_axis_tvalid_i),
    .s_axis_tready_o(s_axis_tready_o),
    .s_axis_tdata_i (s_axis_tdata_i),
    .s_axis_tdest_i (destination),
    .s_axis_tlast_i (s_axis_tlast_i),
    .drop_o         (drop_o),
    .valid_o        (valid),
    .dest_o         (dest),
    .words_o        (words),
    .place_o        (place),
    .data_o         (data),
    .last_o         (last),
    .pop_i          (pop)
  );

  logic                 open_q;   // the header has left, words follow
  logic [LaneWidth-1:0] lowest, lane_q;
  logic                 any, header_goes, word_goes;
  logic [Padded-1:0]    ready;

  /* verilator lint_off PINCONNECTEMPTY */
  wf_arbiter_fixed #(
    .Requests(VirtualLanes)
  ) u_lowest (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(inject_ready_i),
    .grant_o  (),
    .index_o  (lowest),
    .valid_o  (any)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign ready       = Padded'(inject_ready_i);
  assign header_goes = valid && !open_q && any;
  assign word_goes   = open_q && ready[lane_q];
  assign pop         = word_goes;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)          open_q <= 1'b0;
    else if (header_goes) open_q <= 1'b1;
    else if (word_goes)   open_q <= !last;
  end
  always_ff @(posedge clk_i) begin
    if (header_goes) lane_q <= lowest;
  end

  // Service levels in turn.
  level_t level_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)          level_q <= level_i;
    else if (header_goes) level_q <= level_q == level_t'(ServiceLevels - 1) ? '0
                                                                          : level_q + level_t'(1);
  end

  assign dlid = 32'(dest) < Terminals ? dest + lid_t'(1)
                                      : dest - lid_t'(Terminals) + FirstMulticast;

  always_comb begin
    header = '0;
    header[ServiceLevelOffset+:$bits(level_t)] = level_q;
    header[DestinationOffset+:$bits(lid_t)]    = dlid;
    header[SourceOffset+:$bits(lid_t)]         = terminal_i + lid_t'(1);
    header[LengthOffset+:$bits(place_t)]       = place_t'(words);
  end

  logic [Width-1:0] identified;  // the header with an identifier

  if (Config.Mtu == 0) begin : gen_packets
    assign identified = header;
  end else begin : gen_messages
    identifier_t identifier_q;

    always_ff @(posedge clk_i) begin
      if (!rst_ni)          identifier_q <= '0;
      else if (header_goes) identifier_q <= identifier_q + identifier_t'(1);
    end
    assign identified = header | (Width'(identifier_q) << IdentifierOffset);
  end

  assign inject_o      = {open_q || (valid && any), open_q ? {last, 1'b0} : 2'b01};
  assign inject_lane_o = open_q ? lane_q : lowest;
  assign inject_data_o = open_q ? data : identified;

  logic unused_place;
  assign unused_place = ^place;

  `WF_ASSERT(IbaStreamEntryHeaderFirst, open_q ? valid : place == '0)

endmodule

`endif
