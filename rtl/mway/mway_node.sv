// SPDX-License-Identifier: Apache-2.0
//
// A channel with its processors: one tile of a network (paper Figure 1: C_i with P_i).
//
// The members that are routers come from outside, by their identifiers 0 .. RouterWays-1; the
// processors take the identifiers that follow, with Config.Configurable those that follow the
// network's own. A network is nodes joined by routers. The priority
// lines are four ports each way: they depend on one another (mway_arbiter).
// Combinational paths:
//   data_i -> data_o
//   payload_i -> answer_o, payload_o
//   data_i, answer_i -> answer_o (Stat!=Addressed)
//   data_i, answer_i -> answer_o (Variant=Pipelined)
//   status_i -> stat_o
//   status_i -> answer_o, data_o, payload_o (Stat!=Cyclic, Variant!=Pipelined)
//   status_i -> s0_o, s1_o, s2_o, s3_o (Stat!=Cyclic, Variant!=Pipelined)
//   po3_i -> s0_o, s1_o, s2_o, s3_o
//   po2_i -> s0_o, s1_o, s2_o
//   po1_i -> s0_o, s1_o
//   po0_i -> s0_o
//   payload_i -> s0_o, s1_o, s2_o, s3_o (Variant=Aged)
//   network_i -> answer_o, data_o, payload_o, s0_o, s1_o, s2_o, s3_o, stat_o (Configurable=1)
`ifndef MWAY_NODE_SV_
`define MWAY_NODE_SV_
`include "wayfarer_assert.svh"

module mway_node
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned RouterWays    = processor_way(Config.Extents, Config.Torus),
  localparam int unsigned Routers       = routers(Config),  // ports for them
  localparam int unsigned Ways          = RouterWays + Config.Processors,
  localparam int unsigned PositionWidth = position_width(Config.Extents),
  localparam int unsigned LineWidth     = line_width(Config),
  localparam int unsigned StatusWidth   = status_width(Config),
  localparam int unsigned StatWidth     = stat_lines(Config)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  network_t                    network_i,  // if Config.Configurable
  input  logic [PositionWidth-1:0]    position_i,
  // The processors' sides.
  input  processor_request_t          processor_i   [Config.Processors],
  input  logic [Config.FlitWidth-1:0] inject_data_i [Config.Processors],
  output processor_response_t         processor_o   [Config.Processors],
  output logic [Config.FlitWidth-1:0] eject_data_o  [Config.Processors],
  // The routers, as drivers and as receivers.
  input  logic                        po3_i         [Routers],
  input  logic                        po2_i         [Routers],
  input  logic                        po1_i         [Routers],
  input  logic                        po0_i         [Routers],
  input  payload_t                    payload_i     [Routers],
  input  logic [LineWidth-1:0]        data_i        [Routers],
  input  answer_t                     answer_i      [Routers],
  input  logic [StatusWidth-1:0]      status_i      [Routers],
  // The channel's lines, and its current driver.
  output logic                        s3_o,
  output logic                        s2_o,
  output logic                        s1_o,
  output logic                        s0_o,
  output payload_t                    payload_o,
  output logic [LineWidth-1:0]        data_o,
  output answer_t                     answer_o,
  output logic [StatWidth-1:0]        stat_o,
  output driver_t                     driver_o
);

  `WF_ASSERT_STATIC(MwayNodeLegal, config_legal(Config))

  // The members' outputs to the channel: the routers, then the processors.
  logic                        po3           [Ways];
  logic                        po2           [Ways];
  logic                        po1           [Ways];
  logic                        po0           [Ways];
  payload_t                    drive_payload [Ways];
  logic [LineWidth-1:0]        drive_data    [Ways];
  answer_t                     answer        [Ways];
  logic [StatusWidth-1:0]      status        [Ways];
  // By number on the channel. The other lines are wired ORs, whose inputs have no order.
  logic [StatusWidth-1:0]      line_status   [Ways];
  way_t                        first_local, last_way;

  mway_channel #(
    .Config(Config)
  ) u_channel (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .last_way_i (last_way),
    .po3_i    (po3),
    .po2_i    (po2),
    .po1_i    (po1),
    .po0_i    (po0),
    .payload_i(drive_payload),
    .data_i   (drive_data),
    .answer_i (answer),
    .status_i (line_status),
    .s3_o     (s3_o),
    .s2_o     (s2_o),
    .s1_o     (s1_o),
    .s0_o     (s0_o),
    .payload_o(payload_o),
    .data_o   (data_o),
    .answer_o (answer_o),
    .stat_o   (stat_o)
  );

  for (genvar r = 0; r < RouterWays; r++) begin : gen_router
    assign po3[r]           = po3_i[r];
    assign po2[r]           = po2_i[r];
    assign po1[r]           = po1_i[r];
    assign po0[r]           = po0_i[r];
    assign drive_payload[r] = payload_i[r];
    assign drive_data[r]    = data_i[r];
    assign answer[r]        = answer_i[r];
    assign status[r]        = status_i[r];
  end

  if (RouterWays == 0) begin : gen_alone
    // A channel without routers: the placeholder port is unused.
    logic unused;
    assign unused = ^{po3_i[0], po2_i[0], po1_i[0], po0_i[0], payload_i[0], data_i[0], answer_i[0],
                      status_i[0]};
  end

  if (Config.Configurable) begin : gen_pins
    /* verilator lint_off PINCONNECTEMPTY */
    mway_identifiers #(
      .Extents(Config.Extents),
      .Torus  (Config.Torus)
    ) u_identifiers (
      .network_i    (network_i),
      .first_o      (),
      .two_sided_o  (),
      .first_local_o(first_local)
    );
    /* verilator lint_on PINCONNECTEMPTY */

    assign last_way = first_local + way_t'(network_i.processors) - 1'b1;

    for (genvar w = 0; w < Ways; w++) begin : gen_way
      way_t number;
      assign number = way_t'(w) - first_local;

      always_comb begin
        line_status[w] = '0;
        if (way_t'(w) < first_local) line_status[w] = status[w];
        else begin
          for (int p = 0; p < Config.Processors; p++) begin
            if (number == way_t'(p)) line_status[w] = status[RouterWays+p];
          end
        end
      end
    end
  end else begin : gen_constant
    assign first_local = way_t'(RouterWays);
    assign last_way    = way_t'(Ways - 1);
    assign line_status = status;

    logic unused_network;
    assign unused_network = ^network_i;
  end

  for (genvar p = 0; p < Config.Processors; p++) begin : gen_processor
    localparam int unsigned Way = RouterWays + p;
    driver_t   driver;
    identity_t identity;
    assign identity = '{network: network_i, plus: first_local + driver_t'(p), minus: '0};

    mway_processor #(
      .Config(Config)
    ) u_processor (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .identity_i   (identity),
      .position_i   (position_i),
      .processor_i  (processor_i[p]),
      .inject_data_i(inject_data_i[p]),
      .processor_o  (processor_o[p]),
      .eject_data_o (eject_data_o[p]),
      .s3_i         (s3_o),
      .s2_i         (s2_o),
      .s1_i         (s1_o),
      .s0_i         (s0_o),
      .payload_i    (payload_o),
      .data_i       (data_o),
      .answer_i     (answer_o),
      .stat_i       (stat_o),
      .po3_o        (po3[Way]),
      .po2_o        (po2[Way]),
      .po1_o        (po1[Way]),
      .po0_o        (po0[Way]),
      .payload_o    (drive_payload[Way]),
      .data_o       (drive_data[Way]),
      .answer_o     (answer[Way]),
      .status_o     (status[Way]),
      .driver_o     (driver)
    );

    if (p == 0) begin : gen_monitor
      assign driver_o = driver;
    end
    // Every member's copy of the current driver's number is the same.
    `WF_ASSERT(DriverCopiesEqual, payload_o.guard.differ || driver == driver_o)
  end

  `WF_ASSERT(NodePinsLegal, !Config.Configurable || network_legal(Config, network_i))
  `WF_ASSERT_STABLE(NodePinsHeld, Config.Configurable, {network_i, position_i})

endmodule

`endif
