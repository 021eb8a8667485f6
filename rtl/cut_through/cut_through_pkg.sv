// SPDX-License-Identifier: Apache-2.0
//
// Options of the cut-through router (Fulgham, Snyder), and types and functions that its modules
// share.
`ifndef CUT_THROUGH_PKG_SV_
`define CUT_THROUGH_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package cut_through_pkg;

  // Routing: the output buffers that a header may take.
  localparam int DimensionOrder = 0;
  localparam int StarChannels   = 1;
  localparam int MinimalTriplex = 2;
  localparam int Chaos          = 3;  // not minimal: from a queue, out of the way

  // Policy: how inputs and outputs are matched inside the router.
  localparam int InputDriven           = 0;
  localparam int InputDrivenRandom     = 1;
  localparam int OutputDriven          = 2;
  localparam int InputDrivenRoundRobin = 3;

  // Whether a policy makes random choices.
  function automatic bit policy_draws(int unsigned policy);
    policy_draws = policy == InputDrivenRandom || policy == OutputDriven;
  endfunction

  // The states of the nodes' random registers repeat after 2^RandomWidth - 1 cycles.
  localparam int RandomWidth = 32;
  typedef logic [RandomWidth-1:0] random_t;

  // Bits of it in a uniform choice: a share differs from the others by 2^-16 at most.
  localparam int ChoiceWidth = 16;

  // The configuration of a router: one parameter of each module below the network's top.
  typedef struct packed {
    // The network and its headers, as in mesh_pkg::mesh_t, with one phase.
    logic [3:0][15:0] Extents;
    int unsigned      Dimensions;
    bit               Torus;
    // The node.
    int unsigned      VcClasses;        // 1; on a torus 2, and 1 only to study deadlock
    int unsigned      Routing;          // as above
    int unsigned      Policy;           // as above
    int unsigned      VirtualChannels;  // as for link_vcs, at least 1
    bit               UniformChoice;    // random choices: cut_through_uniform_select
    bit               BindLanes;        // dimension order: cut_through_lane_binding
    bit               DrainingRoom;     // of output buffers; links send message by message
    int unsigned      Queue;            // frames of a node's queue, at least 2 with Chaos, else 0
    int unsigned      Depth;            // flits of a buffer, at least 1
    int unsigned      Pipeline;         // cycles of a header in a node, at least 1
    int unsigned      InjectionPorts;   // at least 1
    int unsigned      EjectionPorts;    // at least 1
    int unsigned      FlitWidth;        // data bits of a flit, at least the header's
  } config_t;

  function automatic config_t default_config();
    default_config.Extents         = 64'h0001_0001_0004_0004;
    default_config.Dimensions      = 2;
    default_config.Torus           = 1'b1;
    default_config.VcClasses       = 2;
    default_config.Routing         = StarChannels;
    default_config.Policy          = OutputDriven;
    default_config.VirtualChannels = 1;
    default_config.UniformChoice   = 1'b0;
    default_config.BindLanes       = 1'b0;
    default_config.DrainingRoom    = 1'b0;
    default_config.Queue           = 0;
    default_config.Depth           = 20;
    default_config.Pipeline        = 4;
    default_config.InjectionPorts  = 1;
    default_config.EjectionPorts   = 1;
    default_config.FlitWidth       = 64;
  endfunction

  function automatic config_t default_chaos();
    default_chaos           = default_config();
    default_chaos.VcClasses = 1;
    default_chaos.Routing   = Chaos;
    default_chaos.Queue     = 5;
  endfunction

  // What packet exchange needs: docs/cut_through.md. Only Chaos has a queue.
  function automatic bit queue_legal(config_t c);
    if (c.Routing == Chaos) begin
      queue_legal = c.Queue >= 2 && c.Policy == OutputDriven && c.VirtualChannels == 1 &&
                    c.VcClasses == 1 && !c.DrainingRoom;
    end else begin
      queue_legal = c.Queue == 0;
    end
  endfunction

  function automatic bit config_legal(config_t c);
    config_legal =
        mesh_pkg::mesh_legal(mesh_pkg::make_mesh(c.Extents, c.Dimensions, c.Torus, 1)) &&
        c.VcClasses >= 1 && c.VcClasses <= (c.Torus ? 2 : 1) && c.Routing <= Chaos &&
        queue_legal(c) && c.Policy <= InputDrivenRoundRobin &&
        (!c.UniformChoice || policy_draws(c.Policy)) &&
        c.VirtualChannels >= 1 && (!c.BindLanes || c.Routing == DimensionOrder) && c.Depth >= 1 &&
        c.Pipeline >= 1 && c.InjectionPorts >= 1 && c.EjectionPorts >= 1 &&
        c.FlitWidth >= mesh_pkg::header_width(
            mesh_pkg::make_mesh(c.Extents, c.Dimensions, c.Torus, 1));
  endfunction

  // Virtual channels of a link. Dimension order: virtual_channels in each class. Adaptive: one
  // escape channel a class, then virtual_channels adaptive ones. Chaos has no escape channels.
  function automatic int unsigned link_vcs(int unsigned routing, int unsigned classes,
                                           int unsigned virtual_channels);
    case (routing)
      DimensionOrder: link_vcs = classes * virtual_channels;
      Chaos:          link_vcs = virtual_channels;
      default:        link_vcs = classes + virtual_channels;
    endcase
  endfunction

  // Buffers of the links on either side of a node.
  function automatic int unsigned link_buffers(config_t c);
    link_buffers = 2 * c.Dimensions * link_vcs(c.Routing, c.VcClasses, c.VirtualChannels);
  endfunction

  // What the crossbar reads and writes: these, the processor's buffers and the queue's frames.
  function automatic int unsigned input_buffers(config_t c);
    input_buffers = link_buffers(c) + c.InjectionPorts + c.Queue;
  endfunction

  function automatic int unsigned output_buffers(config_t c);
    output_buffers = link_buffers(c) + c.EjectionPorts + c.Queue;
  endfunction

  // The class of a virtual channel of a link; VcClasses: an adaptive one.
  function automatic int unsigned vc_class(config_t c, int unsigned vc);
    if (c.Routing == DimensionOrder) vc_class = vc / c.VirtualChannels;
    else if (c.Routing == Chaos)     vc_class = c.VcClasses;
    else if (vc < c.VcClasses)       vc_class = vc;
    else                             vc_class = c.VcClasses;
  endfunction

  function automatic int unsigned extent(logic [3:0][15:0] extents, int unsigned dimension);
    extent = 1;
    if (dimension < 4) extent = 32'(extents[dimension]);
  endfunction

  // Whether a legal message may turn from input buffer `in` to output buffer `out`, those of links
  // first, then the processor's. It goes on in its direction, as long as it travels fewer links
  // than the extent, or turns to another dimension. With a class it has no hops left in lower
  // dimensions, and the class of a direction does not fall. With Chaos it may also go back, and
  // enter the queue unless it comes from there. The test of cut_through_turns compares this with
  // the routes of the model.
  function automatic bit may_turn(config_t c, int unsigned in, int unsigned out);
    int unsigned vcs, from, from_class, to, to_class;  // dimensions
    bit straight, several, queued;
    vcs        = link_vcs(c.Routing, c.VcClasses, c.VirtualChannels);
    from       = in / vcs / 2;
    to         = out / vcs / 2;
    from_class = vc_class(c, in % vcs);
    to_class   = vc_class(c, out % vcs);
    straight   = in / vcs == out / vcs;
    // Hops left in another dimension than `to`: MinimalTriplex leaves a class only with these.
    several = c.Routing != MinimalTriplex || to_class < c.VcClasses;
    for (int unsigned d = from; d < c.Dimensions; d++) begin
      if (d != to && extent(c.Extents, d) > (d == from ? 2 : 1)) several = 1'b1;
    end
    queued = in >= link_buffers(c) + c.InjectionPorts && out >= link_buffers(c) + c.EjectionPorts;
    if (from < c.Dimensions && extent(c.Extents, from) == 1) may_turn = 1'b0;  // no such link
    else if (to >= c.Dimensions) may_turn = !queued;
    else if (extent(c.Extents, to) == 1) may_turn = 1'b0;
    else if (from >= c.Dimensions) may_turn = 1'b1;
    else if (straight && extent(c.Extents, to) < 3) may_turn = 1'b0;
    else if (c.Routing == Chaos) may_turn = 1'b1;
    else if (from == to && !straight) may_turn = 1'b0;
    else if (from_class == c.VcClasses) may_turn = 1'b1;
    else may_turn = several && (from == to ? to_class >= from_class : to > from);
  endfunction

  // may_turn for all pairs of buffers.
  localparam int MaxBuffers = 64;  // on a side of a node
  typedef bit [MaxBuffers-1:0][MaxBuffers-1:0] turns_t;

  function automatic turns_t turns(config_t c);
    bit [MaxBuffers*MaxBuffers-1:0] flat;  // Icarus has no two indices here
    flat = '0;
    for (int unsigned i = 0; i < input_buffers(c) && i < MaxBuffers; i++) begin
      for (int unsigned o = 0; o < output_buffers(c) && o < MaxBuffers; o++) begin
        flat[i*MaxBuffers+o] = may_turn(c, i, o);
      end
    end
    turns = flat;
  endfunction

  // Initial state of a node's random register: neighbouring nodes and seeds lie far apart.
  function automatic random_t random_seed(random_t seed, int unsigned node);
    random_t mixed;
    mixed = (seed + 32'd1) * 32'h9e37_79b1 + (node + 32'd1) * 32'h85eb_ca77;
    mixed ^= mixed >> 15;
    random_seed = mixed * 32'h2c1b_3c6d;
  endfunction

endpackage

`endif
