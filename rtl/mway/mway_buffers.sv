// SPDX-License-Identifier: Apache-2.0
//
// The buffers of a set in the form that Config selects: mway_bank, with two stages
// mway_staged_bank, with Guard mway_guarded_bank. (Those of multicast have other ports:
// mway_multicast_bank.)
`ifndef MWAY_BUFFERS_SV_
`define MWAY_BUFFERS_SV_
`include "wayfarer_assert.svh"

module mway_buffers
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned Buffers     = Config.Buffers,
  localparam int unsigned BufferWidth = wf_pkg::index_width(Buffers),
  localparam int unsigned LineWidth   = line_width(Config),
  localparam int unsigned PushWidth   = push_width(Config),
  localparam int unsigned SlotWidth   = push_slot_width(Config),
  localparam int unsigned StatWidth   = stat_lines(Config)
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  // An arriving flit.
  input  logic                                      arrives_i,
  input  logic       [Buffers-1:0]                  push_i,       // its buffer, one-hot; else 0
  input  logic       [SlotWidth-1:0]                push_slot_i,  // its number; Addressed: one-hot
  input  logic                                      allocate_i,
  input  flit_info_t                                push_flit_i,
  input  logic       [PushWidth-1:0]                push_data_i,  // Addressed: Dest above
  input  driver_t                                   push_driver_i,
  input  logic       [BufferWidth-1:0]              push_driver_buffer_i,
  // Status of the buffers, from registers.
  output logic       [Buffers-1:0]                  mapped_o,
  output logic       [Buffers-1:0]                  full_o,
  output logic       [Buffers-1:0]                  empty_o,
  output logic       [Buffers-1:0]                  free_o,  // neither allocated nor full
  output logic       [Buffers-1:0]                  one_left_o,
  output driver_t    [Buffers-1:0]                  mapped_driver_o,
  output logic       [Buffers-1:0][BufferWidth-1:0] mapped_buffer_o,
  // The channel that the set drives: request and enable of its arbiter, lines out, lines in.
  output logic                                      request_o,
  input  logic                                      enable_i,
  output payload_t                                  payload_o,
  output logic       [LineWidth-1:0]                data_o,
  input  age_lines_t                                age_i,
  input  flit_info_t                                channel_i,
  input  answer_t                                   answer_i,
  input  logic       [StatWidth-1:0]                stat_i
);

  `WF_ASSERT_STATIC(MwayBuffersLegal, config_legal(Config))

  if (Config.Variant == Guarded) begin : gen_guard
    mway_guarded_bank #(
      .Config(Config)
    ) u_bank (
      .clk_i               (clk_i),
      .rst_ni              (rst_ni),
      .arrives_i           (arrives_i),
      .push_i              (push_i),
      .push_slot_i         (push_slot_i),
      .allocate_i          (allocate_i),
      .push_flit_i         (push_flit_i),
      .push_data_i         (push_data_i),
      .push_driver_i       (push_driver_i),
      .push_driver_buffer_i(push_driver_buffer_i),
      .mapped_o            (mapped_o),
      .full_o              (full_o),
      .empty_o             (empty_o),
      .free_o              (free_o),
      .one_left_o          (one_left_o),
      .mapped_driver_o     (mapped_driver_o),
      .mapped_buffer_o     (mapped_buffer_o),
      .request_o           (request_o),
      .enable_i            (enable_i),
      .payload_o           (payload_o),
      .data_o              (data_o),
      .channel_i           (channel_i),
      .answer_i            (answer_i),
      .stat_i              (stat_i)
    );

    logic unused_age;
    assign unused_age = ^age_i;
  end else if (Config.Variant != Pipelined) begin : gen_direct
    mway_bank #(
      .Config(Config)
    ) u_bank (
      .clk_i               (clk_i),
      .rst_ni              (rst_ni),
      .arrives_i           (arrives_i),
      .push_i              (push_i),
      .push_slot_i         (push_slot_i),
      .allocate_i          (allocate_i),
      .push_flit_i         (push_flit_i),
      .push_data_i         (push_data_i),
      .push_driver_i       (push_driver_i),
      .push_driver_buffer_i(push_driver_buffer_i),
      .mapped_o            (mapped_o),
      .full_o              (full_o),
      .empty_o             (empty_o),
      .free_o              (free_o),
      .one_left_o          (one_left_o),
      .mapped_driver_o     (mapped_driver_o),
      .mapped_buffer_o     (mapped_buffer_o),
      .request_o           (request_o),
      .enable_i            (enable_i),
      .payload_o           (payload_o),
      .data_o              (data_o),
      .age_i               (age_i),
      .channel_i           (channel_i),
      .answer_i            (answer_i),
      .stat_i              (stat_i)
    );
  end else begin : gen_stages
    mway_staged_bank #(
      .Config(Config)
    ) u_bank (
      .clk_i               (clk_i),
      .rst_ni              (rst_ni),
      .arrives_i           (arrives_i),
      .push_i              (push_i),
      .push_slot_i         (push_slot_i),
      .allocate_i          (allocate_i),
      .push_flit_i         (push_flit_i),
      .push_data_i         (push_data_i),
      .push_driver_i       (push_driver_i),
      .push_driver_buffer_i(push_driver_buffer_i),
      .mapped_o            (mapped_o),
      .full_o              (full_o),
      .empty_o             (empty_o),
      .free_o              (free_o),
      .one_left_o          (one_left_o),
      .mapped_driver_o     (mapped_driver_o),
      .mapped_buffer_o     (mapped_buffer_o),
      .request_o           (request_o),
      .enable_i            (enable_i),
      .payload_o           (payload_o),
      .data_o              (data_o),
      .channel_i           (channel_i),
      .answer_i            (answer_i),
      .stat_i              (stat_i)
    );

    logic unused_age;
    assign unused_age = ^age_i;
  end

  `WF_ASSERT(BuffersOnePush, $onehot0(push_i) && arrives_i == |push_i)

endmodule

`endif
