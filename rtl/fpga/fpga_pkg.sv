// The families of networks that fpga_traffic has.
package fpga_pkg;

  localparam int Mway     = 0;
  localparam int Wormhole = 1;

endpackage
