// Entry of a terminal: takes messages from an AXI4-Stream (stream_entry), draws their routes
// (wormhole_romm_source), and injects each as a header and its words through one injection port of
// a wormhole router.
//
// Parameters: Config, the network's; Routing (wormhole_source_pkg); MaxWords, words of a message;
// EntryDepth, words of the queue, at least MaxWords. The header has the source's number in the bits
// above the router's fields.
// A message takes the lowest ready injection port when its header leaves.
// seed_i, position_i: constants, of the source of routes; terminal_i: this one's number.
// Latency: with TLAST taken in cycle t, the header is at the network in cycle t + 2 if its route
// needs no further draws (wormhole_romm_source) and a port is ready.
// Throughput: n words in n + 2 cycles.
// Illegal input: as of stream_entry.
// Combinational paths:
//   inject_ready_i -> inject_valid_o
//   terminal_i -> inject_data_o
`include "wayfarer_assert.svh"

module wormhole_stream_entry
  import mesh_pkg::flit_tag_t;
  import stream_pkg::*;
  import wormhole_pkg::*;
#(
  parameter config_t     Config     = default_config(),
  parameter int unsigned Routing    = wormhole_source_pkg::DimensionOrder,
  parameter int unsigned MaxWords   = 8,
  parameter int unsigned EntryDepth = stream_pkg::entry_depth(MaxWords),
  localparam int unsigned Ports      = Config.InjectionPorts,
  localparam int unsigned Width      = Config.FlitWidth,
  localparam int unsigned DigitWidth = mesh_pkg::digit_width(Config.Extents)
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,
  input  terminal_t                                    terminal_i,
  input  logic [wormhole_source_pkg::LfsrWidth-1:0]    seed_i,
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
                                                         Config.Torus, Config.Phases);
  localparam int unsigned Terminals   = mesh_pkg::nodes(Config.Extents);
  localparam int unsigned SourceWidth = wf_pkg::index_width(Terminals);
  localparam int unsigned Source      = mesh_pkg::header_width(Mesh);
  localparam int unsigned HopsWidth   = mesh_pkg::hops_width(Mesh);
  localparam int unsigned CountWidth  = wf_pkg::count_width(MaxWords);

  `WF_ASSERT_STATIC(WormholeStreamEntryLegal,
                    config_legal(Config) && Width >= Source + SourceWidth &&
                    wormhole_source_pkg::routing_legal(Config.Dimensions, Config.Phases, Routing) &&
                    words_legal(MaxWords) && EntryDepth >= MaxWords)

  logic                  valid, last, pop;
  terminal_t             dest;
  logic [CountWidth-1:0] words, place;
  logic [Width-1:0]      data, header;

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

  // The source takes a destination, and no other one before its header has left.
  logic                 open_q;   // the header has left, words follow
  logic                 drawn;
  logic [HopsWidth-1:0] hops;
  logic [Ports-1:0]     lowest, port_q;
  logic                 any, header_goes, word_goes;

  /* verilator lint_off PINCONNECTEMPTY */
  wormhole_romm_source #(
    .Mesh   (Mesh),
    .Routing(Routing)
  ) u_source (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    .seed_i    (seed_i),
    .position_i(position_i),
    .valid_i   (valid && !open_q),
    .ready_o   (),
    .dest_i    (dest),
    .valid_o   (drawn),
    .ready_i   (any),
    .hops_o    (hops)
  );

  wf_arbiter_fixed #(
    .Requests(Ports)
  ) u_lowest (
    .request_i(inject_ready_i),
    .grant_o  (lowest),
    .index_o  (),
    .valid_o  (any)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign header_goes = drawn && any;
  assign word_goes   = open_q && (port_q & inject_ready_i) != '0;
  assign pop         = word_goes;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)          open_q <= 1'b0;
    else if (header_goes) open_q <= 1'b1;
    else if (word_goes)   open_q <= !last;
  end
  always_ff @(posedge clk_i) begin
    if (header_goes) port_q <= lowest;
  end

  always_comb begin
    header                       = '0;
    header[HopsWidth-1:0]        = hops;
    header[Source+:SourceWidth]  = terminal_i[SourceWidth-1:0];
  end

  assign inject_valid_o = open_q ? port_q : drawn ? lowest : '0;
  assign inject_tag_o   = {Ports{open_q ? {last, 1'b0} : 2'b01}};
  assign inject_data_o  = {Ports{open_q ? data : header}};

  logic unused;
  assign unused = ^{words, place, terminal_i};

  `WF_ASSERT(WormholeStreamEntryHeaderFirst, open_q ? !drawn && valid : place == '0)

endmodule
