// SPDX-License-Identifier: Apache-2.0
//
// Width helpers and constant tables that every Wayfarer module may use.
//
// All functions are constant functions: call them for parameters, localparams and port widths.
// They are right at size 1, where a bare $clog2 yields a width of zero.
`ifndef WF_PKG_SV_
`define WF_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package wf_pkg;

  // Bits of an index into n things, at least one: 1, 1, 2, 2, 3 for n = 1, 2, 3, 4, 5.
  function automatic int unsigned index_width(int unsigned n);
    index_width = (n > 1) ? $clog2(n) : 1;
  endfunction

  // Bits of a count from 0 up to and including n, at least one: 1, 2, 2, 3 for n = 1, 2, 3, 4.
  function automatic int unsigned count_width(int unsigned n);
    count_width = index_width(n + 1);
  endfunction

  // The next power of two at or above n: the length of a vector that any index of index_width(n)
  // bits stays inside of. 2 for n = 1, since an index has at least one bit.
  function automatic int unsigned padded_size(int unsigned n);
    padded_size = 32'd1 << index_width(n);
  endfunction

  // n / d, rounded up.
  function automatic int unsigned ceil_div(int unsigned n, int unsigned d);
    ceil_div = (n + d - 1) / d;
  endfunction

  // Feedback taps of a Galois LFSR that shifts right, for a period of 2^width - 1; zero where the
  // table has no entry. The table of sim/core/lfsr.hpp is the same, and tests/rtl proves each
  // entry primitive.
  function automatic logic [63:0] lfsr_taps(int unsigned width);
    case (width)
      32'd2: lfsr_taps = 64'h3;
      32'd3: lfsr_taps = 64'h6;
      32'd4: lfsr_taps = 64'hc;
      32'd5: lfsr_taps = 64'h14;
      32'd6: lfsr_taps = 64'h30;
      32'd7: lfsr_taps = 64'h60;
      32'd8: lfsr_taps = 64'hb8;
      32'd9: lfsr_taps = 64'h110;
      32'd10: lfsr_taps = 64'h240;
      32'd11: lfsr_taps = 64'h500;
      32'd12: lfsr_taps = 64'he08;
      32'd13: lfsr_taps = 64'h1c80;
      32'd14: lfsr_taps = 64'h3802;
      32'd15: lfsr_taps = 64'h6000;
      32'd16: lfsr_taps = 64'hd008;
      32'd20: lfsr_taps = 64'h9_0000;
      32'd24: lfsr_taps = 64'he1_0000;
      32'd32: lfsr_taps = 64'h8020_0003;
      32'd48: lfsr_taps = 64'hc000_0018_0000;
      32'd64: lfsr_taps = 64'hd800_0000_0000_0000;
      default: lfsr_taps = 64'h0;
    endcase
  endfunction

endpackage

`endif
