// SPDX-License-Identifier: Apache-2.0
//
// Guard between an injection port's stream and its buffer: passes well-formed messages whose route
// stays inside the network, drops and flags everything else.
//
// Latency: none; pass_o and tag_o depend combinationally on the flit that is offered, not on
// ready_i. A flit is taken when valid_i and ready_i are high, dropped or not.
// Rules, for a flit that is taken:
//   ErrorOrder        a header inside a message: dropped, the message goes on. Data outside a
//                     message: dropped.
//   ErrorDestination  a header that is not legal_i: dropped, with all flits after it up to its
//                     tail or the next header, without further errors.
//   ErrorLength       a flit that passes into the last_i place and is not a tail: it becomes one,
//                     and the following flits are dropped, as above.
// error_o shows the causes one cycle later, for one cycle. error_count_o counts flits with an error
// and saturates.
`ifndef MESH_GUARD_SV_
`define MESH_GUARD_SV_
`include "wayfarer_assert.svh"

module mesh_guard
  import mesh_pkg::*;
(
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  valid_i,
  input  flit_tag_t             tag_i,
  input  logic                  legal_i,  // of a header
  input  logic                  last_i,   // no room behind this flit; 0 where messages may wait
  input  logic                  ready_i,
  output logic                  pass_o,
  output flit_tag_t             tag_o,
  output logic                  open_o,   // a message has passed without its tail
  output logic [ErrorWidth-1:0] error_o,
  output logic [7:0]            error_count_o
);

  logic                  open_q, drop_q;
  logic [ErrorWidth-1:0] error, error_q;
  logic [7:0]            error_count_q;
  logic                  taken;

  assign taken = valid_i && ready_i;
  assign error[ErrorOrder]       = tag_i[Head] ? open_q : !open_q && !drop_q;
  assign error[ErrorDestination] = tag_i[Head] && !open_q && !legal_i;
  assign error[ErrorLength]      = pass_o && last_i && !tag_i[Tail];
  assign pass_o = valid_i && (tag_i[Head] ? !open_q && legal_i : open_q);
  assign tag_o  = tag_i | (flit_tag_t'(error[ErrorLength]) << Tail);
  assign open_o = open_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      drop_q <= 1'b0;
    end else if (taken) begin
      if (pass_o) open_q <= !tag_o[Tail];
      drop_q <= (error[ErrorDestination] || error[ErrorLength] || (drop_q && !tag_i[Head])) &&
                !tag_i[Tail];
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

  `WF_ASSERT(MeshGuardOneState, !(open_q && drop_q))
  `WF_ASSERT(MeshGuardPassOrError,
             !valid_i || 32'(pass_o && !error[ErrorLength]) + $countones(error) +
                         32'(drop_q && !tag_i[Head]) == 1)
  `WF_COVER(MeshGuardHeaderInside, taken && tag_i[Head] && open_q)
  `WF_COVER(MeshGuardDataOutside, taken && !tag_i[Head] && !open_q && !drop_q)
  `WF_COVER(MeshGuardIllegalDestination, taken && error[ErrorDestination])
  `WF_COVER(MeshGuardTooLong, taken && error[ErrorLength])
  `WF_COVER(MeshGuardDropsRest, taken && !tag_i[Head] && drop_q)
  `WF_COVER(MeshGuardDropEndsByHeader, taken && tag_i[Head] && drop_q && pass_o)
  `WF_COVER(MeshGuardCountAtItsEnd, taken && error != '0 && error_count_q == '1)

endmodule

`endif
