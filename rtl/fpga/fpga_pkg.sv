// The families of networks that fpga_traffic has.
package fpga_pkg;

  localparam int Mway       = 0;
  localparam int Wormhole   = 1;
  localparam int Deflection = 2;

  function automatic bit family_legal(int unsigned family);
    family_legal = family == Mway || family == Wormhole || family == Deflection;
  endfunction

  // Its networks keep the order of the messages of every pair of terminals.
  function automatic bit keeps_order(int unsigned family);
    keeps_order = family == Deflection;
  endfunction

endpackage
