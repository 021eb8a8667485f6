// SPDX-License-Identifier: Apache-2.0
//
// The channel adapter between a terminal and its switch: the endpoint's side of the switch and, if
// messages can be longer than packets, segmentation and reassembly.
//
//   terminal --> segmenter ---> endpoint --> switch
//   terminal <-- reassembler <-------------- switch
//
// Parameters: VirtualLanes; Depth, Longest (iba_endpoint); Mtu, data flits of the packets into
// which messages are cut, a power of two, or 0: the terminal sends and receives packets; Lids
// (iba_reassembler); FlitWidth.
// Latency: that of the parts: none towards the switch; from it one cycle, or none with Mtu = 0.
// With Mtu = 0 place, first and last of eject_o are 0. busy_o: a flit is inside, or the segmenter
// is about to insert a header.
// Combinational paths:
//   hold_i -> inject_ready_o
//   discards_i, expires_i -> errors_o
//   hold_i, inject_i, inject_lane_i, inject_data_i -> push_o, tag_o
//   inject_data_i -> data_o
//   hold_i, inject_i, inject_lane_i -> data_o (Mtu>0)
//   flit_i -> eject_o (Mtu=0)
//   lane_i -> eject_lane_o (Mtu=0)
//   data_i -> eject_data_o (Mtu=0)
`ifndef IBA_ADAPTER_SV_
`define IBA_ADAPTER_SV_
`include "wayfarer_assert.svh"

module iba_adapter
  import iba_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned LaneWidth  = wf_pkg::index_width(Config.VirtualLanes),
  localparam int unsigned FlitsWidth = wf_pkg::count_width(Config.Longest)
) (
  input  logic                                           clk_i,
  input  logic                                           rst_ni,
  input  logic                                           hold_i,
  output logic                                           busy_o,
  // The terminal.
  input  flit_info_t                                     inject_i,
  input  logic [LaneWidth-1:0]                           inject_lane_i,
  input  logic [Config.FlitWidth-1:0]                    inject_data_i,
  output logic [Config.VirtualLanes-1:0]                 inject_ready_o,
  output errors_t                                        errors_o,
  input  logic                                           eject_stall_i,
  output arrival_t                                       eject_o,
  output logic [LaneWidth-1:0]                           eject_lane_o,
  output logic [Config.FlitWidth-1:0]                    eject_data_o,
  // The switch.
  output logic [Config.VirtualLanes-1:0]                 push_o,
  output flit_tag_t                                      tag_o,
  output logic [Config.FlitWidth-1:0]                    data_o,
  input  logic [Config.VirtualLanes-1:0][FlitsWidth-1:0] freed_i,
  input  logic                                           discards_i,
  input  logic                                           expires_i,
  output logic                                           stall_o,
  input  flit_info_t                                     flit_i,
  input  logic [LaneWidth-1:0]                           lane_i,
  input  logic [Config.FlitWidth-1:0]                    data_i
);

  `WF_ASSERT_STATIC(IbaAdapterLegal, config_legal(Config))

  // Packets into the endpoint.
  logic                           valid;
  logic [LaneWidth-1:0]           lane;
  flit_tag_t                      tag;
  logic [Config.VirtualLanes-1:0] ready;
  logic                           sequence_error;

  if (Config.Mtu != 0) begin : gen_messages
    logic waits, held;
    assign busy_o = waits || held;

    iba_segmenter #(
      .VirtualLanes(Config.VirtualLanes),
      .Mtu         (Config.Mtu),
      .FlitWidth   (Config.FlitWidth)
    ) u_segmenter (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .waits_o(waits),
      .valid_i(inject_i.valid),
      .lane_i (inject_lane_i),
      .tag_i  (inject_i.tag),
      .data_i (inject_data_i),
      .ready_o(inject_ready_o),
      .valid_o(valid),
      .lane_o (lane),
      .tag_o  (tag),
      .data_o (data_o),
      .ready_i(ready)
    );

    iba_reassembler #(
      .VirtualLanes(Config.VirtualLanes),
      .Lids        (Config.Lids),
      .Mtu         (Config.Mtu),
      .Cuts        (Config.Lifetime > 0),
      .FlitWidth   (Config.FlitWidth)
    ) u_reassembler (
      .clk_i     (clk_i),
      .rst_ni    (rst_ni),
      .busy_o    (held),
      .sequence_o(sequence_error),
      .valid_i   (flit_i.valid),
      .lane_i    (lane_i),
      .tag_i     (flit_i.tag),
      .data_i    (data_i),
      .stall_i   (stall_o),
      .valid_o   (eject_o.valid),
      .lane_o    (eject_lane_o),
      .tag_o     (eject_o.tag),
      .data_o    (eject_data_o),
      .place_o   (eject_o.place),
      .first_o   (eject_o.first),
      .last_o    (eject_o.last)
    );
  end else begin : gen_packets
    assign busy_o         = 1'b0;
    assign valid          = inject_i.valid;
    assign lane           = inject_lane_i;
    assign tag            = inject_i.tag;
    assign data_o         = inject_data_i;
    assign inject_ready_o = ready;
    assign sequence_error = 1'b0;
    assign eject_o        = {flit_i, place_t'(0), 1'b0, 1'b0};
    assign eject_lane_o   = lane_i;
    assign eject_data_o   = data_i;
  end

  iba_endpoint #(
    .VirtualLanes(Config.VirtualLanes),
    .Depth       (Config.Depth),
    .Longest     (Config.Longest)
  ) u_endpoint (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .hold_i       (hold_i),
    .valid_i      (valid),
    .lane_i       (lane),
    .tag_i        (tag),
    .length_i     (data_o[LengthOffset+:$bits(length_t)]),
    .ready_o      (ready),
    .error_o      (errors_o.causes),
    .error_count_o(errors_o.count),
    .stall_i      (eject_stall_i),
    .push_o       (push_o),
    .tag_o        (tag_o),
    .freed_i      (freed_i),
    .discards_i   (discards_i),
    .expires_i    (expires_i),
    .sequence_i   (sequence_error),
    .stall_o      (stall_o)
  );

  `WF_ASSERT(IbaAdapterStalls, !(stall_o && eject_o.valid))

endmodule

`endif
