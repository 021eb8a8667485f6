// SPDX-License-Identifier: Apache-2.0
//
// Checks the protocol of a stream, in simulation and in proofs: a word that is offered stays,
// unchanged, until it is taken; messages have at most MaxWords words and one TDEST (or TID).
//
// Parameters: Width, bits of a word; MaxWords, words of a message, 1 to 4096.
// Connect it to the signals of any AXI4-Stream; it has no outputs, and no logic in synthesis.
// Combinational paths: none.
`ifndef STREAM_CHECKER_SV_
`define STREAM_CHECKER_SV_
`include "wayfarer_assert.svh"

module stream_checker
  import stream_pkg::*;
#(
  parameter int unsigned Width    = 32,
  parameter int unsigned MaxWords = 8
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             tvalid_i,
  input logic             tready_i,
  input logic [Width-1:0] tdata_i,
  input terminal_t        tdest_i,
  input logic             tlast_i
);

  `WF_ASSERT_STATIC(StreamCheckerLegal, Width >= 1 && words_legal(MaxWords))

  localparam int unsigned CountWidth = wf_pkg::count_width(MaxWords);

  logic [CountWidth-1:0] words_q;  // of the message that has begun
  terminal_t             dest_q;
  logic                  taken;

  assign taken = tvalid_i && tready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)    words_q <= '0;
    else if (taken) words_q <= tlast_i ? '0 : words_q + CountWidth'(32'(words_q) < MaxWords);
  end

  always_ff @(posedge clk_i) begin
    if (taken) dest_q <= tdest_i;
  end

  `WF_ASSERT_NEXT(StreamOfferStays, tvalid_i && !tready_i, tvalid_i)
  `WF_ASSERT_STABLE(StreamOfferUnchanged, tvalid_i && !tready_i,
                    {tvalid_i, tdata_i, tdest_i, tlast_i})
  `WF_ASSERT(StreamMessageFits, !taken || 32'(words_q) < MaxWords)
  `WF_ASSERT(StreamMessageOneDest, !taken || words_q == '0 || tdest_i == dest_q)

  logic unused;
  assign unused = ^{tdata_i, dest_q};

endmodule

`endif
