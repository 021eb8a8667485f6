// SPDX-License-Identifier: Apache-2.0
//
// Exit of a terminal: puts together the messages that a switch's endpoint delivers (stream_exit)
// and sends each whole on an AXI4-Stream, with its source in TID.
//
// Parameters: Config, the network's; MaxWords, words of a message.
// Flits of a virtual lane are those of one packet after the other. If a message is one packet
// (Config.Mtu = 0), each lane has two slots of MaxWords words, which its messages take in turn.
// Otherwise packets of several sources alternate on a lane, and every source has a slot for each
// lane on which it injects.
// No deadlock: a flit waits for a complete message in its slot, which waits for m_axis only.
// Latency: with the last word delivered in cycle t, the first is on m_axis in cycle t + 3.
// Throughput: one flit per cycle.
// Illegal: incomplete messages; what they hold is not separated from the next one in their slot.
// Combinational paths: none.
`ifndef IBA_STREAM_EXIT_SV_
`define IBA_STREAM_EXIT_SV_
`include "wayfarer_assert.svh"

module iba_stream_exit
  import iba_pkg::*;
  import stream_pkg::terminal_t;
#(
  parameter config_t     Config   = default_config(),
  parameter int unsigned MaxWords = 8,
  localparam int unsigned VirtualLanes = Config.VirtualLanes,
  localparam int unsigned LaneWidth    = wf_pkg::index_width(VirtualLanes),
  localparam int unsigned Width        = Config.FlitWidth
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // The switch.
  input  arrival_t             eject_i,
  input  logic [LaneWidth-1:0] eject_lane_i,
  input  logic [Width-1:0]     eject_data_i,
  output logic                 eject_stall_o,
  output logic                 m_axis_tvalid_o,
  input  logic                 m_axis_tready_i,
  output logic [Width-1:0]     m_axis_tdata_o,
  output terminal_t            m_axis_tid_o,
  output logic                 m_axis_tlast_o
);

  `WF_ASSERT_STATIC(IbaStreamExitLegal,
                    config_legal(Config) && Config.Lids >= 2 &&
                    iba_stream_pkg::messages_legal(MaxWords, Config.Mtu, Width))

  localparam int unsigned Slots     = iba_stream_pkg::slots(VirtualLanes, Config.Lids - 1,
                                                            Config.Mtu);
  localparam int unsigned SlotWidth = wf_pkg::index_width(Slots);
  localparam int unsigned Padded    = wf_pkg::padded_size(VirtualLanes);

  logic                 header, last;
  logic [SlotWidth-1:0] slot;
  terminal_t            source;

  assign header = eject_i.tag[Head];
  assign source = eject_data_i[SourceOffset+:$bits(lid_t)] - lid_t'(1);

  if (Config.Mtu == 0) begin : gen_packets
    logic [Padded-1:0] second_q;  // the lane's message takes its second slot

    always_ff @(posedge clk_i) begin
      if (!rst_ni)                    second_q <= '0;
      else if (eject_i.valid && last) second_q[eject_lane_i] <= !second_q[eject_lane_i];
    end
    assign last = eject_i.tag[Tail];
    assign slot = SlotWidth'({eject_lane_i, second_q[eject_lane_i]});

    logic unused_place;
    assign unused_place = ^{eject_i.place, eject_i.first, eject_i.last};
  end else begin : gen_messages
    // The slot of the packet on each lane.
    logic [SlotWidth-1:0] slot_q [Padded];
    logic [SlotWidth-1:0] begun;

    if (VirtualLanes == 1) begin : gen_one_lane
      assign begun = SlotWidth'(source);
    end else begin : gen_lanes
      assign begun = SlotWidth'({source, eject_data_i[StreamOffset+:LaneWidth]});
    end
    always_ff @(posedge clk_i) begin
      if (eject_i.valid && header) slot_q[eject_lane_i] <= begun;
    end
    assign last = eject_i.last;
    assign slot = header ? begun : slot_q[eject_lane_i];

    logic unused_place;
    assign unused_place = ^{eject_i.tag[Tail], eject_i.place, eject_i.first};
  end

  stream_exit #(
    .Width   (Width),
    .MaxWords(MaxWords),
    .Slots   (Slots)
  ) u_exit (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .valid_i        (eject_i.valid),
    .header_i       (header),
    .last_i         (last),
    .slot_i         (slot),
    .source_i       (source),
    .data_i         (eject_data_i),
    .stall_o        (eject_stall_o),
    .m_axis_tvalid_o(m_axis_tvalid_o),
    .m_axis_tready_i(m_axis_tready_i),
    .m_axis_tdata_o (m_axis_tdata_o),
    .m_axis_tid_o   (m_axis_tid_o),
    .m_axis_tlast_o (m_axis_tlast_o)
  );

  `WF_ASSERT(IbaStreamExitSourceExists,
             !(eject_i.valid && header) || 32'(source) < Config.Lids - 1)

endmodule

`endif
