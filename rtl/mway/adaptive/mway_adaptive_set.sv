// SPDX-License-Identifier: Apache-2.0
//
// mway_buffer_set for a choice of candidates (docs/mway-adaptive.md): receives from one
// channel, drives the other. A header leaves by the candidate that has a free buffer.
//
//   channel A --> allocation/mapping --> buffers --> buffer arbiter --> channel B
//                 candidates -------------^   (the ways and classes of a header on channel B)
//
// Classes are sets of buffers, which may overlap (mway_pkg::class_buffers): a header gets the
// lowest free buffer of its class. Flits are accepted and sent in the same cycle, one each. error_o
// pulses when a header arrives whose destination lies outside the network: its message is accepted
// and discarded.
`ifndef MWAY_ADAPTIVE_SET_SV_
`define MWAY_ADAPTIVE_SET_SV_
`include "wayfarer_assert.svh"

module mway_adaptive_set
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t Config = config_of(Adaptive),
  localparam int unsigned Buffers       = Config.Buffers,
  localparam int unsigned BufferWidth   = wf_pkg::index_width(Buffers),
  localparam int unsigned PositionWidth = position_width(Config.Extents),
  localparam int unsigned StatusWidth   = status_width(Config),
  localparam int unsigned StatWidth     = stat_lines(Config)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  // The channel it receives from: its lines, this set's way on it, and the set's answer and status.
  input  way_t                        own_way_i,
  input  flit_tag_e                   tag_i,
  input  driver_t                     driver_i,
  input  logic [BufferWidth-1:0]      driver_buffer_i,
  input  logic [Config.FlitWidth-1:0] data_i,
  output logic                        acknowledge_o,
  output logic                        fills_o,
  output logic [BufferWidth-1:0]      slot_o,
  output logic [StatusWidth-1:0]      status_o,
  // The channel it drives: its position, its arbiter, lines out, the answer and Stat lines.
  input  logic [PositionWidth-1:0]    position_i,
  output logic                        request_o,
  input  logic                        enable_i,
  output payload_t                    payload_o,
  output logic [Config.FlitWidth-1:0] data_o,
  input  answer_t                     next_answer_i,
  input  logic [StatWidth-1:0]        next_stat_i,
  output logic                        error_o
);

  `WF_ASSERT_STATIC(MwayAdaptiveSetLegal,
                    config_legal(Config) && has_candidates(Config))

  localparam class_masks_t Masks = class_buffers(Config);

  logic    [Buffers-1:0]                  push, mapped, full, free;
  logic    [Buffers-1:0]                  requested;  // the buffers of the header's class
  logic    [2:0]                          available;  // by class
  logic                                   allocate;
  driver_t [Buffers-1:0]                  mapped_driver;
  logic    [Buffers-1:0][BufferWidth-1:0] mapped_buffer;
  logic                                   legal;
  status_t                                status;

  for (genvar c = 0; c < 3; c++) begin : gen_class
    assign available[c] = |(free & Masks[c][Buffers-1:0]);
  end

  assign status = '{available: available[1:0], full: MaxBuffers'(full)};

  if (Config.Variant == Adaptive) begin : gen_adaptive
    assign requested = data_i[age_offset(Config)] ? Masks[AdaptiveClass][Buffers-1:0]
                                                  : Masks[32'(data_i[ClassBit])][Buffers-1:0];
    assign status_o  = {available[AdaptiveClass], status};
  end else begin : gen_balanced
    assign requested = Masks[32'(data_i[ClassBit])][Buffers-1:0];
    assign status_o  = status;

    logic unused;
    assign unused = available[AdaptiveClass];
  end

  /* verilator lint_off PINCONNECTEMPTY */  // classes are masks: to the allocator all is one class
  mway_allocator #(
    .Buffers         (Buffers),
    .ClassZeroBuffers(Buffers)
  ) u_allocator (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .own_way_i      (own_way_i),
    .split_i        (1'b0),
    .tag_i          (tag_i),
    .driver_i       (driver_i),
    .driver_buffer_i(driver_buffer_i),
    .way_i          (data_i[WayWidth-1:0]),
    .class_i        (1'b0),
    .free_i         (free & requested),
    .mapped_i       (mapped),
    .full_i         (full),
    .one_left_i     ('0),
    .mapped_driver_i(mapped_driver),
    .mapped_buffer_i(mapped_buffer),
    .push_o         (push),
    .allocate_o     (allocate),
    .acknowledge_o  (acknowledge_o),
    .slot_o         (slot_o),
    .fills_o        (fills_o),
    .available_o    ()
  );

  assign error_o = allocate & ~legal;

  mway_adaptive_bank #(
    .Config(Config)
  ) u_bank (
    .clk_i               (clk_i),
    .rst_ni              (rst_ni),
    .push_i              (push),
    .push_slot_i         (slot_o),
    .allocate_i          (allocate),
    .push_tag_i          (error_o ? TagInvalid : tag_i),
    .push_data_i         (data_i),
    .push_driver_i       (driver_i),
    .push_driver_buffer_i(driver_buffer_i),
    .own_way_i           (own_way_i),
    .legal_o             (legal),
    .mapped_o            (mapped),
    .full_o              (full),
    .empty_o             (),
    .free_o              (free),
    .mapped_driver_o     (mapped_driver),
    .mapped_buffer_o     (mapped_buffer),
    .position_i          (position_i),
    .request_o           (request_o),
    .enable_i            (enable_i),
    .payload_o           (payload_o),
    .data_o              (data_o),
    .answer_i            (next_answer_i),
    .stat_i              (next_stat_i)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // A header's sender has seen a free buffer of the class.
  `WF_ASSERT(AdaptiveClassHonoured, !allocate || (push & ~requested) == '0)

endmodule

`endif
