// SPDX-License-Identifier: Apache-2.0
//
// Segmentation of messages into packets, between a terminal's stream and its endpoint: inserts a
// header before each Mtu data flits of a message except the first. Packets of a message follow each
// other on its virtual lane.
//
// Parameters: VirtualLanes, which are the injection lanes; Mtu, maximum data flits of a packet, a
// power of two; FlitWidth.
// A message is a header with the number of its data flits (place_t), and these. Every packet's
// header has the message header's bits below LengthOffset and its identifier, and the packet's own
// length, number, stream and last-packet bit; above the identifier the first has the bits of the
// terminal's header, the others 0.
// Latency: none. A header is inserted as soon as the endpoint is ready for it, for the lowest of
// several lanes; in that cycle no lane is ready, and a lane that waits for its header is not.
// ready_o settles from registers and ready_i; waits_o: some lane waits for its header.
// Illegal: flits that the endpoint's guard drops and flags pass on to it; so does a message of more
// than MostPackets packets, as a packet of the greatest length, and one whose tail is the last flit
// of a packet but not of the message, without a tail.
`ifndef IBA_SEGMENTER_SV_
`define IBA_SEGMENTER_SV_
`include "wayfarer_assert.svh"

module iba_segmenter
  import iba_pkg::*;
#(
  parameter int unsigned VirtualLanes = 2,
  parameter int unsigned Mtu          = 8,
  parameter int unsigned FlitWidth    = 128,
  localparam int unsigned LaneWidth = wf_pkg::index_width(VirtualLanes)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  output logic                    waits_o,
  // The terminal.
  input  logic                    valid_i,
  input  logic [LaneWidth-1:0]    lane_i,
  input  flit_tag_t               tag_i,
  input  logic [FlitWidth-1:0]    data_i,
  output logic [VirtualLanes-1:0] ready_o,
  // The endpoint.
  output logic                    valid_o,
  output logic [LaneWidth-1:0]    lane_o,
  output flit_tag_t               tag_o,
  output logic [FlitWidth-1:0]    data_o,
  input  logic [VirtualLanes-1:0] ready_i
);

  `WF_ASSERT_STATIC(IbaSegmenterLegal,
                    lanes_legal(VirtualLanes) && Mtu >= 1 && (Mtu & (Mtu - 1)) == 0 &&
                    Mtu < MaxFlits && FlitWidth >= IdentifierOffset + $bits(identifier_t))

  localparam int unsigned PaddedLanes = wf_pkg::padded_size(VirtualLanes);

  typedef logic [LengthOffset-1:0] address_t;  // VL, SL, DLID, SLID

  typedef struct packed {
    identifier_t identifier;
    address_t    address;
    place_t      left;   // data flits to come
    place_t      place;  // data flits so far
  } message_t;

  logic [VirtualLanes-1:0] open_q;  // inside a message
  logic [VirtualLanes-1:0] due_q;   // a header is due before its next flit
  message_t                message_q [VirtualLanes];

  // An inserted header comes before the terminal's flit.
  logic [VirtualLanes-1:0] insert;
  logic [LaneWidth-1:0]    insert_lane;
  logic                    inserts;

  wf_arbiter_fixed #(
    .Requests(VirtualLanes)
  ) u_insert (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(due_q & ready_i),
    .grant_o  (insert),
    .index_o  (insert_lane),
    .valid_o  (inserts)
  );

  assign ready_o = inserts ? '0 : ready_i & ~due_q;
  assign waits_o = due_q != '0;

  // The message of the passing flit; padded: any lane number selects an element.
  message_t open_message[PaddedLanes];
  message_t arriving, message;
  logic     head;

  for (genvar v = 0; v < PaddedLanes; v++) begin : gen_message
    assign open_message[v] = message_q[v < VirtualLanes ? v : 0];
  end

  assign head     = !inserts && tag_i[Head];
  assign arriving = {data_i[IdentifierOffset+:$bits(identifier_t)], data_i[LengthOffset-1:0],
                     data_i[LengthOffset+:$bits(place_t)], place_t'(0)};
  assign message  = head ? arriving : open_message[lane_o];

  // The flit as a header and as a data flit.
  logic    too_long, last_packet, ends_message, ends_packet;
  length_t length;
  number_t number;
  logic [HeaderWidth-1:0] header;

  assign too_long     = 32'(message.left) > MostPackets * Mtu;
  assign last_packet  = 32'(message.left) <= Mtu;
  assign length       = too_long ? '1 : last_packet ? length_t'(message.left) : length_t'(Mtu);
  assign number       = number_t'(32'(message.place) / Mtu);
  assign header       = HeaderWidth'({number, stream_t'(lane_o), last_packet, length,
                                      message.address});
  assign ends_message = message.left == place_t'(1);
  assign ends_packet  = ends_message || 32'(message.place) % Mtu == Mtu - 1;

  // State of each lane's message.
  logic [VirtualLanes-1:0] begins, counts;

  for (genvar v = 0; v < VirtualLanes; v++) begin : gen_lane
    logic taken;
    assign taken     = valid_i && 32'(lane_i) == v && ready_o[v];
    assign begins[v] = taken && tag_i[Head] && !open_q[v];
    assign counts[v] = taken && !tag_i[Head] && open_q[v];

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        open_q[v] <= 1'b0;
        due_q[v]  <= 1'b0;
      end else if (insert[v]) begin
        due_q[v] <= 1'b0;
      end else if (begins[v]) begin
        open_q[v] <= !too_long && !tag_i[Tail] && message.left != '0;
      end else if (counts[v]) begin
        open_q[v] <= !ends_message && !tag_i[Tail];
        due_q[v]  <= ends_packet && !ends_message && !tag_i[Tail];
      end
    end

    always_ff @(posedge clk_i) begin
      if (begins[v]) message_q[v] <= arriving;
      else if (counts[v]) begin
        message_q[v].left  <= message.left - place_t'(1);
        message_q[v].place <= message.place + place_t'(1);
      end
    end

    `WF_ASSERT(IbaSegmenterInsertsInside, !insert[v] || (open_q[v] && message_q[v].left != '0 &&
                                                         32'(message_q[v].place) % Mtu == 0))
  end

  assign valid_o     = inserts || valid_i;
  assign lane_o      = inserts ? insert_lane : lane_i;
  assign tag_o[Head] = inserts || tag_i[Head];
  assign tag_o[Tail] = !inserts && (counts != '0 && ends_packet ? tag_i[Tail] == ends_message
                                                                 : tag_i[Tail]);

  always_comb begin
    data_o = data_i;
    if (inserts) data_o = FlitWidth'(message.identifier) << IdentifierOffset;
    if (tag_o[Head]) data_o[HeaderWidth-1:0] = header;
  end

endmodule

`endif
