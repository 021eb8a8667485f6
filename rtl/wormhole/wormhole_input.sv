// An input buffer of the wormhole router: a queue, and whether its front flit's worm is connected
// to an output buffer.
//
// Parameters: Config (wormhole_pkg).
// A flit pushed in one cycle is at the front in the next. full_o, occupied_o, tag_o and data_o are
// registers, request_o comes from them through wormhole_route. While the header at the front is
// not connected, request_o names the group of output buffers that it asks for; a grant connects it,
// from that cycle until its tail leaves. A slot that is emptied is offered in the next cycle.
`include "wayfarer_assert.svh"

module wormhole_input
  import mesh_pkg::*;
  import wormhole_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam mesh_t Mesh = make_mesh(Config.Extents, Config.Dimensions, Config.Torus,
                                     Config.Phases),
  localparam int unsigned HeaderWidth = header_width(Mesh),
  localparam int unsigned VcClasses   = Config.Torus ? 2 : 1,
  localparam int unsigned Groups      = 2 * Config.Dimensions * Config.Phases * VcClasses + 1
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        push_i,
  input  flit_tag_t                   tag_i,
  input  logic [Config.FlitWidth-1:0] data_i,
  output logic                        full_o,
  output logic [Groups-1:0]           request_o,
  input  logic                        granted_i,
  output logic                        occupied_o,
  output flit_tag_t                   tag_o,
  output logic [Config.FlitWidth-1:0] data_o,
  input  logic                        pop_i
);

  `WF_ASSERT_STATIC(WormholeInputLegal, config_legal(Config))

  localparam int unsigned WordWidth  = Config.FlitWidth + $bits(flit_tag_t);
  localparam int unsigned LevelWidth = wf_pkg::count_width(Config.Depth);

  logic                  empty, connected_q;
  logic [Groups-1:0]     group;
  logic [LevelWidth-1:0] unused_level;

  wf_fifo #(
    .Width(WordWidth),
    .Depth(Config.Depth)
  ) u_buffer (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .push_i (push_i),
    .data_i ({tag_i, data_i}),
    .pop_i  (pop_i),
    .data_o ({tag_o, data_o}),
    .level_o(unused_level),
    .full_o (full_o),
    .empty_o(empty)
  );

  wormhole_route #(
    .Mesh(Mesh)
  ) u_route (
    .header_i (data_o[HeaderWidth-1:0]),
    .request_o(group)
  );

  logic waiting;
  assign occupied_o = !empty;
  assign waiting    = occupied_o && !connected_q;
  assign request_o  = waiting ? group : '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) connected_q <= 1'b0;
    else         connected_q <= (connected_q || granted_i) && !(pop_i && tag_o[Tail]);
  end

  `WF_ASSERT(WormholeInputHeaderFirst, !occupied_o || connected_q || tag_o[Head])
  `WF_ASSERT(WormholeInputNoLoss, !(push_i && full_o))
  `WF_ASSERT(WormholeInputLeavesConnected, !pop_i || connected_q || granted_i)
  `WF_ASSERT(WormholeInputGrantAsked, !granted_i || waiting)
  `WF_ASSERT_STABLE(WormholeInputRequestHeld, waiting && !granted_i, request_o)

endmodule
