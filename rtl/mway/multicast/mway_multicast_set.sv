// SPDX-License-Identifier: Apache-2.0
//
// mway_buffer_set for messages to several receivers (docs/mway-multicast.md): receives from one
// channel, drives the other. A header leaves with its receivers on that channel as a mask.
//
//   channel A --> way select --> allocation/mapping --> buffers --> buffer arbiter --> channel B
//                                tree routing -----------^  (a header's receivers on channel B)
//
// Flits are accepted and sent in the same cycle, one each. error_o pulses when a header arrives
// with no destination on this branch: its message is accepted and discarded.
`ifndef MWAY_MULTICAST_SET_SV_
`define MWAY_MULTICAST_SET_SV_
`include "wayfarer_assert.svh"

module mway_multicast_set
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t Config = config_of(Multicast),
  localparam int unsigned Members       = ways(Config),
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
  // The channel it drives: its position, its arbiter, lines out, Stat lines.
  input  logic [PositionWidth-1:0]    position_i,
  output logic                        request_o,
  input  logic                        enable_i,
  output payload_t                    payload_o,
  output logic [Config.FlitWidth-1:0] data_o,
  input  logic [StatWidth-1:0]        next_stat_i,
  output logic                        error_o
);

  `WF_ASSERT_STATIC(MwayMulticastSetLegal, config_legal(Config) && Config.Variant == Multicast)

  localparam int unsigned        Destinations = destinations_width(Config);
  localparam logic [Members-1:0] PlusWays     = Members'(plus_ways(Config));
  localparam logic [Members-1:0] TwoSided     = PlusWays | PlusWays << 1;

  flit_tag_e                              tag;
  logic    [Config.FlitWidth-1:0]         data;
  logic    [Buffers-1:0]                  push, mapped, full, free;
  logic                                   allocate;
  driver_t [Buffers-1:0]                  mapped_driver;
  logic    [Buffers-1:0][BufferWidth-1:0] mapped_buffer;
  logic    [Members-1:0]                  own, allowed, receivers;
  logic                                   legal;
  status_t                                status;

  mway_way_select #(
    .Config(Config)
  ) u_way_select (
    .own_way_i(own_way_i),
    .tag_i    (tag_i),
    .data_i   (data_i),
    .tag_o    (tag),
    .data_o   (data)
  );

  /* verilator lint_off PINCONNECTEMPTY */  // a mesh has one class
  mway_allocator #(
    .Buffers         (Buffers),
    .ClassZeroBuffers(Buffers)
  ) u_allocator (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .own_way_i      (own_way_i),
    .split_i        (1'b0),
    .tag_i          (tag),
    .driver_i       (driver_i),
    .driver_buffer_i(driver_buffer_i),
    .way_i          (data[WayWidth-1:0]),
    .class_i        (1'b0),
    .free_i         (free),
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
    .available_o    (status.available)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign status.full = MaxBuffers'(full);
  assign status_o    = status;

  // On in the own direction, into higher dimensions, to processors. DIM- has the number after DIM+.
  // A number that is both leads back from here.
  assign own     = Members'(1) << own_way_i;
  assign allowed = (('1 << own_way_i << 1) & ~((own & PlusWays) << 1)) | (own & TwoSided);

  mway_tree_route #(
    .Config(Config)
  ) u_route (
    .position_i    (position_i),
    .destinations_i(data[DestOffset+:Destinations]),
    .allowed_i     (allowed),
    .next_o        (receivers),
    .legal_o       (legal)
  );

  assign error_o = allocate & ~legal;

  /* verilator lint_off PINCONNECTEMPTY */  // this matters to injection only
  mway_multicast_bank #(
    .Config(Config)
  ) u_bank (
    .clk_i               (clk_i),
    .rst_ni              (rst_ni),
    .push_i              (push),
    .push_slot_i         (slot_o),
    .allocate_i          (allocate),
    .push_tag_i          (error_o ? TagInvalid : tag),
    .push_receivers_i    (receivers),
    .push_last_i         (data_i[LastBit]),
    .push_data_i         (data_i),
    .push_driver_i       (driver_i),
    .push_driver_buffer_i(driver_buffer_i),
    .mapped_o            (mapped),
    .full_o              (full),
    .empty_o             (),
    .free_o              (free),
    .mapped_driver_o     (mapped_driver),
    .mapped_buffer_o     (mapped_buffer),
    .request_o           (request_o),
    .enable_i            (enable_i),
    .payload_o           (payload_o),
    .data_o              (data_o),
    .stat_i              (next_stat_i)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  logic unused;
  assign unused = ^data;

  // A buffer has room for the rest of its message.
  for (genvar b = 0; b < Buffers; b++) begin : gen_room
    `WF_ASSERT(MulticastRoom, !(mapped[b] && full[b]))
  end

endmodule

`endif
