// SPDX-License-Identifier: Apache-2.0
//
// Packets as InfiniBand has them on a link (InfiniBand Architecture Specification, volume 1): the
// fields of the headers, the order of their bytes, and what the two checksums cover.
//
// A word is four bytes, the first one on the link in bits 7 to 0. A packet is LRH (2 words), GRH
// (10, in global packets only), BTH (3), its payload padded to words, ICRC (1 word) and VCRC (2
// bytes).
`ifndef IBA_WIRE_PKG_SV_
`define IBA_WIRE_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package iba_wire_pkg;

  typedef logic [31:0] word_t;
  typedef logic [12:0] bytes_t;  // of a payload
  typedef logic [3:0]  place_t;  // a word of header_t, from the first one on
  typedef logic [10:0] words_t;

  localparam int HeaderWords   = 15;
  localparam int GlobalPlace   = 2;   // the first word of the GRH
  localparam int BasePlace     = 12;  // the first word of the BTH
  localparam int LocalMinimum  = 6;   // PktLen without payload: LRH, BTH, ICRC
  localparam int GlobalMinimum = 16;  // the same with a GRH
  localparam int LargestMtu    = 4096;

  // LNH: what follows the LRH.
  localparam logic [1:0] NextLocal  = 2'd2;  // the BTH
  localparam logic [1:0] NextGlobal = 2'd3;  // a GRH; 0 and 1 are raw packets
  localparam logic [3:0] GlobalVersion = 4'd6;
  localparam logic [7:0] GlobalNext    = 8'h1b;  // the BTH

  // All headers, in the order of the link: bit 479 is the first one's highest.
  typedef struct packed {
    // LRH
    logic [3:0]   lane;
    logic [3:0]   link_version;     // 0
    logic [3:0]   level;
    logic [1:0]   spare;
    logic [1:0]   next;             // LNH
    logic [15:0]  destination;      // DLID
    logic [4:0]   more_spare;
    words_t       length;           // PktLen: words from the LRH to the ICRC
    logic [15:0]  source;           // SLID
    // GRH
    logic [3:0]   global_version;   // 6
    logic [7:0]   traffic_class;
    logic [19:0]  flow_label;
    logic [15:0]  payload_length;   // bytes from the BTH to the ICRC
    logic [7:0]   global_next;      // 0x1b
    logic [7:0]   hop_limit;
    logic [127:0] source_gid;
    logic [127:0] destination_gid;
    // BTH
    logic [7:0]   opcode;
    logic         solicited;
    logic         migrated;
    logic [1:0]   pad;              // bytes after the payload
    logic [3:0]   transport_version;  // 0
    logic [15:0]  partition;        // P_Key
    logic [7:0]   variant;          // resv8a
    logic [23:0]  queue_pair;       // destination QP
    logic         acknowledge;
    logic [6:0]   last_spare;
    logic [23:0]  sequence_number;  // PSN
  } header_t;

  // Why a packet is bad: a bit mask.
  localparam int ErrorVcrc    = 0;
  localparam int ErrorIcrc    = 1;
  localparam int ErrorLength  = 2;  // PktLen is wrong or illegal, or the padding is
  localparam int ErrorVersion = 3;  // of the link, the GRH or the transport
  localparam int ErrorKind    = 4;  // not a packet with a BTH
  localparam int Errors       = 5;
  typedef logic [Errors-1:0] errors_t;

  // Checksums go through each byte from its lowest bit on, so that polynomials are mirrored:
  // 0x04c11db7 and 0x100b.
  localparam logic [31:0] IcrcPolynomial = 32'hedb88320;
  localparam logic [15:0] VcrcPolynomial = 16'hd008;

  function automatic words_t minimum(logic is_global);
    minimum = is_global ? words_t'(GlobalMinimum) : words_t'(LocalMinimum);
  endfunction

  // The word after `place` in packets of this kind.
  function automatic place_t next_place(place_t place, logic is_global);
    next_place = place == place_t'(GlobalPlace - 1) && !is_global ? place_t'(BasePlace)
                                                                   : place + place_t'(1);
  endfunction

  // A word of the link with its first byte highest, and back.
  function automatic word_t swapped(word_t word);
    swapped = {word[7:0], word[15:8], word[23:16], word[31:24]};
  endfunction

  // Bits that switches and routers may change: the ICRC takes them as ones. A router writes a new
  // LRH, so a global packet's is all of that kind.
  function automatic word_t variant_bits(place_t place, logic is_global);
    case (place)
      4'd0:    variant_bits = is_global ? '1 : 32'h0000_00f0;  // VL
      4'd1:    variant_bits = is_global ? '1 : '0;
      4'd2:    variant_bits = 32'hffff_ff0f;                   // traffic class, flow label
      4'd3:    variant_bits = 32'hff00_0000;                   // hop limit
      4'd13:   variant_bits = 32'h0000_00ff;                   // resv8a
      default: variant_bits = '0;
    endcase
  endfunction

endpackage

`endif
