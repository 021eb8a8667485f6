// SPDX-License-Identifier: Apache-2.0
//
// Ejection set of a processor: takes every flit addressed to it and hands it over.
//
// It has no buffers. A table of open mappings, one bit for each (driver, driver's buffer), replaces
// the mapping units: a header that names this processor opens an entry, body and tail flits of an
// open entry are accepted, the tail closes it. If Multicast, Way is a mask, and a header
// names this processor by a bit. With Addressed Stat there is no table: every flit names its
// receiver. Messages of different drivers and buffers interleave; (driver_o, buffer_o) tells them
// apart.
//
// Latency: a flit on the channel in one cycle is at the port in the next.
// stall_i is registered: from one cycle after it rises no flit is accepted, and the channel's Stat
// lines show it. One flit can still be at the port in the cycle after stall_i rises.
`ifndef MWAY_EJECTION_SV_
`define MWAY_EJECTION_SV_
`include "wayfarer_assert.svh"

module mway_ejection
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned Lines       = line_count(Config),
  localparam int unsigned BufferWidth = wf_pkg::index_width(Config.Buffers),
  localparam int unsigned LineWidth   = line_width(Config)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  // The channel.
  input  way_t                        own_way_i,
  input  flit_tag_e                   tag_i,
  input  driver_t                     driver_i,
  input  logic [BufferWidth-1:0]      driver_buffer_i,
  input  logic [LineWidth-1:0]        data_i,
  input  logic                        aborted_i,
  output logic                        acknowledge_o,
  output logic                        available_o,
  // The processor's port.
  input  logic                        stall_i,
  output flit_tag_e                   tag_o,  // TagInvalid: no flit
  output driver_t                     driver_o,
  output logic [BufferWidth-1:0]      buffer_o,
  output logic [Config.FlitWidth-1:0] data_o,
  output logic                        aborted_o  // with a tail, if Guarded
);

  `WF_ASSERT_STATIC(MwayEjectionLegal, config_legal(Config))

  logic                        mine;  // the flit on the lines is for this processor
  logic                        stall_q;
  flit_tag_e                   tag_q;
  driver_t                     driver_q;
  logic [BufferWidth-1:0]      buffer_q;
  logic [Config.FlitWidth-1:0] data_q;

  if (Config.Stat == Addressed) begin : gen_addressed
    localparam int unsigned Members = ways(Config);

    logic [Members-1:0] receiver;
    assign receiver = data_i[Config.FlitWidth+:Members];
    assign mine     = receiver[own_way_i[Lines-1:0]];

    logic unused;
    assign unused = ^{data_i, own_way_i};
  end else if (Config.Variant == Multicast) begin : gen_masks
    localparam int unsigned IndexWidth = Lines + BufferWidth;
    localparam int unsigned Members    = ways(Config);

    logic [(1<<IndexWidth)-1:0] open_q;
    logic [IndexWidth-1:0]      index;
    logic [Members-1:0]         mask;
    assign index = {driver_i[Lines-1:0], driver_buffer_i};
    assign mask  = data_i[mask_offset(Config)+:Members];
    assign mine  = tag_i == TagHeader ? |(mask & (Members'(1) << own_way_i))
                                      : tag_i != TagInvalid && open_q[index];

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        open_q <= '0;
      end else if (acknowledge_o) begin
        open_q[index] <= tag_i != TagTail;
      end
    end
  end else begin : gen_matched
    localparam int unsigned IndexWidth = Lines + BufferWidth;

    logic [(1<<IndexWidth)-1:0] open_q;
    logic [IndexWidth-1:0]      index;
    assign index = {driver_i[Lines-1:0], driver_buffer_i};
    assign mine  = tag_i == TagHeader ? data_i[WayWidth-1:0] == own_way_i
                                      : tag_i != TagInvalid && open_q[index];

    always_ff @(posedge clk_i) begin
      if (!rst_ni)            open_q <= '0;
      else if (acknowledge_o) open_q[index] <= tag_i != TagTail;
    end
  end

  assign acknowledge_o = mine & ~stall_q;
  assign available_o   = ~stall_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      stall_q <= 1'b0;
      tag_q   <= TagInvalid;
    end else begin
      stall_q <= stall_i;
      tag_q   <= acknowledge_o ? tag_i : TagInvalid;
    end
  end

  always_ff @(posedge clk_i) begin
    if (acknowledge_o) begin
      driver_q <= driver_i;
      buffer_q <= driver_buffer_i;
      data_q   <= data_i[Config.FlitWidth-1:0];
    end
  end

  if (Config.Variant == Guarded) begin : gen_guard
    logic aborted_q;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) aborted_q <= 1'b0;
      else         aborted_q <= acknowledge_o & aborted_i;
    end

    assign aborted_o = aborted_q;
  end else begin : gen_no_guard
    assign aborted_o = 1'b0;

    logic unused;
    assign unused = aborted_i;
  end

  assign tag_o    = tag_q;
  assign driver_o = driver_q;
  assign buffer_o = buffer_q;
  assign data_o   = data_q;

  `WF_ASSERT(AbortedTail, !aborted_o || tag_o == TagTail)
  `WF_ASSERT_NEXT(MwayEjectionStalls, stall_i, !acknowledge_o && !available_o)
  `WF_COVER(MwayEjectionStalled, mine && stall_q)
  `WF_COVER(MwayEjectionAborted, aborted_o)
  `WF_COVER(MwayEjectionPassesBy, !mine && tag_i != TagInvalid)

endmodule

`endif
