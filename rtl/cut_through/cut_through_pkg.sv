// Choices of the cut-through router (Fulgham, Snyder) and what its modules must agree on.
package cut_through_pkg;

  // Routing: which output buffers a header may take.
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

  // Virtual channels of a link. Dimension order: virtual_channels in each class. Adaptive: one
  // escape channel a class, then virtual_channels adaptive ones.
  function automatic int unsigned link_vcs(int unsigned routing, int unsigned classes,
                                           int unsigned virtual_channels);
    link_vcs = routing == DimensionOrder ? classes * virtual_channels : classes + virtual_channels;
  endfunction

  // Where a node's random register begins: neighbouring nodes and seeds far from each other.
  function automatic random_t random_seed(random_t seed, int unsigned node);
    random_t mixed;
    mixed = (seed + 32'd1) * 32'h9e37_79b1 + (node + 32'd1) * 32'h85eb_ca77;
    mixed ^= mixed >> 15;
    random_seed = mixed * 32'h2c1b_3c6d;
  endfunction

endpackage
