// SPDX-License-Identifier: Apache-2.0
//
// The source's number in headers of networks with streams, and seeds of the sources of routes.
`ifndef MESH_STREAM_PKG_SV_
`define MESH_STREAM_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package mesh_stream_pkg;

  // The number is in the bits above the header's fields (mesh_pkg::header_width).
  function automatic int unsigned sourced_width(int unsigned header, int unsigned terminals);
    sourced_width = header + wf_pkg::index_width(terminals);
  endfunction

  localparam int LfsrWidth = 32;  // state of the generators that draw routes

  // Different terminals start far apart in the sequence of their generators: steps of the golden
  // ratio, mixed as in MurmurHash3.
  function automatic logic [LfsrWidth-1:0] terminal_seed(logic [31:0] seed, int unsigned terminal);
    terminal_seed = seed + (terminal + 1) * 32'h9e37_79b9;
    terminal_seed = (terminal_seed ^ (terminal_seed >> 16)) * 32'h85eb_ca6b;
    terminal_seed = (terminal_seed ^ (terminal_seed >> 13)) * 32'hc2b2_ae35;
    terminal_seed = terminal_seed ^ (terminal_seed >> 16);
  endfunction

endpackage

`endif
