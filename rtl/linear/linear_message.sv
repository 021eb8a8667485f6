// SPDX-License-Identifier: Apache-2.0
//
// Sends messages flit by flit: a header that it builds, then data flits with a known pattern.
//
// While start_i is high and no message is open, the header is offered in the same cycle; started_o
// shows that it is taken. The fields need to be valid only while start_i is high, and must stay
// stable until started_o. Data flit k, from 1, carries in every 32-bit word the message's
// identifier and k modulo 256. A message of one flit, or of none, is its header alone.
// Throughput: one flit per cycle; the next header can follow in the cycle after the tail was taken.
// valid_o does not depend on ready_i.
`ifndef LINEAR_MESSAGE_SV_
`define LINEAR_MESSAGE_SV_
`include "wayfarer_assert.svh"

module linear_message
  import linear_pkg::*;
#(
  parameter int unsigned FlitWidth = 64,
  parameter int unsigned Width     = CountWidth  // bits of a length
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // The message to send.
  input  logic                 start_i,
  input  terminal_t            destination_i,
  input  terminal_t            source_i,
  input  identifier_t          identifier_i,
  input  logic [Width-1:0]     flits_i,
  output logic                 started_o,
  output logic                 sending_o,  // the header was taken and the tail was not
  // The stream.
  output logic                 valid_o,
  output flit_tag_t            tag_o,
  output logic [FlitWidth-1:0] data_o,
  input  logic                 ready_i
);

  `WF_ASSERT_STATIC(LinearMessageLegal, flit_width_legal(FlitWidth) && Width >= 1)

  localparam int unsigned Words = FlitWidth / DataWordWidth;

  logic [Width-1:0]                 remaining_q;  // flits after the header that are not taken yet
  logic [DataWordWidth-IndexOffset-1:0] index_q;
  identifier_t                      identifier_q;
  logic                             single;

  assign single    = flits_i <= Width'(1);
  assign sending_o = remaining_q != '0;
  assign valid_o   = sending_o || start_i;
  assign tag_o     = '{tail: sending_o ? remaining_q == Width'(1) : single, head: !sending_o};
  assign data_o    = sending_o ? FlitWidth'({Words{index_q, identifier_q}})
                               : FlitWidth'(header(destination_i, source_i, identifier_i));
  assign started_o = start_i && !sending_o && ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)                   remaining_q <= '0;
    else if (started_o)            remaining_q <= single ? '0 : flits_i - Width'(1);
    else if (sending_o && ready_i) remaining_q <= remaining_q - Width'(1);
  end

  always_ff @(posedge clk_i) begin
    if (started_o) begin
      index_q      <= 1;
      identifier_q <= identifier_i;
    end else if (sending_o && ready_i) begin
      index_q <= index_q + 1'b1;
    end
  end

  `WF_ASSERT_STABLE(LinearMessageHeld, sending_o && !ready_i, {valid_o, tag_o, data_o})

endmodule

`endif
