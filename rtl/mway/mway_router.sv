// SPDX-License-Identifier: Apache-2.0
//
// The switch-free m-way router (paper Figure 2): two equal halves, mway_interface, each with the
// arbiter of the channel that it drives and the buffer set whose flits it sends there. The set that
// receives from channel A drives channel B and vice versa; no crossbar.
//
//              +--------------------------------------------+
//   channel A  |  allocation --> buffers DIM+ --> arbiter B |  channel B
//   <--------> |                                            | <-------->
//              |  arbiter A <-- buffers DIM- <-- allocation |
//              +--------------------------------------------+
//
// Channel B is A's neighbour along the positive dimension. The paper's DIM pins are in identity_i,
// the identifiers DIM+ and DIM-: on A the router receives as DIM+ and drives as DIM-, on B it
// receives as DIM- and drives as DIM+. position_i are the channels' addresses. Both are constant
// after reset; they are ports so that every router is the same module. With Config.Configurable the
// network is also in identity_i, and every network of that size or less has the same router.
//
// One clock. A flit spends one cycle on each channel, and waits at least one more in between
// unless the router already owns the next channel. error_o pulses per set (bit 0: DIM+).
// The priority lines are four ports each way: they depend on one another (mway_arbiter). Data and
// Stat, whose widths depend on parameters, are a port for each channel.
// Combinational paths:
//   data_a_i, data_b_i, payload_i -> error_o
//   data_a_i, data_b_i -> answer_o
//   payload_i -> answer_o (Stat!=Addressed)
//   stat_a_i -> data_a_o, payload_o, po0_o, po1_o, po2_o, po3_o (Stat!=Cyclic, Variant!=Pipelined)
//   stat_b_i -> data_b_o, payload_o, po0_o, po1_o, po2_o, po3_o (Stat!=Cyclic, Variant!=Pipelined)
//   s3_i -> po0_o, po1_o, po2_o
//   s2_i -> po0_o, po1_o
//   s1_i -> po0_o
//   payload_i -> po0_o, po1_o, po2_o, po3_o (Variant=Aged)
//   identity_i -> answer_o, data_a_o, data_b_o, error_o, payload_o, po0_o, po1_o, po2_o, po3_o
//   identity_i -> status_o (Configurable=1)
//   position_i -> error_o (Faults=1)
//   position_i -> error_o (Variant=Multicast)
//   position_i -> error_o (Relative=1)
`ifndef MWAY_ROUTER_SV_
`define MWAY_ROUTER_SV_
`include "wayfarer_assert.svh"

module mway_router
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t     Config           = default_config(),
  localparam int unsigned PositionWidth = position_width(Config.Extents),
  localparam int unsigned LineWidth     = line_width(Config),
  localparam int unsigned StatusWidth   = status_width(Config),
  localparam int unsigned StatWidth     = stat_lines(Config)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  identity_t                     identity_i,
  input  logic [1:0][PositionWidth-1:0] position_i,
  // Lines of the channels, [0] of A and [1] of B, then this router's outputs to them.
  input  logic [1:0]                    s3_i,
  input  logic [1:0]                    s2_i,
  input  logic [1:0]                    s1_i,
  input  logic [1:0]                    s0_i,
  input  payload_t [1:0]                payload_i,
  input  logic [LineWidth-1:0]          data_a_i,
  input  logic [LineWidth-1:0]          data_b_i,
  input  answer_t [1:0]                 answer_i,
  input  logic [StatWidth-1:0]          stat_a_i,
  input  logic [StatWidth-1:0]          stat_b_i,
  output logic [1:0]                    po3_o,
  output logic [1:0]                    po2_o,
  output logic [1:0]                    po1_o,
  output logic [1:0]                    po0_o,
  output payload_t [1:0]                payload_o,
  output logic [LineWidth-1:0]          data_a_o,
  output logic [LineWidth-1:0]          data_b_o,
  output answer_t [1:0]                 answer_o,
  output logic [1:0][StatusWidth-1:0]   status_o,
  output logic [1:0]                    error_o
);

  `WF_ASSERT_STATIC(MwayRouterLegal,
                    config_legal(Config))

  localparam int unsigned A = 0;
  localparam int unsigned B = 1;

  identity_t number_minus, number_plus;  // of the sets that drive A and B
  driver_t   driver_a, driver_b;

  assign number_minus = '{network: identity_i.network, plus: identity_i.minus, minus: '0};
  assign number_plus  = '{network: identity_i.network, plus: identity_i.plus, minus: '0};

  mway_interface #(
    .Config(Config)
  ) u_interface_b (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .identity_i     (number_plus),
    .position_i     (position_i[B]),
    .s3_i           (s3_i[B]),
    .s2_i           (s2_i[B]),
    .s1_i           (s1_i[B]),
    .s0_i           (s0_i[B]),
    .payload_i      (payload_i[B]),
    .data_i         (data_b_i),
    .answer_i       (answer_i[B]),
    .stat_i         (stat_b_i),
    .po3_o          (po3_o[B]),
    .po2_o          (po2_o[B]),
    .po1_o          (po1_o[B]),
    .po0_o          (po0_o[B]),
    .payload_o      (payload_o[B]),
    .data_o         (data_b_o),
    .driver_o       (driver_b),
    .other_driver_i (driver_a),
    .other_payload_i(payload_i[A]),
    .other_data_i   (data_a_i),
    .other_answer_o (answer_o[A]),
    .other_status_o (status_o[A]),
    .error_o        (error_o[0])
  );

  mway_interface #(
    .Config(Config)
  ) u_interface_a (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .identity_i     (number_minus),
    .position_i     (position_i[A]),
    .s3_i           (s3_i[A]),
    .s2_i           (s2_i[A]),
    .s1_i           (s1_i[A]),
    .s0_i           (s0_i[A]),
    .payload_i      (payload_i[A]),
    .data_i         (data_a_i),
    .answer_i       (answer_i[A]),
    .stat_i         (stat_a_i),
    .po3_o          (po3_o[A]),
    .po2_o          (po2_o[A]),
    .po1_o          (po1_o[A]),
    .po0_o          (po0_o[A]),
    .payload_o      (payload_o[A]),
    .data_o         (data_a_o),
    .driver_o       (driver_a),
    .other_driver_i (driver_b),
    .other_payload_i(payload_i[B]),
    .other_data_i   (data_b_i),
    .other_answer_o (answer_o[B]),
    .other_status_o (status_o[B]),
    .error_o        (error_o[1])
  );

  `WF_ASSERT(NetworkPinsLegal, !Config.Configurable || network_legal(Config, identity_i.network))
  `WF_ASSERT_STABLE(NetworkPinsHeld, Config.Configurable, identity_i)

endmodule

`endif
