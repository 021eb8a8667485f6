// SPDX-License-Identifier: Apache-2.0
//
// The configuration of wormhole routers: one parameter of each module below the network's top.
`ifndef WORMHOLE_PKG_SV_
`define WORMHOLE_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package wormhole_pkg;

  localparam int MaxPipeline      = 2;
  localparam int MaxLinkRegisters = 8;

  typedef struct packed {
    // The network and its headers, as in mesh_pkg::mesh_t.
    logic [3:0][15:0] Extents;
    int unsigned      Dimensions;
    bit               Torus;
    int unsigned      Phases;
    // The node.
    int unsigned      VirtualChannels;  // of a link, in each VC class; at least 1
    int unsigned      Depth;            // flits of an input buffer, at least 1
    int unsigned      InjectionPorts;   // at least 1
    int unsigned      EjectionPorts;    // at least 1
    int unsigned      FlitWidth;        // data bits of a flit, at least those of the header
    int unsigned      Pipeline;         // registers in a hop: 1 behind the crossbar, 2 also before
    bit               Credits;          // a link returns a credit for each slot that is emptied,
                                        // in place of a bit that says whether the buffer is full
    int unsigned      MessageFlits;     // with Credits: a message goes only into a buffer that has
                                        // room for so many flits, the longest message; 0: for one
  } config_t;

  function automatic config_t default_config();
    default_config.Extents         = 64'h0001_0001_0004_0004;
    default_config.Dimensions      = 2;
    default_config.Torus           = 1'b0;
    default_config.Phases          = 1;
    default_config.VirtualChannels = 1;
    default_config.Depth           = 2;
    default_config.InjectionPorts  = 2;
    default_config.EjectionPorts   = 2;
    default_config.FlitWidth       = 64;
    default_config.Pipeline        = 0;
    default_config.Credits         = 1'b0;
    default_config.MessageFlits    = 0;
  endfunction

  function automatic bit config_legal(config_t c);
    config_legal =
        mesh_pkg::mesh_legal(mesh_pkg::make_mesh(c.Extents, c.Dimensions, c.Torus, c.Phases)) &&
        c.VirtualChannels >= 1 && c.Depth >= 1 && c.InjectionPorts >= 1 && c.EjectionPorts >= 1 &&
        c.Pipeline <= MaxPipeline && c.MessageFlits <= c.Depth &&
        (c.Credits || c.MessageFlits == 0) &&
        c.FlitWidth >= mesh_pkg::header_width(
            mesh_pkg::make_mesh(c.Extents, c.Dimensions, c.Torus, c.Phases));
  endfunction

  // Registers on a link need credits: a full bit would come too late.
  function automatic bit links_legal(int unsigned registers, bit credits);
    links_legal = registers <= MaxLinkRegisters && (credits || registers == 0);
  endfunction

  // Groups of output buffers: group (port * Phases + phase) * vc_classes + class has the virtual
  // channels that a header may choose from; the last one has the ejection ports. The virtual
  // channels of a link into the node are numbered in the same way.
  function automatic int unsigned vc_classes(config_t c);
    vc_classes = c.Torus ? 2 : 1;
  endfunction

  function automatic int unsigned link_groups(config_t c);
    link_groups = 2 * c.Dimensions * c.Phases * vc_classes(c);
  endfunction

  function automatic int unsigned extent(logic [3:0][15:0] extents, int unsigned dimension);
    extent = 32'(extents[dimension]);
  endfunction

  // Outputs of the crossbar with at most so many legs are chains of multiplexers, small and deep.
  // With one register in a hop the crossbar ends the longest path, and only short chains do not
  // lengthen it. Without one, chains save an eighth of the area of a router with several virtual
  // channels, and cost a tenth of its clock.
  function automatic int unsigned chain_legs(config_t c);
    int unsigned inputs;
    inputs = link_groups(c) * c.VirtualChannels + c.InjectionPorts;
    case (c.Pipeline)
      0:       chain_legs = c.VirtualChannels > 1 ? inputs : 0;
      1:       chain_legs = 4;
      default: chain_legs = inputs;
    endcase
  endfunction

  // Whether a legal message may turn from input buffer `in` (those of the links first, then the
  // injection ports) to `group`: dimension order within a phase, no step back in phases, and the
  // second class only behind the wrap link of the dimension that the message moves in. The test of
  // wormhole_turns compares this with the channel-dependency graph.
  function automatic bit may_turn(config_t c, int unsigned in, int unsigned group);
    int unsigned classes, from, from_port, from_phase, from_class, to_port, to_phase, to_class;
    int unsigned from_extent, to_extent;
    classes     = vc_classes(c);
    from        = in / c.VirtualChannels;
    from_port   = from / (c.Phases * classes);
    from_phase  = from / classes % c.Phases;
    from_class  = from % classes;
    from_extent = from < link_groups(c) ? extent(c.Extents, from_port / 2) : 0;
    to_port     = group / (c.Phases * classes);
    to_phase    = group / classes % c.Phases;
    to_class    = group % classes;
    to_extent   = group < link_groups(c) ? extent(c.Extents, to_port / 2) : 0;
    if (from < link_groups(c) && from_extent < 2 + from_class) may_turn = 1'b0;  // always idle
    else if (group == link_groups(c)) may_turn = 1'b1;
    else if (to_extent == 1) may_turn = 1'b0;
    else if (from >= link_groups(c)) may_turn = to_class == 0;
    else if (to_phase != from_phase)
      // A mesh of extent 2 ends behind its only link.
      may_turn = to_phase > from_phase && to_class == 0 &&
                 !(!c.Torus && to_port == from_port && to_extent == 2);
    // A message travels fewer links than the extent, and the first of them in class 0.
    else if (to_port == from_port)
      may_turn = to_class >= from_class && to_extent >= 3 + from_class;
    else may_turn = to_port / 2 > from_port / 2 && to_class == 0;
  endfunction

endpackage

`endif
