// SPDX-License-Identifier: Apache-2.0
//
// Types, header layout and topology arithmetic of the routers with virtual channels: the wormhole
// router (Nesson, Johnsson, "ROMM Routing on Mesh and Torus Networks") and the cut-through router
// (Fulgham, Snyder, "A Comparison of Input and Output Driven Routers").
//
// Nodes count dimension 0 fastest. Port 2 * dimension + minus of a node is the link out of it in
// that direction, and the link into it on which flits travel in that direction. Link
// 2 * Dimensions * node + port is the one out of the node.
`ifndef MESH_PKG_SV_
`define MESH_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package mesh_pkg;

  // Position of a flit in its message. A message of one flit is both head and tail.
  typedef logic [1:0] flit_tag_t;
  localparam int Head = 0;
  localparam int Tail = 1;

  localparam int MaxDimensions = 4;
  localparam int MaxPhases     = 8;
  localparam int MaxExtent     = 65535;

  // Causes on a terminal's error port; a bit mask.
  localparam int ErrorOrder       = 0;  // data without header, header inside a message
  localparam int ErrorDestination = 1;  // the header's hops lead out of the network
  localparam int ErrorLength      = 2;  // a message too long for a cut-through buffer
  localparam int ErrorWidth       = 3;

  // Extents of all dimensions, dimension 0 in the low bits; 1 for dimensions that do not exist.
  typedef logic [MaxDimensions-1:0][15:0] extents_t;

  // Dimensions up to the last one that leads anywhere, at least one.
  function automatic int unsigned dimensions(extents_t extents);
    dimensions = 1;
    for (int unsigned d = 0; d < MaxDimensions; d++) if (extents[d] > 1) dimensions = d + 1;
  endfunction

  // Whether every dimension exists and `count` dimensions are enough for those that lead anywhere.
  function automatic bit extents_legal(extents_t extents, int unsigned count);
    extents_legal = count >= dimensions(extents) && count <= MaxDimensions;
    for (int unsigned d = 0; d < MaxDimensions; d++) begin
      if (extents[d] == 16'd0) extents_legal = 1'b0;
    end
  endfunction

  // What headers and routes depend on.
  typedef struct packed {
    extents_t    Extents;
    int unsigned Dimensions;  // 1 to MaxDimensions, at least dimensions(Extents)
    bit          Torus;
    int unsigned Phases;      // of a route, 1 to MaxPhases
  } mesh_t;

  function automatic mesh_t make_mesh(extents_t extents, int unsigned count, bit torus,
                                      int unsigned phases);
    make_mesh.Extents    = extents;
    make_mesh.Dimensions = count;
    make_mesh.Torus      = torus;
    make_mesh.Phases     = phases;
  endfunction

  function automatic mesh_t default_mesh();
    default_mesh.Extents    = 64'h0001_0001_0004_0004;
    default_mesh.Dimensions = 2;
    default_mesh.Torus      = 1'b0;
    default_mesh.Phases     = 1;
  endfunction

  function automatic bit mesh_legal(mesh_t mesh);
    mesh_legal = extents_legal(mesh.Extents, mesh.Dimensions) && mesh.Phases >= 1 &&
                 mesh.Phases <= MaxPhases;
  endfunction

  // Bits of one digit of an address; the same for all dimensions.
  function automatic int unsigned digit_width(extents_t extents);
    int unsigned largest;
    largest = 1;
    for (int unsigned d = 0; d < MaxDimensions; d++) begin
      if (32'(extents[d]) > largest) largest = 32'(extents[d]);
    end
    digit_width = wf_pkg::index_width(largest);
  endfunction

  // Header, from bit 0 of the data lines upwards:
  //   hops left, in two's complement, [phase][dimension], dimension 0 of phase 0 lowest;
  //   on a torus one bit `crossed`: the wrap link of the dimension that it moves in is behind it
  //   (the cut-through router does not use it);
  //   the rest passes through untouched. Who sends may put an identifier there.
  function automatic int unsigned hop_width(extents_t extents);
    hop_width = digit_width(extents) + 1;
  endfunction

  function automatic int unsigned hops_width(mesh_t mesh);
    hops_width = mesh.Phases * mesh.Dimensions * hop_width(mesh.Extents);
  endfunction

  function automatic int unsigned header_width(mesh_t mesh);
    header_width = hops_width(mesh) + (mesh.Torus ? 1 : 0);
  endfunction

  function automatic int unsigned stride(extents_t extents, int unsigned dimension);
    stride = 1;
    for (int unsigned d = 0; d < dimension; d++) stride *= 32'(extents[d]);
  endfunction

  function automatic int unsigned nodes(extents_t extents);
    nodes = stride(extents, MaxDimensions);
  endfunction

  function automatic int unsigned digit(extents_t extents, int unsigned node,
                                        int unsigned dimension);
    digit = node / stride(extents, dimension) % 32'(extents[dimension]);
  endfunction

  // The digits of a node, in the form of the position ports.
  function automatic logic [63:0] position(extents_t extents, int unsigned node);
    position = '0;
    for (int unsigned d = 0; d < MaxDimensions; d++) begin
      position |= 64'(digit(extents, node, d)) << d * digit_width(extents);
    end
  endfunction

  // Whether a port is at the end of its dimension: no link on a mesh, the wrap link on a torus.
  function automatic bit at_end(extents_t extents, int unsigned node, int unsigned port);
    int unsigned last;
    last = (port % 2 == 1) ? 0 : 32'(extents[port/2]) - 1;
    at_end = digit(extents, node, port / 2) == last;
  endfunction

  // The node behind a port, around the end. In a torus of extent 2 both ports of a dimension lead
  // to the same node, over two links.
  function automatic int unsigned neighbour(extents_t extents, int unsigned node,
                                            int unsigned port);
    int unsigned distance;
    int unsigned round;
    distance = stride(extents, port / 2);
    round    = distance * (32'(extents[port/2]) - 1);
    if (port % 2 == 1) neighbour = at_end(extents, node, port) ? node + round : node - distance;
    else               neighbour = at_end(extents, node, port) ? node - round : node + distance;
  endfunction

endpackage

`endif
