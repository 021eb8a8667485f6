// SPDX-License-Identifier: Apache-2.0
//
// Entry of a terminal of a cut-through network: mesh_stream_entry with cut_through_source, which
// gives the hops of messages.
//
// Parameters: Config, the network's; MaxWords, words of a message, which has room in a buffer with
// its header; EntryDepth, words of the queue, at least MaxWords. The header has the source's number
// in the bits above the router's fields.
// A message takes the lowest ready injection port when its header leaves.
// seed_i, position_i: constants, of the source of routes; terminal_i: this one's number.
// Latency: with TLAST taken in cycle t, the header is at the network in cycle t + 2 if a port is
// ready.
// Throughput: n words in n + 2 cycles.
// Illegal input: as in stream_entry.
// Combinational paths:
//   inject_ready_i -> inject_valid_o
//   terminal_i -> inject_data_o
`ifndef CUT_THROUGH_STREAM_ENTRY_SV_
`define CUT_THROUGH_STREAM_ENTRY_SV_
`include "wayfarer_assert.svh"

module cut_through_stream_entry
  import mesh_pkg::flit_tag_t, mesh_stream_pkg::LfsrWidth;
  import stream_pkg::drop_t, stream_pkg::terminal_t, stream_pkg::words_legal;
  import cut_through_pkg::*;
#(
  parameter config_t     Config     = default_config(),
  parameter int unsigned MaxWords   = 8,
  parameter int unsigned EntryDepth = stream_pkg::entry_depth(MaxWords),
  localparam int unsigned Ports      = Config.InjectionPorts,
  localparam int unsigned Width      = Config.FlitWidth,
  localparam int unsigned DigitWidth = mesh_pkg::digit_width(Config.Extents)
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,
  input  terminal_t                                    terminal_i,
  input  logic [LfsrWidth-1:0]                         seed_i,
  input  logic [Config.Dimensions-1:0][DigitWidth-1:0] position_i,
  input  logic                                         s_axis_tvalid_i,
  output logic                                         s_axis_tready_o,
  input  logic [Width-1:0]                             s_axis_tdata_i,
  input  terminal_t                                    s_axis_tdest_i,
  input  logic                                         s_axis_tlast_i,
  output drop_t                                        drop_o,
  // The router's injection ports.
  output logic      [Ports-1:0]                        inject_valid_o,
  output flit_tag_t [Ports-1:0]                        inject_tag_o,
  output logic      [Ports-1:0][Width-1:0]             inject_data_o,
  input  logic      [Ports-1:0]                        inject_ready_i
);

  localparam mesh_pkg::mesh_t Mesh = mesh_pkg::make_mesh(Config.Extents, Config.Dimensions,
                                                         Config.Torus, 1);

  localparam int unsigned Sourced = mesh_stream_pkg::sourced_width(
      mesh_pkg::header_width(Mesh), mesh_pkg::nodes(Config.Extents));

  `WF_ASSERT_STATIC(CutThroughStreamEntryLegal,
                    config_legal(Config) && Width >= Sourced &&
                    words_legal(MaxWords) && MaxWords < Config.Depth && EntryDepth >= MaxWords)

  logic                                  dest_valid, hops_valid, hops_ready;
  terminal_t                             dest;
  logic [mesh_pkg::hops_width(Mesh)-1:0] hops;

  mesh_stream_entry #(
    .Mesh          (Mesh),
    .InjectionPorts(Ports),
    .FlitWidth     (Width),
    .MaxWords      (MaxWords),
    .EntryDepth    (EntryDepth)
  ) u_entry (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .terminal_i     (terminal_i),
    .s_axis_tvalid_i(s_axis_tvalid_i),
    .s_axis_tready_o(s_axis_tready_o),
    .s_axis_tdata_i (s_axis_tdata_i),
    .s_axis_tdest_i (s_axis_tdest_i),
    .s_axis_tlast_i (s_axis_tlast_i),
    .drop_o         (drop_o),
    .dest_valid_o   (dest_valid),
    .dest_o         (dest),
    .hops_valid_i   (hops_valid),
    .hops_ready_o   (hops_ready),
    .hops_i         (hops),
    .inject_valid_o (inject_valid_o),
    .inject_tag_o   (inject_tag_o),
    .inject_data_o  (inject_data_o),
    .inject_ready_i (inject_ready_i)
  );

  /* verilator lint_off PINCONNECTEMPTY */
  cut_through_source #(
    .Mesh(Mesh)
  ) u_source (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    .seed_i    (seed_i),
    .position_i(position_i),
    .valid_i   (dest_valid),
    .ready_o   (),
    .dest_i    (dest),
    .valid_o   (hops_valid),
    .ready_i   (hops_ready),
    .hops_o    (hops)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  `WF_ASSERT(CutThroughStreamEntryRoutesMessage, !hops_valid || dest_valid)

endmodule

`endif
