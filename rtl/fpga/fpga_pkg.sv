// The families of networks that fpga_traffic has.
package fpga_pkg;

  localparam int Mway       = 0;
  localparam int Wormhole   = 1;
  localparam int Deflection = 2;
  localparam int CutThrough = 4;
  localparam int Iba        = 5;

  function automatic bit family_legal(int unsigned family);
    family_legal = family == Mway || family == Wormhole || family == Deflection ||
                   family == CutThrough || family == Iba;
  endfunction

  // Its networks keep the order of the messages of every pair of terminals, whatever their
  // parameters.
  function automatic bit keeps_order(int unsigned family);
    keeps_order = family == Deflection;
  endfunction

  // Bits of a word, at least: a header of an InfiniBand mesh has 64.
  function automatic int unsigned word_width(int unsigned family);
    word_width = family == Iba ? 64 : 32;
  endfunction

endpackage
