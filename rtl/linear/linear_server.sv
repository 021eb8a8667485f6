// SPDX-License-Identifier: Apache-2.0
//
// Interface of the server: takes the requests, and feeds the reverse network either from the
// external stream or, once programmed with a service time, with an answer to each request.
//
// program_i loads service_i. 0: the external stream goes through the guard (legal destinations: the
// hosts), and the source in its headers is replaced by the server's number. Otherwise the responder
// has the link and client_ready_o is low. The current message is finished first, and so are all
// pending answers.
//
// Requests appear at the eject port in the cycle in which they are taken. stall_i is registered:
// from one cycle after it rises no flit is taken. With a service time, no flit is taken while all
// Records records are in use. lapsed_o rises at the end of a cycle in which an offered flit is not
// taken for either reason, and stays until program_i: no bound of a response holds any more.
// delivered_o shows, in the cycle in which a tail is taken, the host that its message came from.
// Combinational paths:
//   client_valid_i -> valid_o
//   client_tag_i -> valid_o, tag_o, data_o
//   client_data_i -> valid_o, data_o
//   ready_i -> client_ready_o
//   request_valid_i -> eject_valid_o, delivered_o
//   request_tag_i -> eject_tag_o, delivered_o
//   request_data_i -> eject_data_o, delivered_o
//   own_i -> data_o
`ifndef LINEAR_SERVER_SV_
`define LINEAR_SERVER_SV_
`include "wayfarer_assert.svh"

module linear_server
  import linear_pkg::*;
#(
  parameter int unsigned Hosts     = 4,
  parameter int unsigned FlitWidth = 64,
  parameter int unsigned Records   = 16
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  terminal_t             own_i,
  // Register.
  input  logic                  program_i,
  input  logic [CountWidth-1:0] service_i,
  // The external stream, to the hosts.
  input  logic                  client_valid_i,
  input  flit_tag_t             client_tag_i,
  input  logic [FlitWidth-1:0]  client_data_i,
  output logic                  client_ready_o,
  output logic [1:0]            error_o,
  output logic [7:0]            error_count_o,
  // The requests: from the forward network, and as they are taken.
  input  logic                  request_valid_i,
  input  flit_tag_t             request_tag_i,
  input  logic [FlitWidth-1:0]  request_data_i,
  output logic                  request_ready_o,
  input  logic                  eject_stall_i,
  output logic                  eject_valid_o,
  output flit_tag_t             eject_tag_o,
  output logic [FlitWidth-1:0]  eject_data_o,
  output logic [Hosts-1:0]      delivered_o,
  output logic                  lapsed_o,
  // To the reverse network.
  output logic                  valid_o,
  output flit_tag_t             tag_o,
  output logic [FlitWidth-1:0]  data_o,
  input  logic                  ready_i
);

  `WF_ASSERT_STATIC(LinearServerLegal,
                    Hosts >= 1 && Hosts <= MaxHosts && flit_width_legal(FlitWidth) && Records >= 1)

  logic [CountWidth-1:0] service_q;
  logic                  stall_q;
  logic                  answers_q, full;  // service_q is not 0

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      service_q <= '0;
      answers_q <= 1'b0;
      stall_q   <= 1'b0;
    end else begin
      if (program_i) begin
        service_q <= service_i;
        answers_q <= service_i != '0;
      end
      stall_q <= eject_stall_i;
    end
  end

  logic lapsed_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || program_i)                     lapsed_q <= 1'b0;
    else if (request_valid_i && !request_ready_o) lapsed_q <= 1'b1;
  end

  assign lapsed_o = lapsed_q;

  // The requests, and the stored fields of the arriving one.
  terminal_t             source_q, source;
  identifier_t           identifier_q, identifier;
  logic [CountWidth-1:0] flits_q, flits;
  logic                  ended;

  assign request_ready_o = !stall_q && !(answers_q && full);
  assign eject_valid_o   = request_valid_i && request_ready_o;
  assign eject_tag_o     = request_tag_i;
  assign eject_data_o    = request_data_i;
  assign ended           = eject_valid_o && request_tag_i.tail;

  assign source     = request_tag_i.head ? request_data_i[SourceOffset+:TerminalWidth] : source_q;
  // In place of the bits that a narrow header lacks: the source, as in hosts' own messages.
  if (FlitWidth >= HeaderWidth) begin : gen_whole
    assign identifier = request_tag_i.head ? request_data_i[IdentifierOffset+:IdentifierWidth]
                                            : identifier_q;
  end else begin : gen_narrow
    assign identifier = request_tag_i.head ? {source, request_data_i[FlitWidth-1:IdentifierOffset]}
                                            : identifier_q;
  end
  assign flits      = request_tag_i.head ? CountWidth'(1) : flits_q + CountWidth'(flits_q != '1);

  always_ff @(posedge clk_i) begin
    if (eject_valid_o) begin
      source_q     <= source;
      identifier_q <= identifier;
      flits_q      <= flits;
    end
  end

  for (genvar h = 0; h < Hosts; h++) begin : gen_delivered
    assign delivered_o[h] = ended && source == terminal_t'(h);
  end

  // The two senders; the link changes hands only between messages.
  logic                 answer_valid, answer_busy, guard_pass, guard_open, own_turn;
  flit_tag_t            answer_tag;
  logic [FlitWidth-1:0] answer_data;

  assign own_turn       = (answers_q || answer_busy) && !guard_open;
  assign client_ready_o = ready_i && !own_turn;

  linear_guard u_guard (
    .clk_i              (clk_i),
    .rst_ni             (rst_ni),
    .valid_i            (client_valid_i && !own_turn),
    .tag_i              (client_tag_i),
    .destination_legal_i(32'(client_data_i[TerminalWidth-1:0]) < Hosts),
    .ready_i            (ready_i),
    .pass_o             (guard_pass),
    .open_o             (guard_open),
    .error_o            (error_o),
    .error_count_o      (error_count_o)
  );

  linear_responder #(
    .FlitWidth(FlitWidth),
    .Records  (Records)
  ) u_responder (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .own_i       (own_i),
    .service_i   (service_q),
    .request_i   (ended && answers_q),
    .source_i    (source),
    .identifier_i(identifier),
    .flits_i     (flits),
    .full_o      (full),
    .busy_o      (answer_busy),
    .valid_o     (answer_valid),
    .tag_o       (answer_tag),
    .data_o      (answer_data),
    .ready_i     (ready_i && own_turn)
  );

  logic [FlitWidth-1:0] client_data;
  assign client_data = client_tag_i.head ? {client_data_i[FlitWidth-1:IdentifierOffset], own_i,
                                             client_data_i[SourceOffset-1:0]}
                                          : client_data_i;

  assign valid_o = own_turn ? answer_valid : guard_pass;
  assign tag_o   = own_turn ? answer_tag : client_tag_i;
  assign data_o  = own_turn ? answer_data : client_data;

  `WF_ASSERT(LinearServerSourceExists, !ended || 32'(source) < Hosts)
  `WF_ASSERT_NEXT(LinearServerStalls, eject_stall_i, !eject_valid_o)

endmodule

`endif
