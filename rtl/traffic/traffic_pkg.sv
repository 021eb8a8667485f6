// SPDX-License-Identifier: Apache-2.0
//
// Types, words of messages and counters of on-chip traffic on AXI4-Stream.
//
// A message is 1 to 32 words. The low 32 bits of its first word, the head:
//
//   15:0   stamp: the cycle in which the source first offers this word, modulo 2^16
//   23:16  number of the message among those of its source to its destination, modulo 2^8
//   31:24  CRC-8 of source, destination, stamp, number, and whether the word is also the last
//
// Every further word is next_word of the one before; the last one, unless it is the head, is
// inverted. next_word has no period below 64, so that all words of a message differ. On streams
// wider than 32 bits the word is repeated. sim/onchip/word.hpp is the same in C++.
`ifndef TRAFFIC_PKG_SV_
`define TRAFFIC_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package traffic_pkg;

  localparam int TerminalWidth = 16;
  localparam int StampWidth    = 16;
  localparam int NumberWidth   = 8;
  localparam int CheckWidth    = 8;
  localparam int WordWidth     = 32;
  localparam int MaxTerminals  = 1024;

  typedef logic [TerminalWidth-1:0] terminal_t;
  typedef logic [StampWidth-1:0]    stamp_t;
  typedef logic [NumberWidth-1:0]   number_t;
  typedef logic [WordWidth-1:0]     word_t;

  // Patterns; any other code is uniform. Of a permutation, terminals whose image does not exist or
  // is themselves are silent.
  localparam int Uniform      = 0;  // any other terminal, each with the same probability
  localparam int Complement   = 1;  // Terminals - 1 - source: the bit complement of powers of two
  localparam int Reverse      = 2;  // the bits of the number in reverse order
  localparam int Transpose    = 3;  // halves of the number exchanged: coordinates of a square
  localparam int Neighbour    = 4;  // the next number; the last terminal's is 0
  localparam int ClientServer = 5;  // to the last terminal, the server; from it, any other one

  // Settings of a run; probabilities are in units of 2^-16.
  typedef struct packed {
    logic [2:0]  pattern;
    logic [15:0] load;       // a new message in a cycle in which the source is on
    logic [15:0] hot;        // the hot spot
    logic [15:0] hot_share;  // a message goes to the hot spot instead
    logic [15:0] turn_off;   // bursts: an active source turns off
    logic [15:0] turn_on;    // an inactive source turns on
    logic [7:0]  least;      // words of a message, from least to most; 0 counts as 1,
    logic [7:0]  most;       // a most below least as least
    logic [31:0] cycles;     // in which sources make messages
    logic [31:0] seed;
  } settings_t;

  function automatic settings_t default_settings();
    default_settings.pattern = 3'd0;
    default_settings.load = 16'd6554;
    default_settings.hot = 16'd0;
    default_settings.hot_share = 16'd0;
    default_settings.turn_off = 16'd0;
    default_settings.turn_on = 16'd0;
    default_settings.least = 8'd2;
    default_settings.most = 8'd6;
    default_settings.cycles = 32'd20000;
    default_settings.seed = 32'd1;
  endfunction

  // Phases of a run.
  typedef enum logic [2:0] {
    PhaseIdle  = 3'd0,  // after reset
    PhaseClear = 3'd1,  // counters and tables are cleared, generators warm up
    PhaseRun   = 3'd2,
    PhaseDrain = 3'd3,  // no new messages
    PhaseDone  = 3'd4
  } phase_e;

  // What a source did in a cycle.
  typedef struct packed {
    logic message;   // the last word of a message was taken
    logic word;      // a word was taken
    logic stall;     // a word was offered and not taken
    logic held;      // a new message was lost because 255 are waiting already
  } sent_t;

  // What a sink found, two cycles after the word.
  typedef struct packed {
    logic   message;   // the last word of a message
    logic   word;
    logic   check;     // a head with a wrong CRC, or from a terminal that does not exist
    logic   data;      // a word differs from the one that must follow
    logic   lost;      // a message before or after this one is lost, or this one is doubled
    logic   overtook;  // not the number after the last one's
    logic   timed;     // the last word of a message with a right head: latency is valid
    stamp_t latency;   // cycles from the first offer of the head to the last word at the sink
  } received_t;

  // Counters by number; those of latencies from 2^k to 2^(k+1)-1 cycles are CountLatency + k.
  localparam int Counters        = 36;
  localparam int CountCycles     = 0;   // in which sources made messages
  localparam int CountDrain      = 1;   // cycles after them
  localparam int CountSent       = 2;
  localparam int CountWordsSent  = 3;
  localparam int CountStalls     = 4;
  localparam int CountHeld       = 5;
  localparam int CountReceived   = 6;
  localparam int CountWords      = 7;
  localparam int CountCheck      = 8;
  localparam int CountData       = 9;
  localparam int CountLost       = 10;
  localparam int CountOvertook   = 11;
  localparam int CountDrops      = 12;  // by cause, of the network interface
  localparam int CountTimed      = 16;
  localparam int CountLatencySum = 17;
  localparam int CountLatencyMax = 18;
  localparam int CountMissing    = 19;  // sent and not received
  localparam int CountLatency    = 20;
  localparam int Causes          = 4;
  localparam int Bins            = 16;

  // CRC-8 (x^8 + x^2 + x + 1, initially all ones), most significant bit first. Up to three wrong
  // bits, and any number within eight neighbours, are always found.
  function automatic logic [CheckWidth-1:0] head_check(terminal_t source, terminal_t destination,
                                                       stamp_t stamp, number_t number, logic last);
    logic [56:0] bits;
    bits = {last, source, destination, number, stamp};
    head_check = '1;
    for (int i = 56; i >= 0; i--) begin
      head_check = {head_check[6:0], 1'b0} ^ ((head_check[7] ^ bits[i]) ? 8'h07 : 8'h00);
    end
  endfunction

  // A rotation and a constant of odd parity: 32 steps invert the word, so no period is below 64.
  function automatic word_t next_word(word_t word);
    next_word = {word[30:0], word[31]} ^ 32'h9e37_79b8;
  endfunction

  // One step of Marsaglia's xorshift generator (13, 7, 17) of period 2^64 - 1; J. of Statistical
  // Software 8 (14), 2003.
  function automatic logic [63:0] next_random(logic [63:0] state);
    next_random = state ^ (state << 13);
    next_random = next_random ^ (next_random >> 7);
    next_random = next_random ^ (next_random << 17);
  endfunction

endpackage

`endif
