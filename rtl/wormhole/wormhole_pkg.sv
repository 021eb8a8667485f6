// The configuration of wormhole routers: one parameter of each module below the network's top.
package wormhole_pkg;

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
  endfunction

  function automatic bit config_legal(config_t c);
    config_legal =
        mesh_pkg::mesh_legal(mesh_pkg::make_mesh(c.Extents, c.Dimensions, c.Torus, c.Phases)) &&
        c.VirtualChannels >= 1 && c.Depth >= 1 && c.InjectionPorts >= 1 && c.EjectionPorts >= 1 &&
        c.FlitWidth >= mesh_pkg::header_width(
            mesh_pkg::make_mesh(c.Extents, c.Dimensions, c.Torus, c.Phases));
  endfunction

endpackage
