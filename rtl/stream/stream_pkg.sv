// SPDX-License-Identifier: Apache-2.0
//
// Constants of the network interfaces: AXI4-Stream on the outside, a family's flits on the inside.
`ifndef STREAM_PKG_SV_
`define STREAM_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package stream_pkg;

  // Bits of TDEST and TID, which are numbers of terminals.
  localparam int TerminalWidth = 16;
  localparam int MaxTerminals  = 65536;
  localparam int MaxMessage    = 4096;  // words of a message
  localparam int MaxUserWidth  = 1024;  // bits of TUSER

  // Causes on a terminal's port drop_o: numbers of bits, each high for one cycle.
  localparam int DropDestination = 0;  // no such terminal: the message is dropped
  localparam int DropOversized   = 1;  // more than MaxWords words: the message is dropped
  localparam int DropChanged     = 2;  // TDEST is not the first word's: the message is dropped
  localparam int DropWithdrawn   = 3;  // TVALID fell before TREADY: the offered word is lost
  localparam int Causes          = 4;

  typedef logic [TerminalWidth-1:0] terminal_t;
  typedef logic [Causes-1:0]        drop_t;

  // Words in the queue of an entry: one message leaves while the next one arrives.
  function automatic int unsigned entry_depth(int unsigned max_words);
    entry_depth = 2 * max_words;
  endfunction

  // Bits of a network's words that carry TDATA, TKEEP and TUSER (stream_axis).
  function automatic int unsigned word_width(int unsigned data_width, bit keep_enable,
                                             int unsigned user_width);
    word_width = data_width + (keep_enable ? data_width / 8 : 0) + user_width;
  endfunction

  function automatic bit words_legal(int unsigned max_words);
    words_legal = max_words >= 1 && max_words <= MaxMessage;
  endfunction

  function automatic bit terminals_legal(int unsigned terminals);
    terminals_legal = terminals >= 1 && terminals <= MaxTerminals;
  endfunction

endpackage

`endif
