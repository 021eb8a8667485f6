// SPDX-License-Identifier: Apache-2.0
//
// Destination of a terminal's next message, by pattern, hot spot and random draws.
//
// Parameters: Terminals, 2 to traffic_pkg::MaxTerminals.
// Patterns are those of traffic_pkg. exists_o is low if the terminal is silent under the pattern.
// The uniform draw is draw_i * (Terminals - 1) / 2^16, rounded down, among the other terminals in
// ascending order: no rejection, so a draw takes one cycle. Of the 2^16 draws, two terminals have
// equally many, or one has one more: a probability is wrong by less than (Terminals - 1) / 2^16 of
// itself, and exact where Terminals - 1 is a power of two.
// With hot_draw_i below hot_share_i the message goes to hot_i, if that is another terminal.
// Combinational paths:
//   pattern_i, hot_i, hot_share_i, terminal_i, draw_i, hot_draw_i -> destination_o, exists_o
`ifndef TRAFFIC_DESTINATION_SV_
`define TRAFFIC_DESTINATION_SV_
`include "wayfarer_assert.svh"

module traffic_destination
  import traffic_pkg::*;
#(
  parameter int unsigned Terminals = 16
) (
  input  logic        clk_i,  // clock and reset: for assertions only
  input  logic        rst_ni,
  input  logic [2:0]  pattern_i,
  input  terminal_t   hot_i,
  input  logic [15:0] hot_share_i,
  input  terminal_t   terminal_i,
  input  logic [15:0] draw_i,
  input  logic [15:0] hot_draw_i,
  output terminal_t   destination_o,
  output logic        exists_o
);

  `WF_ASSERT_STATIC(TrafficDestinationLegal, Terminals >= 2 && Terminals <= MaxTerminals)

  localparam int unsigned Bits = wf_pkg::index_width(Terminals);
  localparam int unsigned Half = (Bits + 1) / 2;

  logic      hot;
  terminal_t other, uniform, reversed, transposed, image;
  logic      last;

  assign hot   = hot_draw_i < hot_share_i && hot_i != terminal_i &&
                 32'(hot_i) < Terminals;
  assign other   = terminal_t'((32'(draw_i) * (Terminals - 1)) >> 16);
  assign uniform = other + terminal_t'(other >= terminal_i);
  assign last    = 32'(terminal_i) == Terminals - 1;

  for (genvar i = 0; i < TerminalWidth; i++) begin : gen_reverse
    if (i < Bits) assign reversed[i] = terminal_i[Bits-1-i];
    else          assign reversed[i] = 1'b0;
  end

  // The lower half of the bits is the longer one if there are an odd number.
  assign transposed = ((terminal_i & terminal_t'((1 << Half) - 1)) << (Bits - Half)) |
                      (terminal_i >> Half);

  always_comb begin
    case (32'(pattern_i))
      Complement:   image = terminal_t'(Terminals - 1) - terminal_i;
      Reverse:      image = reversed;
      Transpose:    image = transposed;
      Neighbour:    image = last ? '0 : terminal_i + terminal_t'(1);
      ClientServer: image = last ? uniform : terminal_t'(Terminals - 1);
      default:      image = uniform;
    endcase
  end

  assign destination_o = hot ? hot_i : image;
  assign exists_o      = destination_o != terminal_i && 32'(destination_o) < Terminals;

  `WF_ASSERT(TrafficDestinationHotIsOther, !hot || exists_o)

endmodule

`endif
