// SPDX-License-Identifier: Apache-2.0
//
// Sender of a host (section II: M_i = {p_i, e_i, d_i}): releases a message every period_i cycles,
// or on demand with at least period_i cycles between two, and sends the messages to the server in
// order.
//
// program_i loads the registers; the cycle after it is cycle 0. A message is due in cycle phase_i,
// then period_i cycles after each release: due_o is high. It is released in the first cycle from
// then on in which demand_i is high: if that is always so, message n in cycle phase + n * period.
// In the cycle of its release, release_o, its header is offered if no message is open. Messages
// that cannot be sent yet are counted, up to 2^Width - 1; a release beyond that is lost. A message
// that has begun is finished regardless of program_i.
// period_i = 0: no message is released. length_i = 0 counts as 1.
// enabled_o: a period is set, or a message is open; this sender has the link to the switch.
// Messages are numbered from 0 (sequence, 16 bits, below the host's number in the identifier);
// linear_message has the format. valid_o does not depend on ready_i.
`ifndef LINEAR_SENDER_SV_
`define LINEAR_SENDER_SV_
`include "wayfarer_assert.svh"

module linear_sender
  import linear_pkg::*;
#(
  parameter int unsigned FlitWidth = 64,
  parameter int unsigned Width     = CountWidth
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  terminal_t            own_i,
  input  terminal_t            server_i,
  // Registers.
  input  logic                 program_i,
  input  logic [Width-1:0]     period_i,
  input  logic [Width-1:0]     length_i,
  input  logic [Width-1:0]     phase_i,
  output logic                 enabled_o,
  output logic                 due_o,
  input  logic                 demand_i,
  output logic                 release_o,
  // The stream.
  output logic                 valid_o,
  output flit_tag_t            tag_o,
  output logic [FlitWidth-1:0] data_o,
  input  logic                 ready_i
);

  `WF_ASSERT_STATIC(LinearSenderLegal, flit_width_legal(FlitWidth) && Width >= 1)

  localparam int unsigned SequenceWidth = IdentifierWidth - TerminalWidth;

  logic [Width-1:0]         period_q, length_q;
  logic [Width-1:0]         wait_q;     // cycles to the next release
  logic [Width-1:0]         backlog_q;  // messages released whose header has not been taken
  logic [SequenceWidth-1:0] sequence_q;
  logic                     start, started, sending;

  assign due_o     = period_q != '0 && wait_q == '0;
  assign release_o = due_o && demand_i;
  assign start     = backlog_q != '0 || release_o;
  assign enabled_o = period_q != '0 || sending;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      period_q <= '0;
      length_q <= '0;
      wait_q   <= '0;
    end else if (program_i) begin
      period_q <= period_i;
      length_q <= length_i;
      wait_q   <= phase_i;
    end else begin
      wait_q <= (release_o ? period_q : due_o ? Width'(1) : wait_q) - Width'(1);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || program_i)                          backlog_q <= '0;
    else if (started && !release_o)                    backlog_q <= backlog_q - Width'(1);
    else if (release_o && !started && backlog_q != '1) backlog_q <= backlog_q + Width'(1);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni)      sequence_q <= '0;
    else if (started) sequence_q <= sequence_q + SequenceWidth'(1);
  end

  linear_message #(
    .FlitWidth(FlitWidth),
    .Width    (Width)
  ) u_message (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .start_i      (start),
    .destination_i(server_i),
    .source_i     (own_i),
    .identifier_i ({own_i, sequence_q}),
    .flits_i      (length_q),
    .started_o    (started),
    .sending_o    (sending),
    .valid_o      (valid_o),
    .tag_o        (tag_o),
    .data_o       (data_o),
    .ready_i      (ready_i)
  );

  `WF_ASSERT(LinearSenderOwnsWhatItSends, !valid_o || enabled_o)
  `WF_ASSERT_STABLE(LinearSenderHeld, valid_o && !ready_i && !program_i, {valid_o, tag_o, data_o})
  `WF_COVER(LinearSenderBacklog, release_o && backlog_q != '0)
  `WF_COVER(LinearSenderWithoutDemand, due_o && !demand_i)
  `WF_COVER(LinearSenderStartsAtOnce, release_o && started && backlog_q == '0)
  `WF_COVER(LinearSenderProgrammedWhileSending, program_i && sending)

endmodule

`endif
