// Options of the cut-through router (Fulgham, Snyder), and types and functions that its modules
// share.
package cut_through_pkg;

  // Routing: the output buffers that a header may take.
  localparam int DimensionOrder = 0;
  localparam int StarChannels   = 1;
  localparam int MinimalTriplex = 2;

  // Policy: how inputs and outputs are matched inside the router.
  localparam int InputDriven       = 0;
  localparam int InputDrivenRandom = 1;
  localparam int OutputDriven      = 2;

  // The states of the nodes' random registers repeat after 2^RandomWidth - 1 cycles.
  localparam int RandomWidth = 32;
  typedef logic [RandomWidth-1:0] random_t;

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
    bit               BindLanes;        // dimension order: cut_through_lane_binding
    bit               DrainingRoom;     // of output buffers; links send message by message
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
    default_config.BindLanes       = 1'b0;
    default_config.DrainingRoom    = 1'b0;
    default_config.Depth           = 20;
    default_config.Pipeline        = 4;
    default_config.InjectionPorts  = 1;
    default_config.EjectionPorts   = 1;
    default_config.FlitWidth       = 64;
  endfunction

  function automatic bit config_legal(config_t c);
    config_legal =
        mesh_pkg::mesh_legal(mesh_pkg::make_mesh(c.Extents, c.Dimensions, c.Torus, 1)) &&
        c.VcClasses >= 1 && c.VcClasses <= (c.Torus ? 2 : 1) && c.Routing <= MinimalTriplex &&
        c.Policy <= OutputDriven && c.VirtualChannels >= 1 &&
        (!c.BindLanes || c.Routing == DimensionOrder) && c.Depth >= 1 && c.Pipeline >= 1 &&
        c.InjectionPorts >= 1 && c.EjectionPorts >= 1 &&
        c.FlitWidth >= mesh_pkg::header_width(
            mesh_pkg::make_mesh(c.Extents, c.Dimensions, c.Torus, 1));
  endfunction

  // Virtual channels of a link. Dimension order: virtual_channels in each class. Adaptive: one
  // escape channel a class, then virtual_channels adaptive ones.
  function automatic int unsigned link_vcs(int unsigned routing, int unsigned classes,
                                           int unsigned virtual_channels);
    link_vcs = routing == DimensionOrder ? classes * virtual_channels : classes + virtual_channels;
  endfunction

  // Initial state of a node's random register: neighbouring nodes and seeds lie far apart.
  function automatic random_t random_seed(random_t seed, int unsigned node);
    random_t mixed;
    mixed = (seed + 32'd1) * 32'h9e37_79b1 + (node + 32'd1) * 32'h85eb_ca77;
    mixed ^= mixed >> 15;
    random_seed = mixed * 32'h2c1b_3c6d;
  endfunction

endpackage
