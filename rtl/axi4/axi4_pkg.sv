// SPDX-License-Identifier: Apache-2.0
//
// AXI4 over networks with streams: configuration, address map, the signals of a port, and the words
// of messages.
//
// A request is a header, and for a write its data words; a reply to a read is a word for each beat,
// one to a write a single word. From the lowest bit:
//   header  write, final, id, addr, len, size, cache, prot, qos
//   data    data, strb
//   reply   write, final, id, resp, data
// `final` marks the last message of a burst that is split; the reply has the request's.
`ifndef AXI4_PKG_SV_
`define AXI4_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package axi4_pkg;

  localparam int MaxAddrWidth   = 64;
  localparam int MinAddrWidth   = 12;
  localparam int MaxDataWidth   = 1024;
  localparam int MaxIdWidth     = 16;
  localparam int MaxBeats       = 256;   // of a burst
  localparam int MaxThreads     = 256;
  localparam int MaxOutstanding = 256;
  localparam int MaxRegions     = 32;
  localparam int PageWidth      = 12;    // no burst crosses a multiple of 4096 bytes
  localparam int MaxTerminals   = 65536;

  localparam logic [1:0] Okay        = 2'd0;
  localparam logic [1:0] SlaveError  = 2'd2;
  localparam logic [1:0] DecodeError = 2'd3;
  localparam logic [1:0] Incr        = 2'd1;  // the kind of bursts that a network carries

  typedef struct packed {
    int unsigned AddrWidth;    // bits of an address, 12 to 64
    int unsigned DataWidth;    // bits of a beat: 8, 16, ..., 1024
    int unsigned IdWidth;      // bits of a manager's IDs, 1 to 16
    int unsigned Beats;        // of the longest message, 1 to 256; longer bursts are split
    int unsigned Threads;      // a manager's IDs with equal low bits keep their order as if they
                               // were one; 2^n, at most 2^IdWidth and 256
    int unsigned Outstanding;  // messages of a thread without their reply, 1 to 256; 1 if the
                               // network does not keep the order of a pair's messages
    int unsigned Pending;      // reads, and as many writes, that a subordinate has to answer; 1 to
                               // 256
    int unsigned Terminals;    // of the network
  } axi4_t;

  function automatic axi4_t default_axi4();
    default_axi4.AddrWidth   = 32;
    default_axi4.DataWidth   = 32;
    default_axi4.IdWidth     = 4;
    default_axi4.Beats       = 16;
    default_axi4.Threads     = 4;
    default_axi4.Outstanding = 4;
    default_axi4.Pending     = 4;
    default_axi4.Terminals   = 4;
  endfunction

  function automatic bit is_power(int unsigned value);
    is_power = value != 0 && (value & (value - 1)) == 0;
  endfunction

  function automatic bit axi4_legal(axi4_t c);
    axi4_legal = c.AddrWidth >= MinAddrWidth && c.AddrWidth <= MaxAddrWidth &&
                   c.DataWidth >= 8 && c.DataWidth <= MaxDataWidth && is_power(c.DataWidth) &&
                   c.IdWidth >= 1 && c.IdWidth <= MaxIdWidth &&
                   c.Beats >= 1 && c.Beats <= MaxBeats &&
                   is_power(c.Threads) && c.Threads <= MaxThreads &&
                   c.Threads <= (32'd1 << c.IdWidth) &&
                   c.Outstanding >= 1 && c.Outstanding <= MaxOutstanding &&
                   c.Pending >= 1 && c.Pending <= MaxOutstanding &&
                   c.Terminals >= 1 && c.Terminals <= MaxTerminals;
  endfunction

  // The address map: an address belongs to the first region r whose bits in Mask[r] it has, as
  // Base[r]. A region has at least 4096 bytes, so that no burst leaves it.
  typedef struct packed {
    int unsigned                 Regions;  // 1 to 32
    logic [MaxRegions-1:0][63:0] Base;
    logic [MaxRegions-1:0][63:0] Mask;
    logic [MaxRegions-1:0][15:0] Target;   // the terminal of the subordinate
  } map_t;

  // Regions of 64 KiB from address 0 on, one for each of four terminals.
  function automatic map_t default_map();
    default_map.Regions = 4;
    default_map.Base    = {{28{64'h0}}, 64'h3_0000, 64'h2_0000, 64'h1_0000, 64'h0};
    default_map.Mask    = {{28{64'h0}}, {4{64'hffff_ffff_ffff_0000}}};
    default_map.Target  = {{28{16'd0}}, 16'd3, 16'd2, 16'd1, 16'd0};
  endfunction

  function automatic bit map_legal(map_t m, int unsigned terminals);
    logic [MaxRegions-1:0][63:0] base, mask;
    logic [MaxRegions-1:0][15:0] target;
    base      = m.Base;
    mask      = m.Mask;
    target    = m.Target;
    map_legal = m.Regions >= 1 && m.Regions <= MaxRegions;
    for (int unsigned r = 0; r < MaxRegions; r++)
      if (r < m.Regions && ((base[r] & ~mask[r]) != 64'd0 || (mask[r] & 64'hfff) != 64'd0 ||
                            32'(target[r]) >= terminals)) map_legal = 1'b0;
  endfunction

  // Bits of the words of requests and replies.
  function automatic int unsigned header_width(axi4_t c);
    header_width = 2 + c.IdWidth + c.AddrWidth + 22;
  endfunction

  function automatic int unsigned beat_width(axi4_t c);
    beat_width = c.DataWidth + c.DataWidth / 8;
  endfunction

  function automatic int unsigned request_width(axi4_t c);
    request_width = header_width(c) > beat_width(c) ? header_width(c) : beat_width(c);
  endfunction

  function automatic int unsigned reply_width(axi4_t c);
    reply_width = 2 + c.IdWidth + 2 + c.DataWidth;
  endfunction

  // The signals of a port but for its data, which have ports of their own. Wider than most ports
  // need: upper bits of IDs and addresses beyond the configuration's are not read, and are 0.
  typedef logic [MaxIdWidth-1:0] id_t;

  typedef struct packed {
    id_t                     id;
    logic [MaxAddrWidth-1:0] addr;
    logic [7:0]              len;
    logic [2:0]              size;
    logic [1:0]              burst;
    logic [3:0]              cache;
    logic [2:0]              prot;
    logic [3:0]              qos;
  } address_t;

  typedef struct packed {
    logic     aw_valid;
    address_t aw;
    logic     w_valid;
    logic     w_last;
    logic     b_ready;
    logic     ar_valid;
    address_t ar;
    logic     r_ready;
  } manager_t;  // what a manager drives

  typedef struct packed {
    id_t        id;
    logic [1:0] resp;
  } b_t;

  typedef struct packed {
    id_t        id;
    logic [1:0] resp;
    logic       last;
  } r_t;

  typedef struct packed {
    logic aw_ready;
    logic w_ready;
    logic b_valid;
    b_t   b;
    logic ar_ready;
    logic r_valid;
    r_t   r;
  } subordinate_t;  // what a subordinate drives

  function automatic id_t thread_of(axi4_t c, id_t id);
    thread_of = id & id_t'(c.Threads - 1);
  endfunction

  // A word of a network's stream but for its data: TVALID, TLAST, and TDEST or TID.
  typedef struct packed {
    logic        valid;
    logic        last;
    logic [15:0] terminal;
  } word_t;

endpackage

`endif
