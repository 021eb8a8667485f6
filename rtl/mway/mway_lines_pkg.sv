// SPDX-License-Identifier: Apache-2.0
//
// The widths of an m-way channel's lines, and of the ports that lead to them.
`ifndef MWAY_LINES_PKG_SV_
`define MWAY_LINES_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package mway_lines_pkg;

  // Ports of a node for routers: a channel without them has one, tied off.
  function automatic int unsigned routers(mway_config_pkg::config_t c);
    routers = mway_pkg::processor_way(c.Extents, c.Torus);
    if (routers == 0) routers = 1;
  endfunction

  function automatic int unsigned line_count(mway_config_pkg::config_t c);
    line_count = wf_pkg::index_width(mway_config_pkg::ways(c));
  endfunction

  // The members that have DIM- after them: DIM+ of dimensions with two identifiers.
  function automatic logic [mway_pkg::MaxWays-1:0] plus_ways(mway_config_pkg::config_t c);
    plus_ways = '0;
    for (int unsigned d = 0; d < mway_pkg::MaxDimensions; d++) begin
      if (mway_pkg::two_sided(c.Extents, c.Torus, d)) begin
        plus_ways |= mway_pkg::MaxWays'(1) << mway_pkg::way_base(c.Extents, c.Torus, d);
      end
    end
  endfunction

  // Vectors of a receiver that show its lowest free buffer, one-hot: with addressed flits one for
  // each class in use. With stages another one shows which buffers one more flit fills. Its status
  // lines are these above a status_t.
  function automatic int unsigned lowest_vectors(mway_config_pkg::config_t c);
    lowest_vectors = !mway_config_pkg::is_addressed(c) ? 0 : c.Torus ? 2 : 1;
  endfunction

  function automatic int unsigned status_vectors(mway_config_pkg::config_t c);
    status_vectors = lowest_vectors(c);
    if (mway_config_pkg::is_addressed(c) && c.Variant == mway_config_pkg::Pipelined) begin
      status_vectors++;
    end
  endfunction

  // A bit for the adaptive class in a header, above Dest, and in a receiver's status.
  function automatic int unsigned adaptive_lines(mway_config_pkg::config_t c);
    adaptive_lines = c.Variant == mway_config_pkg::Adaptive ? 1 : 0;
  endfunction

  function automatic int unsigned status_width(mway_config_pkg::config_t c);
    status_width = mway_pkg::StatusBits + status_vectors(c) * c.Buffers + adaptive_lines(c);
  endfunction

  // Width of the Stat lines at a driver: exact Stat shows every receiver at once (two classes and
  // all full bits, padded to powers of two); cyclic Stat shows one receiver per cycle (its number,
  // its two classes, its full bits) [3, "Stat"].
  function automatic int unsigned stat_width(bit exact, int unsigned lines, int unsigned buffers);
    int unsigned slots;
    slots = 1 << wf_pkg::index_width(buffers);
    stat_width = exact ? (1 << lines) * (2 + slots) : mway_pkg::WayWidth + 2 + slots;
  endfunction

  // The same with the vectors of every receiver above, padded alike.
  function automatic int unsigned stat_lines(mway_config_pkg::config_t c);
    stat_lines = stat_width(c.Stat != mway_config_pkg::Cyclic, line_count(c), c.Buffers) +
                 status_vectors(c) * ((1 << line_count(c)) << wf_pkg::index_width(c.Buffers)) +
                 (adaptive_lines(c) << line_count(c));
  endfunction

  // The address lines of a channel, above its data lines: from bit 0 upwards the receiver, one-hot;
  // the buffer there, one-hot (for a header the lowest free one of its class, which Stat shows); a
  // header's Dest.
  function automatic int unsigned address_width(mway_config_pkg::config_t c);
    address_width = mway_config_pkg::ways(c) + c.Buffers + mway_config_pkg::dest_port(c);
    if (!mway_config_pkg::is_addressed(c)) address_width = 0;
  endfunction

  // The data lines with the address lines.
  function automatic int unsigned line_width(mway_config_pkg::config_t c);
    line_width = c.FlitWidth + address_width(c);
  endfunction

  // What a bank is given of an arriving flit: the data and, with addressed flits, Dest above; the
  // number of its buffer or, with addressed flits, the same one-hot.
  function automatic int unsigned push_width(mway_config_pkg::config_t c);
    push_width = c.FlitWidth;
    if (mway_config_pkg::is_addressed(c)) push_width += mway_config_pkg::dest_port(c);
  endfunction

  function automatic int unsigned push_slot_width(mway_config_pkg::config_t c);
    push_slot_width = mway_config_pkg::is_addressed(c) ? c.Buffers
                                                       : wf_pkg::index_width(c.Buffers);
  endfunction

endpackage

`endif
