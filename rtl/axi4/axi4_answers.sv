// SPDX-License-Identifier: Apache-2.0
//
// The answers of a manager's side: B and R from replies, and for refused bursts.
//
// Parameters: Axi4 (axi4_pkg).
// A reply's word (axi4_pkg) is on valid_i until ready_o. Words for reads are beats on R, with RLAST
// in the last one of a final message. Words for writes are answers on B if they are final; others
// are only joined: BRESP is the worst of a burst's.
// deny_read_i asks for read_len_i + 1 beats of DECERR, deny_write_i for B with DECERR;
// read_denied_o and write_denied_o are high from the next cycle until the answer has been taken.
// An answer of this kind waits for the end of a message on R or B.
// read_end_o and write_end_o: the last word of a message of thread_o has been taken.
// Illegal: deny_read_i while read_denied_o, and the same of writes (asserted).
// Latency: combinational, from registers that hold the word. Throughput: a word per cycle.
// Combinational paths:
//   valid_i -> read_end_o, write_end_o, b_valid_o, r_valid_o
//   last_i -> read_end_o, r_o
//   reply_i -> ready_o, read_end_o, write_end_o, thread_o, b_valid_o, b_o, r_valid_o, r_o, r_data_o
//   b_ready_i, r_ready_i -> ready_o, read_end_o, write_end_o
`ifndef AXI4_ANSWERS_SV_
`define AXI4_ANSWERS_SV_
`include "wayfarer_assert.svh"

module axi4_answers
  import axi4_pkg::*;
#(
  parameter  axi4_t       Axi4        = default_axi4(),
  localparam int unsigned ReplyWidth  = reply_width(Axi4),
  localparam int unsigned ThreadWidth = wf_pkg::index_width(Axi4.Threads)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        valid_i,
  output logic                        ready_o,
  input  logic                        last_i,
  input  logic [ReplyWidth-1:0]       reply_i,
  input  logic                        deny_read_i,
  input  id_t                         read_id_i,
  input  logic [7:0]                  read_len_i,
  output logic                        read_denied_o,
  input  logic                        deny_write_i,
  input  id_t                         write_id_i,
  output logic                        write_denied_o,
  output logic                        read_end_o,
  output logic                        write_end_o,
  output logic [ThreadWidth-1:0]      thread_o,
  output logic                        b_valid_o,
  input  logic                        b_ready_i,
  output b_t                          b_o,
  output logic                        r_valid_o,
  input  logic                        r_ready_i,
  output r_t                          r_o,
  output logic [Axi4.DataWidth-1:0] r_data_o
);

  `WF_ASSERT_STATIC(Axi4AnswersLegal, axi4_legal(Axi4))

  localparam int unsigned Padded = wf_pkg::padded_size(Axi4.Threads);

  logic                        reply_write, reply_final;
  logic [Axi4.IdWidth-1:0]   reply_id;
  logic [1:0]                  reply_resp;
  logic [Axi4.DataWidth-1:0] reply_data;

  assign {reply_data, reply_resp, reply_id, reply_final, reply_write} = reply_i;
  assign thread_o = ThreadWidth'(thread_of(Axi4, id_t'(reply_id)));

  // Denied bursts, and whether they have the channel.
  logic                      read_denied_q, read_shown_q, write_denied_q, write_shown_q;
  logic [Axi4.IdWidth-1:0] read_id_q, write_id_q;
  logic [7:0]                left_q;
  logic                      inside_q;  // in the middle of a message on R

  logic beat, answer;  // a word for R, for B
  logic taken, beat_taken, answer_taken;

  assign beat   = valid_i && !reply_write;
  assign answer = valid_i && reply_write && reply_final;

  assign ready_o = reply_write ? !reply_final || (b_ready_i && !write_shown_q)
                               : r_ready_i && !read_shown_q;
  assign taken        = valid_i && ready_o;
  assign beat_taken   = taken && !reply_write;
  assign answer_taken = taken && reply_write && reply_final;
  assign read_end_o   = beat_taken && last_i;
  assign write_end_o  = taken && reply_write;

  // A denied burst gets the channel when no message has it.
  logic read_free, write_free, read_done, write_done;
  assign read_free  = beat ? read_end_o : !inside_q;
  assign write_free = !answer || answer_taken;
  assign read_done  = read_shown_q && r_ready_i && left_q == 8'd0;
  assign write_done = write_shown_q && b_ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      inside_q       <= 1'b0;
      read_denied_q  <= 1'b0;
      read_shown_q   <= 1'b0;
      write_denied_q <= 1'b0;
      write_shown_q  <= 1'b0;
    end else begin
      if (beat_taken) inside_q <= !last_i;
      read_denied_q  <= deny_read_i || (read_denied_q && !read_done);
      read_shown_q   <= read_shown_q ? !read_done : read_denied_q && read_free;
      write_denied_q <= deny_write_i || (write_denied_q && !write_done);
      write_shown_q  <= write_shown_q ? !write_done : write_denied_q && write_free;
    end
  end

  always_ff @(posedge clk_i) begin
    if (deny_read_i) begin
      read_id_q <= read_id_i[Axi4.IdWidth-1:0];
      left_q    <= read_len_i;
    end else if (read_shown_q && r_ready_i) begin
      left_q <= left_q - 8'd1;
    end
    if (deny_write_i) write_id_q <= write_id_i[Axi4.IdWidth-1:0];
  end

  // The worst answer to the parts of a burst, by thread. Codes grow worse.
  logic [Padded-1:0][1:0] worst;
  logic [1:0]             resp;

  for (genvar t = 0; t < Padded; t++) begin : gen_thread
    if (t < Axi4.Threads) begin : gen_worst
      logic [1:0] worst_q;

      always_ff @(posedge clk_i) begin
        if (!rst_ni) worst_q <= Okay;
        else if (write_end_o && 32'(thread_o) == t) worst_q <= reply_final ? Okay : resp;
      end

      assign worst[t] = worst_q;
    end else begin : gen_none
      assign worst[t] = Okay;
    end
  end

  assign resp = worst[thread_o] > reply_resp ? worst[thread_o] : reply_resp;

  assign read_denied_o  = read_denied_q;
  assign write_denied_o = write_denied_q;

  assign b_valid_o = write_shown_q || answer;
  assign b_o.id    = write_shown_q ? id_t'(write_id_q) : id_t'(reply_id);
  assign b_o.resp  = write_shown_q ? DecodeError : resp;

  assign r_valid_o = read_shown_q || beat;
  assign r_o.id    = read_shown_q ? id_t'(read_id_q) : id_t'(reply_id);
  assign r_o.resp  = read_shown_q ? DecodeError : reply_resp;
  assign r_o.last  = read_shown_q ? left_q == 8'd0 : last_i && reply_final;
  assign r_data_o  = read_shown_q ? '0 : reply_data;

  if (Axi4.IdWidth < MaxIdWidth) begin : gen_narrow_id
    logic unused_id;
    assign unused_id = (^read_id_i[MaxIdWidth-1:Axi4.IdWidth]) ^
                       (^write_id_i[MaxIdWidth-1:Axi4.IdWidth]);
  end

  `WF_ASSERT(Axi4AnswersDenyOnce,
             !(deny_read_i && read_denied_q) && !(deny_write_i && write_denied_q))
  `WF_ASSERT_STABLE(Axi4AnswersReadHeld, r_valid_o && !r_ready_i, {r_valid_o, r_o, r_data_o})
  `WF_ASSERT_STABLE(Axi4AnswersWriteHeld, b_valid_o && !b_ready_i, {b_valid_o, b_o})
  `WF_COVER(Axi4AnswersReadDenialWaits, read_denied_q && !read_shown_q && !read_free)
  `WF_COVER(Axi4AnswersWriteDenialWaits, write_denied_q && !write_shown_q && !write_free)
  `WF_COVER(Axi4AnswersReadBehindDenial, read_shown_q && beat)
  `WF_COVER(Axi4AnswersWriteBehindDenial, write_shown_q && answer)
  `WF_COVER(Axi4AnswersPartWasWorse, answer_taken && worst[thread_o] > reply_resp)

endmodule

`endif
