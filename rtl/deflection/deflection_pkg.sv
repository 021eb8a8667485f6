// SPDX-License-Identifier: Apache-2.0
//
// Types, header layout and topology arithmetic of the bufferless torus with deflection routing,
// after Hoplite (Kapre, Gray, "Hoplite: Building Austere Overlay NoCs for FPGAs", FPL
// 2015).
//
// In node numbers the column x varies fastest. Every node has a link east, to column x + 1, and a
// link south, to row y + 1, both with wrap-around. Channel 2 * node is the link east out of the
// node, channel 2 * node + 1 the link south.
`ifndef DEFLECTION_PKG_SV_
`define DEFLECTION_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package deflection_pkg;

  // Position of a flit in its message: here always both head and tail.
  typedef logic [1:0] flit_tag_t;
  localparam int Head = 0;
  localparam int Tail = 1;
  localparam int Single = 3;

  localparam int MaxExtent = 65535;

  // Causes on a terminal's error port; a bit mask.
  localparam int ErrorOrder       = 0;  // not a message of one flit
  localparam int ErrorDestination = 1;  // a node that does not exist
  localparam int ErrorWidth       = 2;

  // Header, from bit 0 of the data lines upwards: column and row of the destination, of
  // CoordinateWidth bits each. The rest passes through untouched. The sender may put an identifier
  // there.
  localparam int MaxCoordinateWidth = 16;

  typedef struct packed {
    logic [MaxCoordinateWidth-1:0] y;
    logic [MaxCoordinateWidth-1:0] x;
  } position_t;

  // The inputs of a router in a one-hot vector.
  localparam int North  = 0;
  localparam int West   = 1;
  localparam int Local  = 2;
  localparam int Inputs = 3;
  typedef logic [Inputs-1:0] inputs_t;

  function automatic bit extents_legal(int unsigned columns, int unsigned rows);
    extents_legal = columns >= 1 && columns <= MaxExtent && rows >= 1 && rows <= MaxExtent;
  endfunction

  // The configuration of a network: one parameter of the modules below its top.
  typedef struct packed {
    int unsigned Columns;          // 1 to MaxExtent
    int unsigned Rows;             // 1 to MaxExtent
    int unsigned Depth;            // flits of a terminal's queue, at least 1
    int unsigned FlitWidth;        // data bits of a flit, at least the header
    int unsigned CoordinateWidth;  // of a header; holds every column and row, at most 16
  } config_t;

  function automatic config_t default_config();
    default_config.Columns         = 4;
    default_config.Rows            = 4;
    default_config.Depth           = 2;
    default_config.FlitWidth       = 64;
    default_config.CoordinateWidth = MaxCoordinateWidth;
  endfunction

  function automatic bit coordinates_legal(int unsigned columns, int unsigned rows,
                                           int unsigned width);
    coordinates_legal = width <= MaxCoordinateWidth && width >= wf_pkg::index_width(columns) &&
                        width >= wf_pkg::index_width(rows);
  endfunction

  function automatic bit config_legal(config_t c);
    config_legal = extents_legal(c.Columns, c.Rows) && c.Depth >= 1 &&
                   coordinates_legal(c.Columns, c.Rows, c.CoordinateWidth) &&
                   c.FlitWidth >= 2 * c.CoordinateWidth;
  endfunction

  // Bits of a flit below the word of a stream that it carries: the header, the source's number, the
  // number of the word in its message, last, acknowledgement.
  function automatic int unsigned stream_header(config_t c, int unsigned max_words);
    stream_header = 2 * c.CoordinateWidth + wf_pkg::index_width(c.Columns * c.Rows) +
                    wf_pkg::index_width(max_words) + 2;
  endfunction

  // Terminals of a network with streams, whose numbers have 16 bits; 1 if there are too many.
  function automatic int unsigned stream_terminals(int unsigned columns, int unsigned rows);
    stream_terminals = extents_legal(columns, rows) && columns * rows <= 65536 ? columns * rows : 1;
  endfunction

  function automatic position_t position(int unsigned columns, int unsigned node);
    position = {16'(node / columns), 16'(node % columns)};
  endfunction

  // Whether two coordinates of a dimension are equal; compares only the bits needed.
  function automatic bit same(logic [MaxCoordinateWidth-1:0] a, logic [MaxCoordinateWidth-1:0] b,
                              int unsigned extent);
    same = ((a ^ b) & MaxCoordinateWidth'((32'd1 << wf_pkg::index_width(extent)) - 32'd1)) == '0;
  endfunction

  // Whether a coordinate is less than an extent; without a carry chain through the bits above it.
  function automatic bit exists(logic [MaxCoordinateWidth-1:0] a, int unsigned extent);
    int unsigned width;
    width = wf_pkg::index_width(extent);
    exists = (a >> width) == '0 &&
             (a & MaxCoordinateWidth'((32'd1 << width) - 32'd1)) < MaxCoordinateWidth'(extent);
  endfunction

  // The node whose link east ends at `node`.
  function automatic int unsigned west_of(int unsigned columns, int unsigned node);
    west_of = node % columns == 0 ? node + columns - 1 : node - 1;
  endfunction

  // The node whose link south ends at `node`.
  function automatic int unsigned north_of(int unsigned columns, int unsigned rows,
                                           int unsigned node);
    north_of = node < columns ? node + columns * (rows - 1) : node - columns;
  endfunction

endpackage

`endif
