// SPDX-License-Identifier: Apache-2.0
//
// A buffer set with two clocks (docs/mway-clocked.md): mway_buffer_set whose halves are
// each in the clock of their channel.
//
//   receive_clk_i                                                drive_clk_i
//   channel A --> mway_clocks_receiver --- memory -------------> mway_clocks_driver --> channel B
//                                      --- write pointers ---->
//                                      <--- read pointers -----
//
// The two clocks have any ratio and phase. Only the pointers cross, in Gray code through two
// registers of the other clock each (wf_gray_sync), and the memory, which the other clock reads
// where a pointer has crossed.
//
// Latency: a flit accepted in one cycle of receive_clk_i can be on channel B in the third cycle
// of drive_clk_i after it, where a buffer set with one clock needs one. The place of a flit
// that leaves is free for another after three cycles of receive_clk_i.
// Throughput: a flit a cycle of the slower clock through one buffer of at least 8 flits.
// Constraints: mway_clocks_router.sdc (or .xdc) beside this file.
`ifndef MWAY_CLOCKS_SET_SV_
`define MWAY_CLOCKS_SET_SV_
`include "wayfarer_assert.svh"

module mway_clocks_set
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t     Config           = config_of(Clocked),
  localparam int unsigned Buffers       = Config.Buffers,
  localparam int unsigned BufferWidth   = wf_pkg::index_width(Buffers),
  localparam int unsigned AddressWidth  = wf_pkg::index_width(Config.Depth),
  localparam int unsigned PointerWidth  = AddressWidth + 1,
  localparam int unsigned PositionWidth = position_width(Config.Extents),
  localparam int unsigned StatusWidth   = status_width(Config),
  localparam int unsigned StatWidth     = stat_lines(Config)
) (
  // The channel that it receives from: its lines, the set's way, answer and status.
  input  logic                        receive_clk_i,
  input  logic                        receive_rst_ni,
  input  way_t                        own_way_i,
  input  flit_tag_e                   tag_i,
  input  driver_t                     driver_i,
  input  logic [BufferWidth-1:0]      driver_buffer_i,
  input  logic [Config.FlitWidth-1:0] data_i,
  output logic                        acknowledge_o,
  output logic [BufferWidth-1:0]      slot_o,
  output logic [StatusWidth-1:0]      status_o,
  output logic                        error_o,
  // The channel that it drives: its position, which is constant, its arbiter, lines out, lines in.
  input  logic                        drive_clk_i,
  input  logic                        drive_rst_ni,
  input  logic [PositionWidth-1:0]    position_i,
  output logic                        request_o,
  input  logic                        enable_i,
  output payload_t                    payload_o,
  output logic [Config.FlitWidth-1:0] data_o,
  input  flit_info_t                  next_i,
  input  answer_t                     next_answer_i,
  input  logic [StatWidth-1:0]        next_stat_i
);

  `WF_ASSERT_STATIC(MwayClocksSetLegal,
                    config_legal(Config) && Config.Variant == Clocked)

  logic       [Buffers-1:0][PointerWidth-1:0]       write_gray, write_seen;
  logic       [Buffers-1:0][PointerWidth-1:0]       read_gray, read_seen;
  logic       [Buffers-1:0][AddressWidth-1:0]       front_address;
  flit_info_t [Buffers-1:0]                         front;
  logic       [BufferWidth+AddressWidth-1:0]        read_address;
  logic       [Config.FlitWidth-1:0]                read_data;

  mway_clocks_receiver #(
    .Config(Config)
  ) u_receiver (
    .clk_i          (receive_clk_i),
    .rst_ni         (receive_rst_ni),
    .own_way_i      (own_way_i),
    .tag_i          (tag_i),
    .driver_i       (driver_i),
    .driver_buffer_i(driver_buffer_i),
    .data_i         (data_i),
    .acknowledge_o  (acknowledge_o),
    .slot_o         (slot_o),
    .status_o       (status_o),
    .error_o        (error_o),
    .position_i     (position_i),
    .write_gray_o   (write_gray),
    .read_gray_i    (read_seen),
    .front_i        (front_address),
    .front_o        (front),
    .read_i         (read_address),
    .read_data_o    (read_data)
  );

  for (genvar b = 0; b < Buffers; b++) begin : gen_pointers
    wf_gray_sync #(
      .Width(PointerWidth)
    ) u_write_sync (
      .clk_i (drive_clk_i),
      .rst_ni(drive_rst_ni),
      .gray_i(write_gray[b]),
      .gray_o(write_seen[b])
    );

    wf_gray_sync #(
      .Width(PointerWidth)
    ) u_read_sync (
      .clk_i (receive_clk_i),
      .rst_ni(receive_rst_ni),
      .gray_i(read_gray[b]),
      .gray_o(read_seen[b])
    );
  end

  mway_clocks_driver #(
    .Config(Config)
  ) u_driver (
    .clk_i       (drive_clk_i),
    .rst_ni      (drive_rst_ni),
    .write_gray_i(write_seen),
    .read_gray_o (read_gray),
    .front_o     (front_address),
    .front_i     (front),
    .read_o      (read_address),
    .read_data_i (read_data),
    .request_o   (request_o),
    .enable_i    (enable_i),
    .payload_o   (payload_o),
    .data_o      (data_o),
    .channel_i   (next_i),
    .answer_i    (next_answer_i),
    .stat_i      (next_stat_i)
  );

endmodule

`endif
