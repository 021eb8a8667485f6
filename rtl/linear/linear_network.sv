// SPDX-License-Identifier: Apache-2.0
//
// The linear client-server network (section II, Figure 1) or its generalisation to trees: hosts, a
// forward network of 2x1 switches that brings their requests to the server, and a reverse network
// for the responses.
//
// Terminals 0..Hosts-1 are the hosts, the last one is the server. HostTarget and SwitchTarget give
// the shape (linear_pkg); the default is the line. Depth, Refill and UpstreamFirst are those of the
// switches (linear_switch), Records the requests that the server holds (linear_responder).
// Streams are valid/ready; a flit moves in a cycle in which both are high, and valid never depends
// on ready. eject_stall_i is registered; a flit at an eject port has been taken.
// The registers of a host are loaded while its program_i is high (linear_host), the server's
// service time while the server's is (linear_server). With Sporadic, a programmed host's client
// demands each message by inject_valid_i. With RoundTrip the monitors measure until the response.
// missed_o of the server is linear_server's lapsed_o.
// Latency: an unblocked message of e flits whose header is offered in cycle c, over i switches, has
// its tail at the server in cycle c + e + i - 1.
//
// Monitor: channels 0..Switches-1 are the switches' outputs, channel Switches + s is the link that
// feeds branch s. A flit moves where valid and acknowledge are high. The owner is the input served
// by a switch; 0 for the reverse links.
// Combinational paths:
//   inject_valid_i, inject_tag_i, inject_data_i -> channel_valid_o
//   inject_tag_i -> channel_tag_o
`ifndef LINEAR_NETWORK_SV_
`define LINEAR_NETWORK_SV_
`include "wayfarer_assert.svh"

module linear_network
  import linear_pkg::*;
#(
  parameter int unsigned Hosts         = 4,
  parameter int unsigned Switches      = Hosts,
  parameter targets_t    HostTarget    = line_host_targets(),
  parameter targets_t    SwitchTarget  = line_switch_targets(),
  parameter int unsigned FlitWidth     = 64,
  parameter int unsigned Depth         = 1,
  parameter bit          Refill        = 1'b1,
  parameter bit          UpstreamFirst = 1'b0,
  parameter int unsigned Records       = 16,
  parameter bit          Sporadic      = 1'b0,
  parameter bit          RoundTrip     = 1'b0,
  localparam int unsigned Terminals = Hosts + 1,
  localparam int unsigned Channels  = 2 * Switches
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  // Streams of the terminals.
  input  logic                  inject_valid_i [Terminals],
  input  flit_tag_t             inject_tag_i   [Terminals],
  input  logic [FlitWidth-1:0]  inject_data_i  [Terminals],
  output logic                  inject_ready_o [Terminals],
  output logic [1:0]            error_o        [Terminals],
  output logic [7:0]            error_count_o  [Terminals],
  input  logic                  eject_stall_i  [Terminals],
  output logic                  eject_valid_o  [Terminals],
  output flit_tag_t             eject_tag_o    [Terminals],
  output logic [FlitWidth-1:0]  eject_data_o   [Terminals],
  // Registers of the interfaces.
  input  logic                  program_i      [Terminals],
  input  logic [CountWidth-1:0] period_i       [Hosts],
  input  logic [CountWidth-1:0] length_i       [Hosts],
  input  logic [CountWidth-1:0] phase_i        [Hosts],
  input  logic [CountWidth-1:0] deadline_i     [Hosts],
  input  logic [CountWidth-1:0] service_i,
  output logic                  missed_o       [Terminals],
  output logic [CountWidth-1:0] worst_o        [Hosts],
  output logic [CountWidth-1:0] outstanding_o  [Hosts],
  // Monitor.
  output logic                  channel_valid_o       [Channels],
  output flit_tag_t             channel_tag_o        [Channels],
  output logic                  channel_acknowledge_o [Channels],
  output logic                  channel_owner_o       [Channels]
);

  `WF_ASSERT_STATIC(LinearNetworkLegal,
                    is_tree(Hosts, Switches, HostTarget, SwitchTarget) &&
                    flit_width_legal(FlitWidth) && Depth >= 1 && Records >= 1)

  function automatic config_t make_config();
    make_config.Hosts         = Hosts;
    make_config.Switches      = Switches;
    make_config.FlitWidth     = FlitWidth;
    make_config.Depth         = Depth;
    make_config.Refill        = Refill;
    make_config.UpstreamFirst = UpstreamFirst;
  endfunction

  localparam config_t Config = make_config();

  localparam terminal_t Server = terminal_t'(Hosts);

  // Between hosts and networks, by host.
  logic                 request_valid  [Hosts];
  flit_tag_t            request_tag    [Hosts];
  logic [FlitWidth-1:0] request_data   [Hosts];
  logic                 request_ready  [Hosts];
  logic                 response_valid [Hosts];
  flit_tag_t            response_tag   [Hosts];
  logic [FlitWidth-1:0] response_data  [Hosts];
  logic                 response_ready [Hosts];
  // Between server and networks.
  logic                 arrival_valid, arrival_ready, answer_valid, answer_ready;
  flit_tag_t            arrival_tag, answer_tag;
  logic [FlitWidth-1:0] arrival_data, answer_data;
  logic [Hosts-1:0]     delivered;

  // Identity inputs: constants, held in arrays so that equal tiles stay equal in simulation.
  terminal_t            own    [Hosts];
  terminal_t            server [Hosts];

  for (genvar h = 0; h < Hosts; h++) begin : gen_host
    assign own[h]    = terminal_t'(h);
    assign server[h] = Server;

    linear_host #(
      .FlitWidth(FlitWidth),
      .Sporadic (Sporadic),
      .RoundTrip(RoundTrip)
    ) u_host (
      .clk_i           (clk_i),
      .rst_ni          (rst_ni),
      .own_i           (own[h]),
      .server_i        (server[h]),
      .program_i       (program_i[h]),
      .schedule_i      ({period_i[h], length_i[h], phase_i[h], deadline_i[h]}),
      .delivered_i     (delivered[h]),
      .watch_o         ({missed_o[h], worst_o[h], outstanding_o[h]}),
      .client_valid_i  (inject_valid_i[h]),
      .client_tag_i    (inject_tag_i[h]),
      .client_data_i   (inject_data_i[h]),
      .client_ready_o  (inject_ready_o[h]),
      .errors_o        ({error_count_o[h], error_o[h]}),
      .valid_o         (request_valid[h]),
      .tag_o           (request_tag[h]),
      .data_o          (request_data[h]),
      .ready_i         (request_ready[h]),
      .response_valid_i(response_valid[h]),
      .response_tag_i  (response_tag[h]),
      .response_data_i (response_data[h]),
      .response_ready_o(response_ready[h]),
      .eject_stall_i   (eject_stall_i[h]),
      .eject_valid_o   (eject_valid_o[h]),
      .eject_tag_o     (eject_tag_o[h]),
      .eject_data_o    (eject_data_o[h])
    );
  end

  linear_forward #(
    .Config      (Config),
    .HostTarget  (HostTarget),
    .SwitchTarget(SwitchTarget)
  ) u_forward (
    .clk_i                (clk_i),
    .rst_ni               (rst_ni),
    .valid_i              (request_valid),
    .tag_i                (request_tag),
    .data_i               (request_data),
    .ready_o              (request_ready),
    .valid_o              (arrival_valid),
    .tag_o                (arrival_tag),
    .data_o               (arrival_data),
    .ready_i              (arrival_ready),
    .channel_valid_o      (channel_valid_o[0:Switches-1]),
    .channel_tag_o        (channel_tag_o[0:Switches-1]),
    .channel_acknowledge_o(channel_acknowledge_o[0:Switches-1]),
    .channel_owner_o      (channel_owner_o[0:Switches-1])
  );

  linear_server #(
    .Hosts    (Hosts),
    .FlitWidth(FlitWidth),
    .Records  (Records)
  ) u_server (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .own_i          (Server),
    .program_i      (program_i[Hosts]),
    .service_i      (service_i),
    .client_valid_i (inject_valid_i[Hosts]),
    .client_tag_i   (inject_tag_i[Hosts]),
    .client_data_i  (inject_data_i[Hosts]),
    .client_ready_o (inject_ready_o[Hosts]),
    .error_o        (error_o[Hosts]),
    .error_count_o  (error_count_o[Hosts]),
    .request_valid_i(arrival_valid),
    .request_tag_i  (arrival_tag),
    .request_data_i (arrival_data),
    .request_ready_o(arrival_ready),
    .eject_stall_i  (eject_stall_i[Hosts]),
    .eject_valid_o  (eject_valid_o[Hosts]),
    .eject_tag_o    (eject_tag_o[Hosts]),
    .eject_data_o   (eject_data_o[Hosts]),
    .delivered_o    (delivered),
    .lapsed_o       (missed_o[Hosts]),
    .valid_o        (answer_valid),
    .tag_o          (answer_tag),
    .data_o         (answer_data),
    .ready_i        (answer_ready)
  );

  linear_reverse #(
    .Config      (Config),
    .HostTarget  (HostTarget),
    .SwitchTarget(SwitchTarget)
  ) u_reverse (
    .clk_i                (clk_i),
    .rst_ni               (rst_ni),
    .valid_i              (answer_valid),
    .tag_i                (answer_tag),
    .data_i               (answer_data),
    .ready_o              (answer_ready),
    .valid_o              (response_valid),
    .tag_o                (response_tag),
    .data_o               (response_data),
    .ready_i              (response_ready),
    .channel_valid_o      (channel_valid_o[Switches:Channels-1]),
    .channel_tag_o        (channel_tag_o[Switches:Channels-1]),
    .channel_acknowledge_o(channel_acknowledge_o[Switches:Channels-1])
  );

  for (genvar s = 0; s < Switches; s++) begin : gen_reverse_owner
    assign channel_owner_o[Switches+s] = 1'b0;
  end

  `WF_ASSERT(LinearNetworkDeliversOne, $onehot0(delivered))

endmodule

`endif
