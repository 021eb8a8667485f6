// SPDX-License-Identifier: Apache-2.0
//
// Entry of a terminal: takes messages from an AXI4-Stream (stream_entry) and sends each as a header
// and its words on the terminal's stream into the network.
//
// Parameters: FlitWidth, as in linear_network; MaxWords, words of a message; EntryDepth, words of
// the queue, at least MaxWords; First, Destinations: this terminal sends to the terminals First to
// First + Destinations - 1 only, the hosts to the server and the server to the hosts.
// The header has the destination; the interface at the network's port writes the source.
// inject_valid_o does not depend on inject_ready_i, and an offered flit stays until it is taken.
// Latency: with TLAST taken in cycle t, the header is offered in cycle t + 1.
// Throughput: a message of n words takes n + 1 cycles.
// Illegal input: as in stream_entry; a destination to which this terminal does not send is outside
// the network.
// Combinational paths: none.
`ifndef LINEAR_STREAM_ENTRY_SV_
`define LINEAR_STREAM_ENTRY_SV_
`include "wayfarer_assert.svh"

module linear_stream_entry
  import linear_pkg::flit_tag_t;
  import stream_pkg::*;
#(
  parameter int unsigned FlitWidth    = 64,
  parameter int unsigned MaxWords     = 8,
  parameter int unsigned EntryDepth   = stream_pkg::entry_depth(MaxWords),
  parameter int unsigned First        = 4,
  parameter int unsigned Destinations = 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 s_axis_tvalid_i,
  output logic                 s_axis_tready_o,
  input  logic [FlitWidth-1:0] s_axis_tdata_i,
  input  terminal_t            s_axis_tdest_i,
  input  logic                 s_axis_tlast_i,
  output drop_t                drop_o,
  // The network.
  output logic                 inject_valid_o,
  output flit_tag_t            inject_tag_o,
  output logic [FlitWidth-1:0] inject_data_o,
  input  logic                 inject_ready_i
);

  `WF_ASSERT_STATIC(LinearStreamEntryLegal,
                    linear_pkg::flit_width_legal(FlitWidth) && words_legal(MaxWords) &&
                    EntryDepth >= MaxWords && Destinations >= 1 &&
                    First <= linear_pkg::MaxHosts && Destinations <= linear_pkg::MaxHosts)

  localparam int unsigned CountWidth = wf_pkg::count_width(MaxWords);

  logic                  valid, last, pop, taken;
  terminal_t             relative, dest;
  logic [CountWidth-1:0] words, place;
  logic [FlitWidth-1:0]  data;

  // Destinations count from First: those below it wrap around to large numbers.
  assign relative = s_axis_tdest_i - terminal_t'(First);

  stream_entry #(
    .Width    (FlitWidth),
    .MaxWords (MaxWords),
    .Depth    (EntryDepth),
    .Terminals(Destinations)
  ) u_entry (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .s_axis_tvalid_i(s_axis_tvalid_i),
    .s_axis_tready_o(s_axis_tready_o),
    .s_axis_tdata_i (s_axis_tdata_i),
    .s_axis_tdest_i (relative),
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

  logic                 open_q;  // the header has left, words follow
  linear_pkg::terminal_t to;

  assign taken = valid && inject_ready_i;
  assign pop   = taken && open_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)    open_q <= 1'b0;
    else if (taken) open_q <= !open_q || !last;
  end

  assign to             = linear_pkg::terminal_t'(dest) + linear_pkg::terminal_t'(First);
  assign inject_valid_o = valid;
  assign inject_tag_o   = '{tail: open_q && last, head: !open_q};
  assign inject_data_o  = open_q ? data : FlitWidth'(linear_pkg::header(to, '0, '0));

  logic unused;
  assign unused = ^{words, place, dest};

  `WF_ASSERT(LinearStreamEntryHeaderFirst, open_q ? valid : place == '0)

endmodule

`endif
