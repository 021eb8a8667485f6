// SPDX-License-Identifier: Apache-2.0
//
// The interface of a router to one of its channels: half of mway_router (paper Figure 2). It drives
// the channel: the router's copy of the channel's arbiter, the buffer set whose flits leave on the
// channel, and the guard of the channel. The set receives from the other channel, which has an
// interface of its own in the same router.
//
//   other channel --> allocation --> buffers --> this channel
//                                       ^ enable
//                                    arbiter <--> this channel
//
// identity_i.plus names the set on both channels, as receiver and as driver: DIM+ or DIM-; minus is
// unused. driver_o, the copy of its channel's current driver, is other_driver_i of the router's
// other interface.
//
// Config.Variant selects the set: mway_multicast_set for Multicast, mway_adaptive_set for Balanced
// and Adaptive, else mway_buffer_set.
//
// Latency: a flit spends one cycle on each channel, and waits at least one more in between unless
// the interface already drives its channel. error_o pulses when the set receives a header to a
// destination outside the network.
// Combinational paths:
//   other_data_i, other_driver_i, other_payload_i -> error_o
//   other_data_i -> other_answer_o
//   other_driver_i, other_payload_i -> other_answer_o (Stat!=Addressed)
//   stat_i -> data_o, payload_o, po0_o, po1_o, po2_o, po3_o (Stat!=Cyclic, Variant!=Pipelined)
//   s3_i -> po0_o, po1_o, po2_o
//   s2_i -> po0_o, po1_o
//   s1_i -> po0_o
//   payload_i -> po0_o, po1_o, po2_o, po3_o (Variant=Aged)
//   identity_i -> data_o, error_o, other_answer_o, payload_o, po0_o, po1_o, po2_o, po3_o
//   identity_i -> other_status_o (Configurable=1)
//   position_i -> error_o (Faults=1)
//   position_i -> error_o (Variant=Multicast)
//   position_i -> error_o (Relative=1)
`ifndef MWAY_INTERFACE_SV_
`define MWAY_INTERFACE_SV_
`include "wayfarer_assert.svh"

module mway_interface
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t     Config           = default_config(),
  localparam int unsigned Lines         = line_count(Config),
  localparam int unsigned BufferWidth   = wf_pkg::index_width(Config.Buffers),
  localparam int unsigned PositionWidth = position_width(Config.Extents),
  localparam int unsigned LineWidth     = line_width(Config),
  localparam int unsigned StatusWidth   = status_width(Config),
  localparam int unsigned StatWidth     = stat_lines(Config)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  identity_t                identity_i,
  // This channel: its position, its lines, and the interface's outputs to them.
  input  logic [PositionWidth-1:0] position_i,
  input  logic                     s3_i,
  input  logic                     s2_i,
  input  logic                     s1_i,
  input  logic                     s0_i,
  input  payload_t                 payload_i,
  input  logic [LineWidth-1:0]     data_i,
  input  answer_t                  answer_i,
  input  logic [StatWidth-1:0]     stat_i,
  output logic                     po3_o,
  output logic                     po2_o,
  output logic                     po1_o,
  output logic                     po0_o,
  output payload_t                 payload_o,
  output logic [LineWidth-1:0]     data_o,
  output driver_t                  driver_o,
  // The other channel: its driver, its lines, and the set's answer and status.
  input  driver_t                  other_driver_i,
  input  payload_t                 other_payload_i,
  input  logic [LineWidth-1:0]     other_data_i,
  output answer_t                  other_answer_o,
  output logic [StatusWidth-1:0]   other_status_o,
  output logic                     error_o
);

  `WF_ASSERT_STATIC(MwayInterfaceLegal,
                    config_legal(Config))

  way_t                   own_way;
  logic                   request, enable;
  logic                   resynchronise;  // driver_o
  payload_t               sent;
  flit_tag_e              tag, other_tag;  // of the flits on the channels
  logic [BufferWidth-1:0] other_buffer;
  logic                   acknowledge, fills;
  logic [BufferWidth-1:0] slot;

  mway_arbiter #(
    .Lines(Lines)
  ) u_arbiter (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni & ~resynchronise),
    .id_i     (identity_i.plus),
    .request_i(request),
    .s3_i     (s3_i),
    .s2_i     (s2_i),
    .s1_i     (s1_i),
    .s0_i     (s0_i),
    .po3_o    (po3_o),
    .po2_o    (po2_o),
    .po1_o    (po1_o),
    .po0_o    (po0_o),
    .driver_o (driver_o),
    .enable_o (enable)
  );

  mway_guard #(
    .Config(Config)
  ) u_guard (
    .driver_i       (driver_o),
    .sent_i         (sent),
    .payload_o      (payload_o),
    .payload_i      (payload_i),
    .tag_o          (tag),
    .resynchronise_o(resynchronise)
  );

  assign own_way      = way_t'(identity_i.plus);
  assign other_tag    = Config.Variant == Guarded && other_payload_i.guard.differ
                        ? TagInvalid : other_payload_i.tag;
  assign other_buffer = other_payload_i.buffer[BufferWidth-1:0];

  if (Config.Variant == Multicast) begin : gen_multicast
    mway_multicast_set #(
      .Config(Config)
    ) u_set (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .own_way_i      (own_way),
      .tag_i          (other_tag),
      .driver_i       (other_driver_i),
      .driver_buffer_i(other_buffer),
      .data_i         (other_data_i),
      .acknowledge_o  (acknowledge),
      .fills_o        (fills),
      .slot_o         (slot),
      .status_o       (other_status_o),
      .position_i     (position_i),
      .request_o      (request),
      .enable_i       (enable),
      .payload_o      (sent),
      .data_o         (data_o),
      .next_stat_i    (stat_i),
      .error_o        (error_o)
    );

    logic unused;  // no flit is refused
    assign unused = ^{answer_i, data_i};
  end else if (has_candidates(Config)) begin : gen_candidates
    mway_adaptive_set #(
      .Config(Config)
    ) u_set (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .own_way_i      (own_way),
      .tag_i          (other_tag),
      .driver_i       (other_driver_i),
      .driver_buffer_i(other_buffer),
      .data_i         (other_data_i),
      .acknowledge_o  (acknowledge),
      .fills_o        (fills),
      .slot_o         (slot),
      .status_o       (other_status_o),
      .position_i     (position_i),
      .request_o      (request),
      .enable_i       (enable),
      .payload_o      (sent),
      .data_o         (data_o),
      .next_answer_i  (answer_i),
      .next_stat_i    (stat_i),
      .error_o        (error_o)
    );

    logic unused;  // no flit is refused
    assign unused = ^data_i;
  end else begin : gen_one_receiver
    mway_buffer_set #(
      .Config(Config)
    ) u_set (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .network_i      (identity_i.network),
      .own_way_i      (own_way),
      .tag_i          (other_tag),
      .driver_i       (other_driver_i),
      .driver_buffer_i(other_buffer),
      .data_i         (other_data_i),
      .aborted_i      (other_payload_i.guard.aborted),
      .acknowledge_o  (acknowledge),
      .fills_o        (fills),
      .slot_o         (slot),
      .status_o       (other_status_o),
      .position_i     (position_i),
      .request_o      (request),
      .enable_i       (enable),
      .payload_o      (sent),
      .data_o         (data_o),
      .next_age_i     (payload_i.age),
      .next_i         ({age_t'(0), tag, data_i[WayWidth-1:0], data_i[ClassBit]}),
      .next_answer_i  (answer_i),
      .next_stat_i    (stat_i),
      .error_o        (error_o)
    );
  end

  assign other_answer_o = '{acknowledge: acknowledge, fills: fills, slot: buffer_t'(slot)};

  logic unused_lines;  // bits above those of this network's numbers, and what Config does not use
  assign unused_lines = ^{payload_i, other_payload_i, identity_i, tag};

  `WF_ASSERT(MwayRouterSendsEnabled, payload_o.tag == TagInvalid || enable)

endmodule

`endif
