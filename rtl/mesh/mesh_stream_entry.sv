// SPDX-License-Identifier: Apache-2.0
//
// Entry of a terminal: takes messages from an AXI4-Stream (stream_entry), asks for a route to each
// one's destination, and injects it as a header and its words through one injection port of a
// router.
//
// Parameters: Mesh (mesh_pkg); InjectionPorts; FlitWidth, at least a header with its source
// (mesh_stream_pkg); MaxWords, words of a message; EntryDepth, words of the queue, at least
// MaxWords.
// The header has the source's number in the bits above the router's fields.
// A message takes the lowest ready injection port when its header leaves.
// The source of routes is a module of the family. dest_o is offered to it with dest_valid_o until
// the header has left; it returns the hops of a header with hops_valid_i until hops_ready_o, and
// takes no other destination before that.
// terminal_i: number of this terminal, constant.
// Latency: with TLAST taken in cycle t, dest_valid_o is high in cycle t + 1. A header is at the
// network in the cycle of hops_valid_i if a port is ready.
// Throughput: n words in n + 1 cycles plus the cycles that the source of routes takes.
// Illegal input: as in stream_entry.
// Combinational paths:
//   inject_ready_i -> inject_valid_o, hops_ready_o
//   hops_valid_i -> inject_valid_o
//   hops_i, terminal_i -> inject_data_o
`ifndef MESH_STREAM_ENTRY_SV_
`define MESH_STREAM_ENTRY_SV_
`include "wayfarer_assert.svh"

module mesh_stream_entry
  import mesh_pkg::*;
  import mesh_stream_pkg::*;
  import stream_pkg::*;
#(
  parameter mesh_t       Mesh           = default_mesh(),
  parameter int unsigned InjectionPorts = 1,
  parameter int unsigned FlitWidth      = 32,
  parameter int unsigned MaxWords       = 8,
  parameter int unsigned EntryDepth     = stream_pkg::entry_depth(MaxWords),
  localparam int unsigned Ports     = InjectionPorts,
  localparam int unsigned Width     = FlitWidth,
  localparam int unsigned HopsWidth = hops_width(Mesh)
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  terminal_t                        terminal_i,
  input  logic                             s_axis_tvalid_i,
  output logic                             s_axis_tready_o,
  input  logic [Width-1:0]                 s_axis_tdata_i,
  input  terminal_t                        s_axis_tdest_i,
  input  logic                             s_axis_tlast_i,
  output drop_t                            drop_o,
  // The source of routes.
  output logic                             dest_valid_o,
  output terminal_t                        dest_o,
  input  logic                             hops_valid_i,
  output logic                             hops_ready_o,
  input  logic [HopsWidth-1:0]             hops_i,
  // The router's injection ports.
  output logic      [Ports-1:0]            inject_valid_o,
  output flit_tag_t [Ports-1:0]            inject_tag_o,
  output logic      [Ports-1:0][Width-1:0] inject_data_o,
  input  logic      [Ports-1:0]            inject_ready_i
);

  localparam int unsigned SourceWidth = wf_pkg::index_width(nodes(Mesh.Extents));
  localparam int unsigned Source      = header_width(Mesh);
  localparam int unsigned CountWidth  = wf_pkg::count_width(MaxWords);

  `WF_ASSERT_STATIC(MeshStreamEntryLegal,
                    mesh_legal(Mesh) && InjectionPorts >= 1 &&
                    FlitWidth >= sourced_width(Source, nodes(Mesh.Extents)) &&
                    words_legal(MaxWords) && EntryDepth >= MaxWords)

  logic                  valid, last, pop;
  logic [CountWidth-1:0] words, place;
  logic [Width-1:0]      data, header;

  stream_entry #(
    .Width    (Width),
    .MaxWords (MaxWords),
    .Depth    (EntryDepth),
    .Terminals(nodes(Mesh.Extents))
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
    .dest_o         (dest_o),
    .words_o        (words),
    .place_o        (place),
    .data_o         (data),
    .last_o         (last),
    .pop_i          (pop)
  );

  logic             open_q;   // the header has left, words follow
  logic [Ports-1:0] lowest, port_q;
  logic             any, header_goes, word_goes;

  /* verilator lint_off PINCONNECTEMPTY */
  wf_arbiter_fixed #(
    .Requests(Ports)
  ) u_lowest (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(inject_ready_i),
    .grant_o  (lowest),
    .index_o  (),
    .valid_o  (any)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign dest_valid_o = valid && !open_q;
  assign hops_ready_o = any;
  assign header_goes  = hops_valid_i && any;
  assign word_goes    = open_q && (port_q & inject_ready_i) != '0;
  assign pop          = word_goes;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)          open_q <= 1'b0;
    else if (header_goes) open_q <= 1'b1;
    else if (word_goes)   open_q <= !last;
  end
  always_ff @(posedge clk_i) begin
    if (header_goes) port_q <= lowest;
  end

  always_comb begin
    header                      = '0;
    header[HopsWidth-1:0]       = hops_i;
    header[Source+:SourceWidth] = terminal_i[SourceWidth-1:0];
  end

  assign inject_valid_o = open_q ? port_q : hops_valid_i ? lowest : '0;
  assign inject_tag_o   = {Ports{open_q ? {last, 1'b0} : 2'b01}};
  assign inject_data_o  = {Ports{open_q ? data : header}};

  logic unused;
  assign unused = ^{words, place, terminal_i};

  `WF_ASSERT(MeshStreamEntryRoutesMessage, !hops_valid_i || dest_valid_o)
  `WF_ASSERT(MeshStreamEntryHeaderFirst, open_q ? !hops_valid_i && valid : place == '0)

endmodule

`endif
