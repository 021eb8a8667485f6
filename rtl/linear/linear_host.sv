// SPDX-License-Identifier: Apache-2.0
//
// Interface of a host: feeds the host's switch either from the client's stream or, once programmed
// with a period, from the periodic sender, whose deadlines it monitors; delivers the responses.
//
// program_i loads the registers of sender and monitor (see there). Without a period the client's
// stream goes through the guard (legal destination: the server), and the source in its headers is
// replaced by the host's number, which prevents source spoofing. With a period the sender has the
// link; the current message, of either, is finished first. client_ready_o is low then or, with
// Sporadic, high when a message is due: the client demands it by client_valid_i, whatever the flit.
// delivered_i: the server took a tail of this host's messages in this cycle. It ends the time of a
// message or, with RoundTrip, the tail of a response does, of which each message must have one.
//
// Responses appear at the eject port in the cycle in which they are taken. stall_i is registered:
// from one cycle after it rises no flit is taken.
// Combinational paths:
//   client_valid_i -> valid_o
//   client_tag_i -> valid_o, tag_o, data_o
//   client_data_i -> valid_o, data_o
//   ready_i -> client_ready_o
//   response_valid_i -> eject_valid_o
//   response_tag_i -> eject_tag_o
//   response_data_i -> eject_data_o
//   server_i -> valid_o, data_o
//   own_i -> data_o
`ifndef LINEAR_HOST_SV_
`define LINEAR_HOST_SV_
`include "wayfarer_assert.svh"

module linear_host
  import linear_pkg::*;
#(
  parameter int unsigned FlitWidth = 64,
  parameter bit          Sporadic  = 1'b0,
  parameter bit          RoundTrip = 1'b0
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  terminal_t             own_i,
  input  terminal_t             server_i,
  // Registers and monitor results.
  input  logic                  program_i,
  input  schedule_t             schedule_i,
  input  logic                  delivered_i,
  output watch_t                watch_o,
  // The client's stream, to the server.
  input  logic                  client_valid_i,
  input  flit_tag_t             client_tag_i,
  input  logic [FlitWidth-1:0]  client_data_i,
  output logic                  client_ready_o,
  output errors_t               errors_o,
  // To the forward network.
  output logic                  valid_o,
  output flit_tag_t             tag_o,
  output logic [FlitWidth-1:0]  data_o,
  input  logic                  ready_i,
  // The responses: from the reverse network, and as they are taken.
  input  logic                  response_valid_i,
  input  flit_tag_t             response_tag_i,
  input  logic [FlitWidth-1:0]  response_data_i,
  output logic                  response_ready_o,
  input  logic                  eject_stall_i,
  output logic                  eject_valid_o,
  output flit_tag_t             eject_tag_o,
  output logic [FlitWidth-1:0]  eject_data_o
);

  `WF_ASSERT_STATIC(LinearHostLegal, flit_width_legal(FlitWidth))

  // The two senders; the link changes hands only between messages.
  logic                 own_valid, enabled, released, guard_pass, guard_open, own_turn;
  logic                 due, demand, room, ended;
  flit_tag_t            own_tag;
  logic [FlitWidth-1:0] own_data;

  assign own_turn       = enabled && !guard_open;
  assign client_ready_o = own_turn ? Sporadic && due && room : ready_i;
  assign demand         = Sporadic ? own_turn && room && client_valid_i : 1'b1;

  linear_guard u_guard (
    .clk_i              (clk_i),
    .rst_ni             (rst_ni),
    .valid_i            (client_valid_i && !own_turn),
    .tag_i              (client_tag_i),
    .destination_legal_i(client_data_i[TerminalWidth-1:0] == server_i),
    .ready_i            (ready_i),
    .pass_o             (guard_pass),
    .open_o             (guard_open),
    .error_o            (errors_o.causes),
    .error_count_o      (errors_o.count)
  );

  linear_sender #(
    .FlitWidth(FlitWidth)
  ) u_sender (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .own_i    (own_i),
    .server_i (server_i),
    .program_i(program_i),
    .period_i (schedule_i.period),
    .length_i (schedule_i.length),
    .phase_i  (schedule_i.phase),
    .enabled_o(enabled),
    .due_o    (due),
    .demand_i (demand),
    .release_o(released),
    .valid_o  (own_valid),
    .tag_o    (own_tag),
    .data_o   (own_data),
    .ready_i  (ready_i && own_turn)
  );

  assign ended = RoundTrip ? eject_valid_o && eject_tag_o.tail : delivered_i;

  linear_monitor #(
    .Sporadic(Sporadic)
  ) u_monitor (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .program_i    (program_i),
    .period_i     (schedule_i.period),
    .deadline_i   (schedule_i.deadline),
    .release_i    (released),
    .delivered_i  (ended),
    .room_o       (room),
    .missed_o     (watch_o.missed),
    .worst_o      (watch_o.worst),
    .outstanding_o(watch_o.outstanding)
  );

  logic [FlitWidth-1:0] client_data;
  assign client_data = client_tag_i.head ? {client_data_i[FlitWidth-1:IdentifierOffset], own_i,
                                             client_data_i[SourceOffset-1:0]}
                                          : client_data_i;

  assign valid_o = own_turn ? own_valid : guard_pass;
  assign tag_o   = own_turn ? own_tag : client_tag_i;
  assign data_o  = own_turn ? own_data : client_data;

  logic stall_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) stall_q <= 1'b0;
    else         stall_q <= eject_stall_i;
  end

  assign response_ready_o = !stall_q;
  assign eject_valid_o    = response_valid_i && response_ready_o;
  assign eject_tag_o      = response_tag_i;
  assign eject_data_o     = response_data_i;

  if (RoundTrip) begin : gen_round_trip
    logic unused;
    assign unused = delivered_i;
  end

  `WF_ASSERT_NEXT(LinearHostStalls, eject_stall_i, !eject_valid_o)

endmodule

`endif
