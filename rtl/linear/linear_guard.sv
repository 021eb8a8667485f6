// SPDX-License-Identifier: Apache-2.0
//
// Guard between a client's stream and the network: passes well-formed messages to legal
// destinations, drops and flags all other flits.
//
// Latency: none; pass_o depends combinationally on the flit that is offered, not on ready_i. A flit
// is taken when valid_i and ready_i are high, dropped or not.
// Rules, for a flit that is taken:
//   ErrorOrder        a header inside a message: dropped, the message continues. Data outside a
//                     message: dropped.
//   ErrorDestination  a header to an illegal destination: dropped, and everything after it up to
//                     its tail or the next header, without further errors.
// error_o shows the causes one cycle later, for one cycle. error_count_o counts flits with an error
// and saturates.
`ifndef LINEAR_GUARD_SV_
`define LINEAR_GUARD_SV_
`include "wayfarer_assert.svh"

module linear_guard
  import linear_pkg::*;
(
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       valid_i,
  input  flit_tag_t  tag_i,
  input  logic       destination_legal_i,  // of a header
  input  logic       ready_i,
  output logic       pass_o,
  output logic       open_o,  // a message has passed without its tail
  output logic [1:0] error_o,
  output logic [7:0] error_count_o
);

  logic       open_q, drop_q;
  logic [1:0] error, error_q;
  logic [7:0] error_count_q;
  logic       taken;

  assign taken = valid_i && ready_i;
  assign error[ErrorOrder]       = tag_i.head ? open_q : !open_q && !drop_q;
  assign error[ErrorDestination] = tag_i.head && !open_q && !destination_legal_i;
  assign pass_o = valid_i && (tag_i.head ? !open_q && destination_legal_i : open_q);
  assign open_o = open_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      drop_q <= 1'b0;
    end else if (taken) begin
      if (pass_o) open_q <= !tag_i.tail;
      drop_q <= (error[ErrorDestination] || (drop_q && !tag_i.head)) && !tag_i.tail;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      error_q       <= '0;
      error_count_q <= '0;
    end else begin
      error_q <= taken ? error : '0;
      if (taken && error != '0 && error_count_q != '1) error_count_q <= error_count_q + 8'd1;
    end
  end

  assign error_o       = error_q;
  assign error_count_o = error_count_q;

  `WF_ASSERT(LinearGuardOneState, !(open_q && drop_q))
  `WF_ASSERT(LinearGuardPassOrError,
             !valid_i || 32'(pass_o) + $countones(error) + 32'(drop_q && !tag_i.head) == 1)
  `WF_COVER(LinearGuardHeaderInside, taken && tag_i.head && open_q)
  `WF_COVER(LinearGuardDataOutside, taken && !tag_i.head && !open_q && !drop_q)
  `WF_COVER(LinearGuardIllegalDestination, taken && error[ErrorDestination])
  `WF_COVER(LinearGuardDropsRest, taken && !tag_i.head && drop_q)
  `WF_COVER(LinearGuardDropEndsByHeader, taken && tag_i.head && drop_q && pass_o)
  `WF_COVER(LinearGuardCountAtItsEnd, taken && error != '0 && error_count_q == '1)

endmodule

`endif
