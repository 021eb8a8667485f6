// SPDX-License-Identifier: Apache-2.0
//
// An output buffer of the wormhole router: one flit between crossbar and link.
//
// ready_o requests the link: a flit is here or at the crossbar, and the buffer at the far end has
// room, as flow_i shows. With grant_i the flit on tag_o and data_o goes: the flit in the buffer or,
// if the buffer is empty, the crossbar's, which passes through in the same cycle. The buffer
// refills as it empties: with room_o it takes the flit that it is fed.
// Combinational from fed_i, flow_i, tag_i, data_i and grant_i to the outputs; one flit per cycle.
// Parameters: Config (wormhole_pkg). With registers in a hop, flits never pass through, so ready_o,
// tag_o and data_o do not depend on the crossbar. With Credits, flow_i is a credit for each flit
// that left the buffer at the far end; otherwise it is that buffer's full bit. With MessageFlits,
// vacant_o shows that another message may take this buffer and the next: this one is empty, and the
// next has room for the message. Otherwise any message may, also behind a tail.
`ifndef WORMHOLE_OUTPUT_SV_
`define WORMHOLE_OUTPUT_SV_
`include "wayfarer_assert.svh"

module wormhole_output
  import mesh_pkg::*;
  import wormhole_pkg::*;
#(
  parameter config_t Config = default_config()
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  // The crossbar.
  input  logic                        fed_i,
  input  flit_tag_t                   tag_i,
  input  logic [Config.FlitWidth-1:0] data_i,
  output logic                        room_o,
  output logic                        vacant_o,
  // The link.
  input  logic                        flow_i,
  output logic                        ready_o,
  input  logic                        grant_i,
  output flit_tag_t                   tag_o,
  output logic [Config.FlitWidth-1:0] data_o
);

  `WF_ASSERT_STATIC(WormholeOutputLegal, config_legal(Config))

  localparam bit Registered = Config.Pipeline != 0;

  logic full, fits;

  if (Config.Credits) begin : gen_credits
    wormhole_credit #(.Depth(Config.Depth), .Room(Config.MessageFlits)) u_credit (
      .clk_i   (clk_i),
      .rst_ni  (rst_ni),
      .sent_i  (grant_i),
      .credit_i(flow_i),
      .full_o  (full),
      .fits_o  (fits)
    );
  end else begin : gen_full
    assign full = flow_i;
    assign fits = 1'b1;
  end

  logic                        held_q;
  flit_tag_t                   tag_q;
  logic [Config.FlitWidth-1:0] data_q;

  assign ready_o  = (held_q || (fed_i && !Registered)) && !full;
  assign room_o   = grant_i || !held_q;
  assign vacant_o = Config.MessageFlits == 0 || (fits && !held_q);
  assign tag_o    = held_q || Registered ? tag_q : tag_i;
  assign data_o   = held_q || Registered ? data_q : data_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) held_q <= 1'b0;
    else         held_q <= grant_i ? held_q && fed_i : held_q || fed_i;
  end

  always_ff @(posedge clk_i) begin
    if (room_o) begin
      tag_q  <= tag_i;
      data_q <= data_i;
    end
  end

  `WF_ASSERT(WormholeOutputGrantAsked, !grant_i || ready_o)
  `WF_ASSERT_STABLE(WormholeOutputHeld, held_q && !grant_i, {tag_o, data_o})
  `WF_COVER(WormholeOutputLosesLink, ready_o && !grant_i)
  `WF_COVER(WormholeOutputFarEndFull, held_q && full)
  `WF_COVER(WormholeOutputPassesThrough, !held_q && grant_i)
  `WF_COVER(WormholeOutputRefills, held_q && grant_i && fed_i)

endmodule

`endif
