// SPDX-License-Identifier: Apache-2.0
//
// The two registered stages of a set that sends (docs/mway-pipelined.md), for a faster clock:
//
//   cycle t    which buffers may send: a header if its receiver has an acceptable buffer, data if
//              the buffer that receives the message has room
//   cycle t+1  they request the channel, and round robin chooses one of them
//   cycle t+2  its flit is on the lines, if the set has got the channel; else the choice is made
//              anew
//
// The state of a receiver is two cycles old when the flit reaches it. Room for data stays:
// no other buffer sends there. A free buffer could go to another header, so a header does not pass
// stage t while one for the same receiver is on the lines, nor stage t+1 while any header is.
// A buffer whose flit is taken passes stage t again at once, with the next flit: it sends in every
// second cycle. One whose flit is refused passes again in the next cycle.
//
// request_o comes from registers. The driver of a channel need not request in order to keep it, so
// its own flit on the lines may count as one.
`ifndef MWAY_STAGES_SV_
`define MWAY_STAGES_SV_
`include "wayfarer_assert.svh"

module mway_stages
  import mway_pkg::*;
#(
  parameter int unsigned Lines   = 3,
  parameter int unsigned Buffers = 4
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  // Each buffer's front flit and the one behind it; the receivers as the set knows them.
  input  flit_info_t [Buffers-1:0]  front_i,
  input  flit_info_t [Buffers-1:0]  next_i,
  input  logic [1:0][(1<<Lines)-1:0] available_i,      // of each class and way
  input  logic [Buffers-1:0]        receiver_full_i,
  // The channel: what is on its lines, whether this set drives them, and what happens to the flit.
  input  flit_info_t                channel_i,
  input  logic                      enable_i,
  input  logic                      taken_i,
  input  logic                      fills_i,
  output logic                      request_o,
  output logic [Buffers-1:0]        choice_o,   // one-hot, for the next cycle; else 0
  output logic [Buffers-1:0]        sending_o   // one-hot; 0 if this set does not drive
);

  `WF_ASSERT_STATIC(MwayStagesLegal,
                    Lines >= 1 && Lines <= MaxLines && Buffers >= 1 && Buffers <= MaxBuffers)

  logic [Buffers-1:0] eligible_d, eligible_q;
  logic [Buffers-1:0] header_q;  // the eligible flit is a header
  logic [Buffers-1:0] chosen_q;
  logic [Buffers-1:0] ahead_q;   // buffers behind the one that has sent last: the next in turn
  logic [Buffers-1:0] above, request;
  logic [1:0][Buffers-1:0] choice;
  logic               header_on_lines;

  assign header_on_lines = channel_i.tag == TagHeader;

  for (genvar b = 0; b < Buffers; b++) begin : gen_buffer
    logic front_may, next_may;
    logic front_is_header, next_is_header;

    assign front_is_header = front_i[b].tag == TagHeader;
    assign next_is_header  = next_i[b].tag == TagHeader;

    assign front_may = front_is_header
                     ? available_i[front_i[b].buffer_class][front_i[b].way[Lines-1:0]] &
                       ~(header_on_lines & channel_i.way == front_i[b].way)
                     : front_i[b].tag != TagInvalid & ~receiver_full_i[b];
    assign next_may  = next_is_header
                     ? available_i[next_i[b].buffer_class][next_i[b].way[Lines-1:0]]
                     : next_i[b].tag != TagInvalid & ~fills_i;

    assign eligible_d[b] = sending_o[b] ? taken_i & next_may : front_may;

    always_ff @(posedge clk_i) begin
      header_q[b] <= sending_o[b] ? next_is_header : front_is_header;
    end
  end

  // Round robin. The lines settle late, so there is a choice with and one without headers.
  assign request = eligible_q & ~sending_o;

  for (genvar c = 0; c < 2; c++) begin : gen_choice
    logic [Buffers-1:0] candidates, first, first_ahead;
    logic               any_ahead;

    assign candidates = c == 0 ? request : request & ~header_q;

    /* verilator lint_off PINCONNECTEMPTY */
    wf_arbiter_fixed #(
      .Requests(Buffers)
    ) u_first (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .request_i(candidates),
      .grant_o  (first),
      .index_o  (),
      .valid_o  ()
    );

    wf_arbiter_fixed #(
      .Requests(Buffers)
    ) u_first_ahead (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .request_i(candidates & ahead_q),
      .grant_o  (first_ahead),
      .index_o  (),
      .valid_o  (any_ahead)
    );
    /* verilator lint_on PINCONNECTEMPTY */

    assign choice[c] = any_ahead ? first_ahead : first;
  end

  assign choice_o = choice[header_on_lines];

  /* verilator lint_off PINCONNECTEMPTY */
  wf_prefix_or #(
    .Size(Buffers)
  ) u_ahead (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .bits_i (chosen_q),
    .above_o(above),
    .any_o  ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      eligible_q <= '0;
      chosen_q   <= '0;
      ahead_q    <= '1;
    end else begin
      eligible_q <= eligible_d;
      chosen_q   <= choice_o;
      if (|sending_o) ahead_q <= above;
    end
  end

  assign request_o = |eligible_q;
  assign sending_o = enable_i ? chosen_q : '0;

  logic unused;
  assign unused = ^{front_i, next_i, channel_i};

  logic [Buffers-1:0] waits;
  for (genvar b = 0; b < Buffers; b++) begin : gen_flit
    assign waits[b] = front_i[b].tag != TagInvalid;
  end
  `WF_ASSERT(MwayStagesFlitWaits, (eligible_q & ~waits) == '0)

endmodule

`endif
