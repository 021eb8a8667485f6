// SPDX-License-Identifier: Apache-2.0
//
// The families of networks that fpga_traffic has.
`ifndef FPGA_PKG_SV_
`define FPGA_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package fpga_pkg;

  localparam int Mway       = 0;
  localparam int Wormhole   = 1;
  localparam int Deflection = 2;
  localparam int Linear     = 3;
  localparam int CutThrough = 4;
  localparam int Iba        = 5;

  function automatic bit family_legal(int unsigned family);
    family_legal = family == Mway || family == Wormhole || family == Deflection ||
                   family == Linear || family == CutThrough || family == Iba;
  endfunction

  // Terminals of a network of K0 by K1 nodes, or of a line of K0 hosts and a server.
  function automatic int unsigned terminals(int unsigned family, int unsigned k0, int unsigned k1);
    terminals = (family == Linear) ? k0 + 1 : k0 * k1;
  endfunction

  // A pattern that the networks can carry.
  function automatic logic [2:0] pattern(int unsigned family);
    pattern = (family == Linear) ? 3'(traffic_pkg::ClientServer) : 3'(traffic_pkg::Uniform);
  endfunction

  // Its networks keep the order of the messages of every pair of terminals, whatever their
  // parameters.
  function automatic bit keeps_order(int unsigned family);
    keeps_order = family == Deflection || family == Linear;
  endfunction

  // Bits of a word, at least: headers of lines and of InfiniBand meshes need 64.
  function automatic int unsigned word_width(int unsigned family);
    word_width = (family == Linear || family == Iba) ? 64 : 32;
  endfunction

endpackage

`endif
