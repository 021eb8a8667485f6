// Width helpers and constant tables that every Wayfarer module may use.
//
// All functions are constant functions: call them for parameters, localparams and port widths.
// They are right at size 1, where a bare $clog2 yields a width of zero.

package wf_pkg;

  // Bits of an index into n things, at least one: 1, 1, 2, 2, 3 for n = 1, 2, 3, 4, 5.
  function automatic int unsigned index_width(int unsigned n);
    return (n > 1) ? unsigned'($clog2(n)) : 1;
  endfunction

  // Bits of a count from 0 up to and including n, at least one: 1, 2, 2, 3 for n = 1, 2, 3, 4.
  function automatic int unsigned count_width(int unsigned n);
    return index_width(n + 1);
  endfunction

  // The next power of two at or above n: the length of a vector that any index of index_width(n)
  // bits stays inside of. 2 for n = 1, since an index has at least one bit.
  function automatic int unsigned padded_size(int unsigned n);
    return 32'd1 << index_width(n);
  endfunction

  // n / d, rounded up.
  function automatic int unsigned ceil_div(int unsigned n, int unsigned d);
    return (n + d - 1) / d;
  endfunction

  // Feedback taps of a Galois LFSR that shifts right, for a period of 2^width - 1; zero where the
  // table has no entry. The table of sim/core/lfsr.hpp is the same, and tests/rtl proves each
  // entry primitive.
  function automatic logic [63:0] lfsr_taps(int unsigned width);
    case (width)
      32'd2: return 64'h3;
      32'd3: return 64'h6;
      32'd4: return 64'hc;
      32'd5: return 64'h14;
      32'd6: return 64'h30;
      32'd7: return 64'h60;
      32'd8: return 64'hb8;
      32'd9: return 64'h110;
      32'd10: return 64'h240;
      32'd11: return 64'h500;
      32'd12: return 64'he08;
      32'd13: return 64'h1c80;
      32'd14: return 64'h3802;
      32'd15: return 64'h6000;
      32'd16: return 64'hd008;
      32'd20: return 64'h9_0000;
      32'd24: return 64'he1_0000;
      32'd32: return 64'h8020_0003;
      32'd48: return 64'hc000_0018_0000;
      32'd64: return 64'hd800_0000_0000_0000;
      default: return 64'h0;
    endcase
  endfunction

endpackage
