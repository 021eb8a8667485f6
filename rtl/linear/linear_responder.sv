// SPDX-License-Identifier: Apache-2.0
//
// The responder of the server: answers each request with a message of equal length to its source,
// in the order in which the requests ended.
//
// A request whose tail is taken in cycle T (request_i) is due in cycle T + service_i. Its answer's
// header is offered from that cycle on, or from the cycle after the previous answer's tail was
// taken, whichever is later. The answer carries the request's identifier; linear_message has the
// format. valid_o does not depend on ready_i.
// Requests wait in Records records, each until its answer's header is taken. full_o is a register.
// Times are exact however long requests wait: a record holds the gap to the previous one, and one
// counter steps through the records that are not due.
// Illegal: a request while full_o (it can be lost), or with service_i = 0. A change of service_i
// takes effect for requests that arrive while no other one is waiting for its due time.
`ifndef LINEAR_RESPONDER_SV_
`define LINEAR_RESPONDER_SV_
`include "wayfarer_assert.svh"

module linear_responder
  import linear_pkg::*;
#(
  parameter int unsigned FlitWidth = 64,
  parameter int unsigned Records   = 16,
  parameter int unsigned Width     = CountWidth
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  terminal_t            own_i,
  input  logic [Width-1:0]     service_i,
  // The requests.
  input  logic                 request_i,
  input  terminal_t            source_i,
  input  identifier_t          identifier_i,
  input  logic [Width-1:0]     flits_i,
  output logic                 full_o,
  output logic                 busy_o,  // a request is not fully answered
  // The answers.
  output logic                 valid_o,
  output flit_tag_t            tag_o,
  output logic [FlitWidth-1:0] data_o,
  input  logic                 ready_i
);

  `WF_ASSERT_STATIC(LinearResponderLegal,
                    flit_width_legal(FlitWidth) && Records >= 1 && Width >= 1)

  localparam int unsigned LevelWidth  = wf_pkg::count_width(Records);
  localparam int unsigned RecordWidth = TerminalWidth + IdentifierWidth + Width;

  // Records.
  terminal_t             source;
  identifier_t           identifier;
  logic [Width-1:0]      flits;
  logic [LevelWidth-1:0] level;
  logic                  empty, started, sending;

  wf_fifo #(
    .Width(RecordWidth),
    .Depth(Records)
  ) u_records (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .push_i (request_i),
    .data_i ({source_i, identifier_i, flits_i}),
    .pop_i  (started),
    .data_o ({source, identifier, flits}),
    .level_o(level),
    .full_o (full_o),
    .empty_o(empty)
  );

  // Time. One request counts down; the gaps of later ones wait in a queue.
  logic                  counting_q, zero_q, due, push_gap, pop_gap, gaps_empty;
  logic                  since_zero_q, gap_zero;  // since_q and gap are 0
  logic [Width-1:0]      countdown_q;
  logic [Width-1:0]      since_q;  // cycles since the one after the latest request
  logic [Width-1:0]      gap;
  logic [LevelWidth-1:0] gaps_level;
  logic [LevelWidth-1:0] due_q;  // requests due and not begun
  logic                  unused_gaps_full;

  assign due      = counting_q && zero_q;
  assign pop_gap  = due && !gaps_empty;
  assign push_gap = request_i && counting_q && !(due && gaps_empty);

  wf_fifo #(
    .Width(Width + 1),
    .Depth(Records)
  ) u_gaps (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .push_i (push_gap),
    .data_i ({since_zero_q, since_q}),
    .pop_i  (pop_gap),
    .data_o ({gap_zero, gap}),
    .level_o(gaps_level),
    .full_o (unused_gaps_full),
    .empty_o(gaps_empty)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      counting_q <= 1'b0;
      due_q      <= '0;
    end else begin
      counting_q <= request_i || (counting_q && !(due && gaps_empty));
      due_q      <= due_q + LevelWidth'(due) - LevelWidth'(started);
    end
  end

  // That the countdown is at 0 is a register: an answer starts in that cycle.
  always_ff @(posedge clk_i) begin
    since_q      <= request_i ? '0 : since_q + Width'(1);
    since_zero_q <= request_i || since_q == '1;
    if (request_i && !push_gap) begin
      countdown_q <= service_i - Width'(1);
      zero_q      <= service_i == Width'(1);
    end else begin
      countdown_q <= due ? gap : countdown_q - Width'(1);
      zero_q      <= due ? gap_zero : countdown_q == Width'(1);
    end
  end

  linear_message #(
    .FlitWidth(FlitWidth),
    .Width    (Width)
  ) u_message (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .start_i      (due_q != '0 || due),
    .destination_i(source),
    .source_i     (own_i),
    .identifier_i (identifier),
    .flits_i      (flits),
    .started_o    (started),
    .sending_o    (sending),
    .valid_o      (valid_o),
    .tag_o        (tag_o),
    .data_o       (data_o),
    .ready_i      (ready_i)
  );

  assign busy_o = !empty || sending;

  `WF_ASSERT(LinearResponderZero, !counting_q || zero_q == (countdown_q == '0))
  `WF_ASSERT(LinearResponderNoLoss, !(request_i && full_o))
  `WF_ASSERT(LinearResponderEachOnce,
             32'(level) == 32'(due_q) + 32'(counting_q) + 32'(gaps_level))
  `WF_ASSERT_STABLE(LinearResponderHeld, valid_o && !ready_i, {valid_o, tag_o, data_o})
  `WF_COVER(LinearResponderFull, full_o)
  `WF_COVER(LinearResponderDueWhileSending, due && sending)
  `WF_COVER(LinearResponderSeveralDue, 32'(due_q) > 1)
  `WF_COVER(LinearResponderDueTogether, due && !gaps_empty && gap_zero)
  `WF_COVER(LinearResponderRequestAsOneIsDue, due && request_i)

endmodule

`endif
