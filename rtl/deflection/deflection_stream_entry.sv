// SPDX-License-Identifier: Apache-2.0
//
// Entry of a terminal: takes messages from an AXI4-Stream (stream_entry), and sends every word as a
// separate flit, and also acknowledgements for the exit.
//
// Parameters: Config, the network's; MaxWords, words of a message; EntryDepth, words of the queue,
// at least MaxWords. Coordinates have 16 bits. A flit is, from bit 0 upwards, the destination's
// position, the source's number, the word's number in its message, last, acknowledgement, and in
// the rest a word of the stream (deflection_pkg::stream_header).
// Words of a message can overtake each other, and the exit cannot refuse them, so a message waits
// at the front of the queue until the previous one to the same terminal is acknowledged. Messages
// to other terminals wait behind it. Messages of a (source, destination) pair keep their order.
// acknowledge_i: terminal source_i has sent the message from here on its stream. sent_i: the exit
// has sent the message of these sources; they get an acknowledgement each, in round robin. Words
// and acknowledgements take turns.
// Latency: with TLAST taken in cycle t, the first word is at the network in cycle t + 1.
// Illegal input: as in stream_entry. A second sent_i of a source before its acknowledgement has
// left violates an assertion; exits never do this.
// Combinational paths:
//   terminal_i -> inject_data_o
`ifndef DEFLECTION_STREAM_ENTRY_SV_
`define DEFLECTION_STREAM_ENTRY_SV_
`include "wayfarer_assert.svh"

module deflection_stream_entry
  import deflection_pkg::*;
  import stream_pkg::*;
#(
  parameter config_t     Config     = default_config(),
  parameter int unsigned MaxWords   = 8,
  parameter int unsigned EntryDepth = stream_pkg::entry_depth(MaxWords),
  localparam int unsigned Terminals = stream_terminals(Config.Columns, Config.Rows),
  localparam int unsigned Width     = Config.FlitWidth - stream_header(Config, MaxWords)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  terminal_t                   terminal_i,  // this one
  input  logic                        s_axis_tvalid_i,
  output logic                        s_axis_tready_o,
  input  logic [Width-1:0]            s_axis_tdata_i,
  input  terminal_t                   s_axis_tdest_i,
  input  logic                        s_axis_tlast_i,
  output drop_t                       drop_o,
  // From the exit.
  input  logic                        acknowledge_i,
  input  terminal_t                   source_i,
  input  logic [Terminals-1:0]        sent_i,
  // The network.
  output logic                        inject_valid_o,
  output logic [Config.FlitWidth-1:0] inject_data_o,
  input  logic                        inject_ready_i
);

  `WF_ASSERT_STATIC(DeflectionStreamEntryLegal,
                    config_legal(Config) && words_legal(MaxWords) &&
                    Config.CoordinateWidth == 32'(MaxCoordinateWidth) &&
                    Config.FlitWidth > stream_header(Config, MaxWords) &&
                    EntryDepth >= MaxWords && Config.Columns * Config.Rows <= 65536)

  localparam int unsigned IndexWidth = wf_pkg::index_width(Terminals);
  localparam int unsigned CountWidth = wf_pkg::count_width(MaxWords);
  localparam int unsigned PlaceWidth = wf_pkg::index_width(MaxWords);
  localparam int unsigned Padded     = wf_pkg::padded_size(Terminals);

  logic                  valid, last, pop;
  terminal_t             dest;
  logic [CountWidth-1:0] words, place;
  logic [Width-1:0]      data;

  stream_entry #(
    .Width    (Width),
    .MaxWords (MaxWords),
    .Depth    (EntryDepth),
    .Terminals(Terminals)
  ) u_entry (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .s_axis_tvalid_i(s_axis_tvalid_i),
    .s_axis_tready_o(s_axis_tready_o),
    .s_axis_tdata_i (s_axis_tdata_i),
    .s_axis_tdest_i (s_axis_tdest_i),
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

  // Acknowledgements to send: by source; the next one.
  logic [Terminals-1:0]  owed_q, grant;
  logic [IndexWidth-1:0] granted, to_q;
  logic                  any, load, acknowledges_q, acknowledgement_goes;

  wf_arbiter_round_robin #(
    .Requests(Terminals)
  ) u_owed (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(owed_q),
    .advance_i(load),
    .grant_o  (grant),
    .index_o  (granted),
    .valid_o  (any)
  );

  // A message that is not acknowledged is on its way, by destination.
  logic [Padded-1:0]     pending_q;
  logic [IndexWidth-1:0] index;
  logic                  word_waits, word_goes, taken, turn_q;

  assign index                = dest[IndexWidth-1:0];
  assign word_waits           = valid && (place != '0 || !pending_q[index]);
  assign acknowledgement_goes = acknowledges_q && (turn_q || !word_waits);
  assign word_goes            = word_waits && !acknowledgement_goes;
  assign inject_valid_o       = acknowledges_q || word_waits;
  assign taken                = inject_valid_o && inject_ready_i;
  assign pop                  = word_goes && inject_ready_i;
  assign load                 = !acknowledges_q || (acknowledgement_goes && inject_ready_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      owed_q         <= '0;
      acknowledges_q <= 1'b0;
      turn_q         <= 1'b0;
      pending_q      <= '0;
    end else begin
      owed_q <= (owed_q & ~(load ? grant : '0)) | sent_i;
      if (acknowledge_i) pending_q[source_i[IndexWidth-1:0]] <= 1'b0;
      if (pop) pending_q[index] <= 1'b1;
      if (load)  acknowledges_q <= any;
      if (taken) turn_q <= word_goes;
    end
  end

  always_ff @(posedge clk_i) begin
    if (load) to_q <= granted;
  end

  // The position of every terminal.
  position_t places_of [Padded];
  for (genvar t = 0; t < Padded; t++) begin : gen_place
    assign places_of[t] = t < Terminals ? position(Config.Columns, t) : '0;
  end

  assign inject_data_o = {data, acknowledgement_goes, last, place[PlaceWidth-1:0],
                          terminal_i[IndexWidth-1:0],
                          places_of[acknowledgement_goes ? to_q : index]};

  logic unused;
  assign unused = ^{words, dest, terminal_i, source_i, place};

  `WF_ASSERT(DeflectionStreamEntryOwesOne, (owed_q & sent_i) == '0)
  `WF_ASSERT(DeflectionStreamEntryAcknowledged,
             !acknowledge_i || pending_q[source_i[IndexWidth-1:0]])

endmodule

`endif
