// SPDX-License-Identifier: Apache-2.0
//
// Use of virtual lanes, as the subnet manager writes it into the tables from service level to lane
// (docs/iba.md), and what networks with streams have in common.
`ifndef IBA_STREAM_PKG_SV_
`define IBA_STREAM_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package iba_stream_pkg;

  // The numbers are those of LaneUse in C++.
  localparam int Shared    = 0;  // any lane, the lowest first
  localparam int Dedicated = 1;  // one for each direction (4 lanes) or for two directions (2 lanes)
  localparam int ByLevel   = 2;  // one for each service level, the level modulo the lanes

  localparam int IdentifiedWidth = 88;  // bits of a header with an identifier

  // Terminals of a mesh, row by row, and where each of them is.
  function automatic int unsigned terminals(int unsigned columns, int unsigned rows);
    terminals = columns * rows;
  endfunction

  function automatic int unsigned column(int unsigned columns, int unsigned terminal);
    column = terminal % columns;
  endfunction

  function automatic int unsigned row(int unsigned columns, int unsigned terminal);
    row = terminal / columns;
  endfunction

  // The lanes by which packets of a service level may leave a port, a bit for each.
  function automatic logic [3:0] lanes_of(int unsigned virtual_lanes, int unsigned lane_use,
                                          logic [3:0] level, logic [2:0] port);
    if (lane_use == ByLevel)
      lanes_of = 4'd1 << (level & 4'(virtual_lanes - 1));
    else if (lane_use == Shared || port == 3'(iba_pkg::Endpoint))
      lanes_of = 4'((32'd1 << virtual_lanes) - 1);
    else if (virtual_lanes == 4)
      lanes_of = 4'd1 << 2'(port - 3'd1);
    else
      lanes_of = virtual_lanes == 2 && port != 3'(iba_pkg::North) && port != 3'(iba_pkg::East)
                 ? 4'd2 : 4'd1;
  endfunction

  // Flits of the largest packet: with Mtu = 0 a message is one.
  function automatic int unsigned longest(int unsigned max_words, int unsigned mtu);
    longest = (mtu == 0 || max_words < mtu ? max_words : mtu) + 1;
  endfunction

  // Slots of an exit: messages that can be incomplete there at the same time. Packets of messages
  // of several packets alternate by source and lane of injection.
  function automatic int unsigned slots(int unsigned virtual_lanes, int unsigned lids,
                                        int unsigned mtu);
    slots = virtual_lanes * (mtu == 0 ? 2 : lids);
  endfunction

  function automatic bit messages_legal(int unsigned max_words, int unsigned mtu,
                                        int unsigned flit_width);
    messages_legal = stream_pkg::words_legal(max_words) &&
                     (mtu == 0 ? max_words < iba_pkg::MaxFlits
                               : max_words <= iba_pkg::MostPackets * mtu &&
                                 flit_width >= IdentifiedWidth);
  endfunction

  // Whether packets of a message cannot overtake each other, and those of a terminal on several
  // lanes are told apart: as for endpoints that cut messages (docs/iba.md).
  function automatic bit in_order(int unsigned virtual_lanes, int unsigned lane_use,
                                  int unsigned service_levels, int unsigned mtu);
    in_order = mtu == 0 || virtual_lanes == 1 || lane_use == Dedicated ||
               (lane_use == ByLevel && service_levels == 1);
  endfunction

endpackage

`endif
