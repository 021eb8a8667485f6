// SPDX-License-Identifier: Apache-2.0
//
// The m-way router with a clock for each of its channels (docs/mway-clocked.md):
// mway_router with mway_clocks_set for its two sets. The clocks have any ratio and phase; all
// that a channel's lines lead to or come from is in that channel's clock. Ports with two parts
// are [0] of A and [1] of B.
//
// channel_rst_ni[c] is synchronous to channel_clk_i[c]. Both must be low at the same time until
// each clock has had two edges; either may be released first. All members of a channel are
// reset alike.
//
// Constraints: mway_clocks_router.sdc (or .xdc) beside this file, for each instance.
// Latency: a flit spends one cycle on each channel, and waits at least three of the next
// channel's in between, or four where the router does not own that channel. error_o pulses per
// set (bit 0: DIM+, in A's clock).
// Combinational paths:
//   data_a_i, data_b_i, payload_i -> answer_o, error_o
//   stat_a_i -> data_a_o, payload_o, po0_o, po1_o, po2_o, po3_o
//   stat_b_i -> data_b_o, payload_o, po0_o, po1_o, po2_o, po3_o
//   s3_i -> po0_o, po1_o, po2_o
//   s2_i -> po0_o, po1_o
//   s1_i -> po0_o
//   identity_i -> answer_o, data_a_o, data_b_o, error_o, payload_o, po0_o, po1_o, po2_o, po3_o
`ifndef MWAY_CLOCKS_ROUTER_SV_
`define MWAY_CLOCKS_ROUTER_SV_
`include "wayfarer_assert.svh"

module mway_clocks_router
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t     Config           = config_of(Clocked),
  localparam int unsigned Lines         = line_count(Config),
  localparam int unsigned BufferWidth   = wf_pkg::index_width(Config.Buffers),
  localparam int unsigned PositionWidth = position_width(Config.Extents),
  localparam int unsigned StatusWidth   = status_width(Config),
  localparam int unsigned StatWidth     = stat_lines(Config)
) (
  input  logic [1:0]                    channel_clk_i,
  input  logic [1:0]                    channel_rst_ni,
  input  identity_t                     identity_i,
  input  logic [1:0][PositionWidth-1:0] position_i,
  // Lines of the channels, [0] of A and [1] of B, then this router's outputs to them.
  input  logic [1:0]                    s3_i,
  input  logic [1:0]                    s2_i,
  input  logic [1:0]                    s1_i,
  input  logic [1:0]                    s0_i,
  input  payload_t [1:0]                payload_i,
  input  logic [Config.FlitWidth-1:0]   data_a_i,
  input  logic [Config.FlitWidth-1:0]   data_b_i,
  input  answer_t [1:0]                 answer_i,
  input  logic [StatWidth-1:0]          stat_a_i,
  input  logic [StatWidth-1:0]          stat_b_i,
  output logic [1:0]                    po3_o,
  output logic [1:0]                    po2_o,
  output logic [1:0]                    po1_o,
  output logic [1:0]                    po0_o,
  output payload_t [1:0]                payload_o,
  output logic [Config.FlitWidth-1:0]   data_a_o,
  output logic [Config.FlitWidth-1:0]   data_b_o,
  output answer_t [1:0]                 answer_o,
  output logic [1:0][StatusWidth-1:0]   status_o,
  output logic [1:0]                    error_o
);

  `WF_ASSERT_STATIC(MwayClocksRouterLegal,
                    config_legal(Config) && Config.Variant == Clocked)

  localparam int unsigned A = 0;
  localparam int unsigned B = 1;

  driver_t [1:0]                     driver;
  logic    [1:0]                     request;
  logic    [1:0]                     enable;
  logic    [1:0][BufferWidth-1:0]    slot;

  mway_arbiter #(
    .Lines(Lines)
  ) u_arbiter_a (
    .clk_i    (channel_clk_i[A]),
    .rst_ni   (channel_rst_ni[A]),
    .id_i     (identity_i.minus),
    .request_i(request[A]),
    .s3_i     (s3_i[A]),
    .s2_i     (s2_i[A]),
    .s1_i     (s1_i[A]),
    .s0_i     (s0_i[A]),
    .po3_o    (po3_o[A]),
    .po2_o    (po2_o[A]),
    .po1_o    (po1_o[A]),
    .po0_o    (po0_o[A]),
    .driver_o (driver[A]),
    .enable_o (enable[A])
  );

  mway_arbiter #(
    .Lines(Lines)
  ) u_arbiter_b (
    .clk_i    (channel_clk_i[B]),
    .rst_ni   (channel_rst_ni[B]),
    .id_i     (identity_i.plus),
    .request_i(request[B]),
    .s3_i     (s3_i[B]),
    .s2_i     (s2_i[B]),
    .s1_i     (s1_i[B]),
    .s0_i     (s0_i[B]),
    .po3_o    (po3_o[B]),
    .po2_o    (po2_o[B]),
    .po1_o    (po1_o[B]),
    .po0_o    (po0_o[B]),
    .driver_o (driver[B]),
    .enable_o (enable[B])
  );

  mway_clocks_set #(
    .Config(Config)
  ) u_set_plus (
    .receive_clk_i  (channel_clk_i[A]),
    .receive_rst_ni (channel_rst_ni[A]),
    .own_way_i      (way_t'(identity_i.plus)),
    .tag_i          (payload_i[A].tag),
    .driver_i       (driver[A]),
    .driver_buffer_i(payload_i[A].buffer[BufferWidth-1:0]),
    .data_i         (data_a_i),
    .acknowledge_o  (answer_o[A].acknowledge),
    .slot_o         (slot[A]),
    .status_o       (status_o[A]),
    .error_o        (error_o[0]),
    .drive_clk_i    (channel_clk_i[B]),
    .drive_rst_ni   (channel_rst_ni[B]),
    .position_i     (position_i[B]),
    .request_o      (request[B]),
    .enable_i       (enable[B]),
    .payload_o      (payload_o[B]),
    .data_o         (data_b_o),
    .next_i         ({age_t'(0), payload_i[B].tag, data_b_i[WayWidth-1:0], data_b_i[ClassBit]}),
    .next_answer_i  (answer_i[B]),
    .next_stat_i    (stat_b_i)
  );

  mway_clocks_set #(
    .Config(Config)
  ) u_set_minus (
    .receive_clk_i  (channel_clk_i[B]),
    .receive_rst_ni (channel_rst_ni[B]),
    .own_way_i      (way_t'(identity_i.minus)),
    .tag_i          (payload_i[B].tag),
    .driver_i       (driver[B]),
    .driver_buffer_i(payload_i[B].buffer[BufferWidth-1:0]),
    .data_i         (data_b_i),
    .acknowledge_o  (answer_o[B].acknowledge),
    .slot_o         (slot[B]),
    .status_o       (status_o[B]),
    .error_o        (error_o[1]),
    .drive_clk_i    (channel_clk_i[A]),
    .drive_rst_ni   (channel_rst_ni[A]),
    .position_i     (position_i[A]),
    .request_o      (request[A]),
    .enable_i       (enable[A]),
    .payload_o      (payload_o[A]),
    .data_o         (data_a_o),
    .next_i         ({age_t'(0), payload_i[A].tag, data_a_i[WayWidth-1:0], data_a_i[ClassBit]}),
    .next_answer_i  (answer_i[A]),
    .next_stat_i    (stat_a_i)
  );

  for (genvar c = 0; c < 2; c++) begin : gen_lines
    assign answer_o[c].fills = 1'b0;  // exact Stat shows it
    assign answer_o[c].slot  = buffer_t'(slot[c]);

    logic clk_i, rst_ni;  // of this channel, for the assertion
    assign clk_i  = channel_clk_i[c];
    assign rst_ni = channel_rst_ni[c];

    `WF_ASSERT(ClocksRouterSendsEnabled, payload_o[c].tag == TagInvalid || enable[c])

    logic unused_clock;
    assign unused_clock = ^{clk_i, rst_ni};
  end

  logic unused;  // bits above those of this network's numbers; ages; the network, which is constant
  assign unused = ^{payload_i, identity_i};

endmodule

`endif
