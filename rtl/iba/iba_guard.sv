// SPDX-License-Identifier: Apache-2.0
//
// Guard between an injection lane's stream and its buffer: passes well-formed packets, which end at
// or before the length in their header, drops and flags all other flits.
//
// Parameters: Longest, flits of the largest packet.
// Latency: none; pass_o and tag_o depend combinationally on the flit that is taken (valid_i).
//   order_o   a header inside a packet: dropped, the packet continues. Data outside one: dropped.
//   length_o  a header of more than the largest packet: dropped, and everything after it up to its
//             tail or the next header, without further errors. A last flit, by the header's length,
//             that is not a tail: it becomes one, and the flits after it are dropped, as above. A
//             tail before that end: it passes.
// length_i: data flits, of a header.
`ifndef IBA_GUARD_SV_
`define IBA_GUARD_SV_
`include "wayfarer_assert.svh"

module iba_guard
  import iba_pkg::*;
#(
  parameter int unsigned Longest = 9
) (
  input  logic      clk_i,
  input  logic      rst_ni,
  input  logic      valid_i,
  input  flit_tag_t tag_i,
  input  length_t   length_i,
  output logic      pass_o,
  output flit_tag_t tag_o,
  output logic      open_o,   // a packet has passed without its tail; a register
  output logic      order_o,
  output logic      length_o
);

  `WF_ASSERT_STATIC(IbaGuardLegal, Longest >= 1 && Longest <= MaxFlits)

  logic    open_q, drop_q;
  length_t left_q;  // data flits that the open packet may still have
  logic    legal, too_long, last;

  assign legal    = tag_i[Head] != open_q;
  assign too_long = tag_i[Head] && 32'(length_i) >= Longest;
  assign last     = tag_i[Head] ? length_i == '0 : left_q == length_t'(1);

  assign pass_o   = valid_i && legal && !too_long;
  assign tag_o    = tag_i | (flit_tag_t'(last) << Tail);
  assign open_o   = open_q;
  assign order_o  = valid_i && !legal && !(drop_q && !tag_i[Head]);
  assign length_o = valid_i && legal && (too_long || last != tag_i[Tail]);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      drop_q <= 1'b0;
    end else if (valid_i) begin
      if (pass_o) open_q <= !tag_o[Tail];
      drop_q <= ((legal && (too_long || last)) || (drop_q && !tag_i[Head])) && !tag_i[Tail];
    end
  end

  always_ff @(posedge clk_i) begin
    if (pass_o) left_q <= tag_i[Head] ? length_i : left_q - length_t'(1);
  end

  `WF_ASSERT(IbaGuardOneState, !(open_q && drop_q))
  `WF_ASSERT(IbaGuardPassOrError, !valid_i || 32'(pass_o) + 32'(order_o) +
                                  32'(length_o && !pass_o) + 32'(drop_q && !tag_i[Head]) == 1)
  `WF_COVER(IbaGuardHeaderInside, order_o && tag_i[Head])
  `WF_COVER(IbaGuardDataOutside, order_o && !tag_i[Head])
  `WF_COVER(IbaGuardTooLong, length_o && too_long)
  `WF_COVER(IbaGuardMissingTail, length_o && pass_o && last)
  `WF_COVER(IbaGuardEarlyTail, length_o && pass_o && tag_i[Tail])
  `WF_COVER(IbaGuardDropsRest, valid_i && !tag_i[Head] && drop_q)
  `WF_COVER(IbaGuardDropEndsByHeader, valid_i && tag_i[Head] && drop_q && pass_o)

endmodule

`endif
