// SPDX-License-Identifier: Apache-2.0
//
// Entry of a terminal: takes messages from an AXI4-Stream (stream_entry) and sends them into the
// injection set of an m-way processor, with a header that is made here.
//
// Parameters: Config, the network's; MaxWords, words of a message, at least 1, at most 1023 bytes;
// EntryDepth, words of the queue, at least MaxWords.
// The header has Len, Dest (the digits of the terminal's address) and, above Dest and Age, the
// number of this terminal in source_width bits. The processor sets Way and Class.
// A message goes into the lowest injection buffer that is ready. One message at a time is loaded;
// those in other buffers can overtake each other in the network (docs/mway.md).
// Latency: with TLAST taken in cycle t, the header is at the processor in cycle t + 1.
// Throughput: n words in n + 1 cycles.
// Illegal input: as of stream_entry. inject_* depend combinationally on inject_ready_i, which is
// from registers.
// Combinational paths:
//   inject_ready_i -> inject_valid_o, inject_buffer_o
//   terminal_i -> inject_data_o
`ifndef MWAY_STREAM_ENTRY_SV_
`define MWAY_STREAM_ENTRY_SV_
`include "wayfarer_assert.svh"

module mway_stream_entry
  import mway_pkg::*, mway_config_pkg::*, mway_stream_pkg::*;
  import stream_pkg::*;
#(
  parameter config_t     Config     = default_config(),
  parameter int unsigned MaxWords   = 8,
  parameter int unsigned EntryDepth = stream_pkg::entry_depth(MaxWords),
  localparam int unsigned Buffers     = Config.Buffers,
  localparam int unsigned BufferWidth = wf_pkg::index_width(Buffers)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  terminal_t                   terminal_i,  // this one
  input  logic                        s_axis_tvalid_i,
  output logic                        s_axis_tready_o,
  input  logic [Config.FlitWidth-1:0] s_axis_tdata_i,
  input  terminal_t                   s_axis_tdest_i,
  input  logic                        s_axis_tlast_i,
  output drop_t                       drop_o,
  // The processor's injection port.
  output logic                        inject_valid_o,
  output logic [BufferWidth-1:0]      inject_buffer_o,
  output flit_tag_e                   inject_tag_o,
  output logic [Config.FlitWidth-1:0] inject_data_o,
  input  logic [Buffers-1:0]          inject_ready_i
);

  `WF_ASSERT_STATIC(MwayStreamEntryLegal,
                    config_legal(Config) && stream_legal(Config, MaxWords) &&
                    EntryDepth >= MaxWords)

  localparam int unsigned Terminals   = terminals(Config);
  localparam int unsigned SourceWidth = source_width(Config);
  localparam int unsigned Source      = source_offset(Config);
  localparam int unsigned DestPort    = dest_port(Config);
  localparam int unsigned CountWidth  = wf_pkg::count_width(MaxWords);
  localparam int unsigned Padded      = wf_pkg::padded_size(Terminals);

  logic                        valid, last, pop;
  terminal_t                   dest;
  logic [CountWidth-1:0]       words, place;
  logic [Config.FlitWidth-1:0] data;

  stream_entry #(
    .Width    (Config.FlitWidth),
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

  // Dest of every terminal.
  logic [DestPort-1:0] addresses [Padded];
  for (genvar t = 0; t < Padded; t++) begin : gen_address
    assign addresses[t] = t < Terminals ? DestPort'(terminal_dest(Config, t)) : '0;
  end

  logic [Config.FlitWidth-1:0] header;
  always_comb begin
    header                               = '0;
    header[LengthOffset+:LengthWidth]    = LengthWidth'(words) *
                                           LengthWidth'(flit_bytes(Config.FlitWidth));
    header[DestOffset+:DestPort]         = addresses[dest[wf_pkg::index_width(Terminals)-1:0]];
    header[Source+:SourceWidth]          = terminal_i[SourceWidth-1:0];
  end

  // The lowest ready buffer for a header, then the same one.
  logic                   open_q;  // the header has been taken
  logic [BufferWidth-1:0] buffer_q, lowest, buffer;
  logic [Buffers-1:0]     first;
  logic                   any, taken;

  wf_arbiter_fixed #(
    .Requests(Buffers)
  ) u_lowest (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(inject_ready_i),
    .grant_o  (first),
    .index_o  (lowest),
    .valid_o  (any)
  );

  assign buffer = open_q ? buffer_q : lowest;
  assign taken  = inject_valid_o && inject_ready_i[buffer];
  assign pop    = open_q && taken;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)    open_q <= 1'b0;
    else if (taken) open_q <= !open_q || !last;
  end

  always_ff @(posedge clk_i) begin
    if (taken) buffer_q <= buffer;
  end

  assign inject_valid_o  = valid && (open_q || any);
  assign inject_buffer_o = buffer;
  assign inject_tag_o    = !open_q ? TagHeader : last ? TagTail : TagBody;
  assign inject_data_o   = open_q ? data : header;

  logic unused;
  assign unused = ^{place, dest, first, terminal_i};

  `WF_ASSERT(MwayStreamEntryHeaderFirst, open_q || place == '0)

endmodule

`endif
