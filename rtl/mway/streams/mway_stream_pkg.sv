// SPDX-License-Identifier: Apache-2.0
//
// m-way networks whose terminals are streams: Dest of a terminal, and the bits above the fields of
// a header that have the number of its source.
`ifndef MWAY_STREAM_PKG_SV_
`define MWAY_STREAM_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package mway_stream_pkg;

  function automatic int unsigned local_number(mway_config_pkg::config_t c, int unsigned terminal);
    local_number = terminal % c.Processors;
  endfunction

  function automatic logic [63:0] terminal_dest(mway_config_pkg::config_t c, int unsigned terminal);
    terminal_dest = mway_pkg::position(c.Extents, terminal / c.Processors) |
                    64'(local_number(c, terminal)) <<
                    mway_pkg::digit_offset(c.Extents, mway_pkg::MaxDimensions);
  endfunction

  function automatic int unsigned source_width(mway_config_pkg::config_t c);
    source_width = wf_pkg::index_width(mway_config_pkg::terminals(c));
  endfunction

  function automatic int unsigned source_offset(mway_config_pkg::config_t c);
    source_offset = mway_config_pkg::age_offset(c) + mway_config_pkg::age_width(c);
  endfunction

  // Whether headers have room for the source, and Len for the longest message. Dest is absolute.
  function automatic bit stream_legal(mway_config_pkg::config_t c, int unsigned max_words);
    stream_legal = c.Variant <= mway_config_pkg::Aged && !c.Relative &&
                   mway_config_pkg::terminals(c) <= 65536 &&
                   source_offset(c) + source_width(c) <= c.FlitWidth &&
                   max_words >= 1 &&
                   max_words * mway_pkg::flit_bytes(c.FlitWidth) < (32'd1 << mway_pkg::LengthWidth);
  endfunction

endpackage

`endif
