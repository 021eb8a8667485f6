// SPDX-License-Identifier: Apache-2.0
//
// Reassembly of messages, between a switch and its endpoint's terminal: passes packets that are the
// next ones of their messages, gives each flit's place in its message, and drops and flags all
// others. Packets of different sources, and of the streams of one source, may interleave.
//
// Parameters: VirtualLanes; Lids, sources from 0 on; Mtu, data flits of all packets of a message
// but the last, a power of two; FlitWidth; Cuts: the switch may end a packet early, by a flit that
// is header and tail with the source 0 (iba_link).
// A context for each source and stream has the identifier of the open message and the number of its
// next packet. A packet passes if both match, or if it is a message's first.
//   sequence_o  A packet that does not pass: dropped, and so is the rest of its message. A first
//               packet although a message is open, which then never ends: it passes. A tail before
//               the end given by the header, or such a flit: it passes, the message never ends.
//   place_o     of a data flit its place in the message, of a header that of the next data flit
//   first_o     the first packet's header
//   last_o      the last packet's tail, if no part of the message is missing
// Latency: one cycle; while stall_i no flit moves, and none may arrive. Outputs settle from
// registers and stall_i; busy_o: a flit is inside.
// For Lids cycles after a reset contexts are cleared: no flit may arrive.
`ifndef IBA_REASSEMBLER_SV_
`define IBA_REASSEMBLER_SV_
`include "wayfarer_assert.svh"

module iba_reassembler
  import iba_pkg::*;
#(
  parameter int unsigned VirtualLanes = 2,
  parameter int unsigned Lids         = 17,
  parameter int unsigned Mtu          = 8,
  parameter bit          Cuts         = 1'b0,
  parameter int unsigned FlitWidth    = 128,
  localparam int unsigned LaneWidth = wf_pkg::index_width(VirtualLanes)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  output logic                 busy_o,
  output logic                 sequence_o,
  // The switch.
  input  logic                 valid_i,
  input  logic [LaneWidth-1:0] lane_i,
  input  flit_tag_t            tag_i,
  input  logic [FlitWidth-1:0] data_i,
  // The terminal.
  input  logic                 stall_i,
  output logic                 valid_o,
  output logic [LaneWidth-1:0] lane_o,
  output flit_tag_t            tag_o,
  output logic [FlitWidth-1:0] data_o,
  output place_t               place_o,
  output logic                 first_o,
  output logic                 last_o
);

  `WF_ASSERT_STATIC(IbaReassemblerLegal,
                    lanes_legal(VirtualLanes) && Lids >= 1 && Lids <= 32'(FirstMulticast) &&
                    Mtu >= 1 && (Mtu & (Mtu - 1)) == 0 && Mtu < MaxFlits &&
                    FlitWidth >= IdentifierOffset + $bits(identifier_t))

  localparam int unsigned PaddedLanes = wf_pkg::padded_size(VirtualLanes);
  localparam int unsigned IndexWidth  = wf_pkg::index_width(Lids);
  localparam int unsigned ClearWidth  = wf_pkg::count_width(Lids);
  typedef logic [IndexWidth-1:0] index_t;

  // The open message; number 0: none.
  typedef struct packed {
    number_t     number;
    identifier_t identifier;
  } context_t;

  // The open packet on a virtual lane.
  typedef struct packed {
    logic    passes;
    logic    last;
    stream_t stream;
    index_t  source;
    place_t  place;  // of the next data flit
    length_t left;   // data flits to come
  } packet_t;

  // The flit inside.
  logic                 held_q;
  logic [LaneWidth-1:0] lane_q;
  flit_tag_t            tag_q;
  logic [FlitWidth-1:0] data_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)       held_q <= 1'b0;
    else if (!stall_i) held_q <= valid_i;
  end

  always_ff @(posedge clk_i) begin
    if (valid_i) {lane_q, tag_q, data_q} <= {lane_i, tag_i, data_i};
  end

  logic moves, head, tail, cut;

  assign busy_o = held_q;
  assign moves  = held_q && !stall_i;
  assign cut    = Cuts && tag_q == '1 && data_q[SourceOffset+:$bits(lid_t)] == '0;
  assign head   = tag_q[Head] && !cut;
  assign tail   = tag_q[Tail];

  // As a header.
  lid_t        source;
  stream_t     stream;
  number_t     number;
  identifier_t identifier;
  context_t    under_way;
  logic        known, expected;
  packet_t     begun;

  assign source     = data_q[SourceOffset+:$bits(lid_t)];
  assign stream     = data_q[StreamOffset+:$bits(stream_t)];
  assign number     = data_q[NumberOffset+:$bits(number_t)];
  assign identifier = data_q[IdentifierOffset+:$bits(identifier_t)];
  assign known      = 32'(source) < Lids && 32'(stream) < VirtualLanes;
  assign expected   = number == '0 || {number, identifier} == under_way;
  assign begun      = '{passes: known && expected,
                        last:   data_q[LastOffset],
                        stream: stream,
                        source: source[IndexWidth-1:0],
                        place:  place_t'(32'(number) * Mtu),
                        left:   data_q[LengthOffset+:$bits(length_t)]};

  // The packet of the flit; padded: any lane number selects an element.
  packet_t packet_q [VirtualLanes];
  packet_t open_packet [PaddedLanes];
  packet_t packet;
  logic    ends, cut_short;

  for (genvar v = 0; v < PaddedLanes; v++) begin : gen_packet
    assign open_packet[v] = packet_q[v < VirtualLanes ? v : 0];
  end

  assign packet    = head ? begun : open_packet[lane_q];
  assign ends      = packet.left == length_t'(!head) && !cut;
  assign cut_short = tail && !ends && packet.passes;

  for (genvar v = 0; v < VirtualLanes; v++) begin : gen_lane
    always_ff @(posedge clk_i) begin
      if (moves && 32'(lane_q) == v) begin
        packet_q[v] <= packet;
        if (!head) begin
          packet_q[v].place <= packet.place + place_t'(1);
          packet_q[v].left  <= packet.left - length_t'(1);
        end
      end
    end
  end

  // Contexts: one memory per stream, cleared after the reset.
  logic [ClearWidth-1:0] clear_q;
  logic                  clearing, decides;
  index_t                entry;
  context_t              next;
  context_t              held [2 ** $bits(stream_t)];

  always_ff @(posedge clk_i) begin
    if (!rst_ni)       clear_q <= '0;
    else if (clearing) clear_q <= clear_q + ClearWidth'(1);
  end

  assign clearing        = 32'(clear_q) != Lids;
  assign decides         = moves && (head ? known : cut_short);
  assign entry           = clearing ? index_t'(clear_q) : packet.source;
  assign next.number     = clearing || !packet.passes || packet.last || cut_short
                           ? '0 : number + number_t'(1);
  assign next.identifier = identifier;
  assign under_way       = held[stream];

  for (genvar s = 0; s < 2 ** $bits(stream_t); s++) begin : gen_stream
    if (s < VirtualLanes) begin : gen_contexts
      logic [$bits(context_t)-1:0] value [1];
      index_t                      read  [1];

      assign read[0] = source[IndexWidth-1:0];
      assign held[s] = value[0];

      iba_table #(
        .Entries(Lids),
        .Width  ($bits(context_t)),
        .Reads  (1)
      ) u_contexts (
        .clk_i       (clk_i),
        .rst_ni      (rst_ni),
        .write_i     (clearing || (decides && 32'(packet.stream) == s)),
        .entry_i     (entry),
        .value_i     (next),
        .entry_read_i(read),
        .value_o     (value)
      );
    end else begin : gen_none
      assign held[s] = '0;
    end
  end

  assign sequence_o = moves && (cut_short ||
                                (head && (!packet.passes ||
                                          (number == '0 && under_way.number != '0))));
  assign valid_o = moves && packet.passes;
  assign lane_o  = lane_q;
  assign tag_o   = tag_q;
  assign data_o  = data_q;
  assign place_o = packet.place;
  assign first_o = valid_o && head && number == '0;
  assign last_o  = valid_o && tail && ends && packet.last;

  `WF_ASSERT(IbaReassemblerCleared, !valid_i || !clearing)
  `WF_ASSERT(IbaReassemblerStalls, !(valid_i && stall_i))
  `WF_ASSERT(IbaReassemblerPacketBounded, !valid_o || head || packet.left != '0)
  `WF_ASSERT_STABLE(IbaReassemblerHeld, held_q && stall_i, {held_q, lane_q, tag_q, data_q})

endmodule

`endif
