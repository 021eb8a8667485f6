// SPDX-License-Identifier: Apache-2.0
//
// Selects which message may take which buffer at a node with Chaos routing (Konstantinidou and
// Snyder, "The Chaos Router"), by packet exchange, which prevents deadlock (docs/cut_through.md).
//
//   output frame of a link  usable if it is free and no whole message waits in the input frame of
//                           its channel: to the oldest message of the queue that wants it, else,
//                           if the queue is full, to any message of it (derouted), else to those of
//                           input buffers that want it
//   ejection port           to the oldest message of the queue that wants it, else to those of
//                           input buffers
//   a frame of the queue    the lowest one with room, to whole messages of input buffers that want
//                           no usable buffer, if another frame does not wait or if the output frame
//                           of the message's channel is free
//
// Parameters: Config (cut_through_pkg), of Chaos routing.
// Latency: combinational; enter_i, one-hot or zero, the frame that a message takes in this cycle.
// request_i, whole_i: by input buffer, the output buffers on the minimal routes of its eligible
// header; whether a whole message waits there. frame_request_i, frame_waits_i and frame_room_i: by
// frame, the same, whether a message waits, and whether another one may enter. derouted_o: output
// buffers of links whose next message is derouted.
`ifndef CUT_THROUGH_EXCHANGE_SV_
`define CUT_THROUGH_EXCHANGE_SV_
`include "wayfarer_assert.svh"

module cut_through_exchange
  import cut_through_pkg::*;
#(
  parameter config_t Config = default_chaos(),
  localparam int unsigned DigitWidth = mesh_pkg::digit_width(Config.Extents),
  localparam int unsigned Ports      = link_buffers(Config),
  localparam int unsigned Sources    = Ports + Config.InjectionPorts,
  localparam int unsigned Targets    = Ports + Config.EjectionPorts,
  localparam int unsigned Inputs     = input_buffers(Config),
  localparam int unsigned Outputs    = output_buffers(Config)
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,
  input  logic [Config.Dimensions-1:0][DigitWidth-1:0] position_i,
  input  logic [Targets-1:0]                           request_i      [Sources],
  input  logic [Sources-1:0]                           whole_i,
  input  logic [Targets-1:0]                           free_i,
  input  logic [Targets-1:0]                           frame_request_i[Config.Queue],
  input  logic [Config.Queue-1:0]                      frame_waits_i,
  input  logic [Config.Queue-1:0]                      frame_room_i,
  input  logic [Config.Queue-1:0]                      enter_i,
  output logic                                         full_o,
  output logic [Ports-1:0]                             derouted_o,
  output logic [Outputs-1:0]                           offer_o        [Inputs]
);

  `WF_ASSERT_STATIC(CutThroughExchangeLegal, config_legal(Config) && Config.Routing == Chaos)

  localparam int unsigned Queue = Config.Queue;

  logic [Targets-1:0] usable, wanted, candidate[Queue], oldest[Queue];
  logic [Queue-1:0]   first_room;
  logic               spare;

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    localparam int unsigned Dimension = p / 2;
    localparam int unsigned End       = p % 2 == 1 ? 0 : extent(Config.Extents, Dimension) - 1;
    logic exists;

    if (Config.Torus || extent(Config.Extents, Dimension) == 1) begin : gen_alike
      logic unused_position;
      assign unused_position = ^position_i[Dimension];
      assign exists          = extent(Config.Extents, Dimension) > 1;
    end else begin : gen_mesh
      assign exists = position_i[Dimension] != DigitWidth'(End);
    end

    // Output frame p and input frame p ^ 1 are of one channel.
    assign usable[p]     = free_i[p] && exists && !whole_i[p^1];
    assign derouted_o[p] = full_o && usable[p] && !wanted[p];
  end

  assign usable[Targets-1:Ports] = free_i[Targets-1:Ports];

  for (genvar f = 0; f < Queue; f++) begin : gen_candidate
    assign candidate[f] = frame_request_i[f] & usable;
  end

  always_comb begin
    wanted = '0;
    for (int unsigned f = 0; f < Queue; f++) wanted |= frame_request_i[f];
  end

  cut_through_oldest #(
    .Frames (Queue),
    .Columns(Targets)
  ) u_oldest (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .enter_i    (enter_i),
    .candidate_i(candidate),
    .select_o   (oldest)
  );

  // Spare: at least two frames hold no waiting message.
  logic [Queue-1:0] idle;
  assign idle       = ~frame_waits_i;
  assign full_o     = idle == '0;
  assign spare      = (idle & (idle - Queue'(1))) != '0;
  assign first_room = frame_room_i & (~frame_room_i + Queue'(1));

  for (genvar i = 0; i < Sources; i++) begin : gen_source
    logic               stalled, exchanges;
    logic [Targets-1:0] takes;

    if (i < Ports) begin : gen_channel
      assign exchanges = free_i[i^1];
    end else begin : gen_injection
      assign exchanges = 1'b0;
    end

    assign stalled = whole_i[i] && request_i[i] != '0 && (request_i[i] & usable) == '0;
    assign takes   = request_i[i] & usable & ~wanted & ~Targets'({Ports{full_o}});
    assign offer_o[i] = {stalled && (spare || exchanges) ? first_room : '0, takes};
  end

  for (genvar f = 0; f < Queue; f++) begin : gen_frame
    logic [Targets-1:0] derouted;
    assign derouted = frame_request_i[f] == '0 ? '0 : Targets'(derouted_o);
    assign offer_o[Sources+f] = {Queue'(0), oldest[f] | derouted};
  end

  // Only an exchange takes the last frame, and the output frame of its channel stays usable until
  // a message has left the queue.
  `WF_ASSERT(CutThroughFullQueueTakesNone, !full_o || (frame_room_i == '0 && enter_i == '0))
  `WF_ASSERT(CutThroughFullQueueHasWayOut, !full_o || usable[Ports-1:0] != '0)

endmodule

`endif
