// Choices of the cut-through router (Fulgham, Snyder) and what its modules must agree on.
package cut_through_pkg;

  // Routing: which output buffers a header may take.
  localparam int unsigned DimensionOrder = 0;
  localparam int unsigned StarChannels   = 1;
  localparam int unsigned MinimalTriplex = 2;

  // Policy: who looks for a partner inside the router.
  localparam int unsigned InputDriven       = 0;
  localparam int unsigned InputDrivenRandom = 1;
  localparam int unsigned OutputDriven      = 2;

  // The states of the nodes' random registers repeat after 2^RandomWidth - 1 cycles.
  localparam int unsigned RandomWidth = 32;
  typedef logic [RandomWidth-1:0] random_t;

  // Virtual channels of a link. Dimension order: each class has all lanes. Adaptive: one escape
  // channel a class, then the adaptive lanes.
  function automatic int unsigned virtual_channels(int unsigned routing, int unsigned classes,
                                                   int unsigned lanes);
    return routing == DimensionOrder ? classes * lanes : classes + lanes;
  endfunction

  // Where a node's random register begins: neighbouring nodes and seeds far from each other.
  function automatic random_t random_seed(random_t seed, int unsigned node);
    random_t mixed;
    mixed = (seed + 32'd1) * 32'h9e37_79b1 + (node + 32'd1) * 32'h85eb_ca77;
    mixed ^= mixed >> 15;
    return mixed * 32'h2c1b_3c6d;
  endfunction

endpackage
