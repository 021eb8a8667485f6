// SPDX-License-Identifier: Apache-2.0
//
// Matches input and output buffers of a node: at most one connection per cycle, from the output
// buffers that headers may take to the pair that is connected.
//
//   turns -> lane binding (BindLanes) or exchange (Chaos) -> policy
//
// Parameters: Config (cut_through_pkg).
// Latency: combinational.
// By input buffer, the queue's frames last: eligible_i, the header can be connected; request_i,
// the output buffers that it may take, else 0; waits_i and open_i, as in cut_through_input; room_i,
// a frame may take a message. free_i: output buffers that may, frames not among them.
// connect_input_o and connect_output_o are one-hot in a cycle with a connection, else zero; pair_o:
// as in cut_through_policy. With Chaos: entering_o, the request of the message that is connected to
// a frame; full_o, of registers, the node takes no header from its links; derouted_o, by link,
// whether the message is derouted that it sends (sent_i), or sent last; 0 after reset.
`ifndef CUT_THROUGH_MATCHING_SV_
`define CUT_THROUGH_MATCHING_SV_
`include "wayfarer_assert.svh"

module cut_through_matching
  import cut_through_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned DigitWidth = mesh_pkg::digit_width(Config.Extents),
  localparam int unsigned Ports      = 2 * Config.Dimensions,
  localparam int unsigned Links      = link_buffers(Config),
  localparam int unsigned Sources    = Links + Config.InjectionPorts,
  localparam int unsigned Targets    = Links + Config.EjectionPorts,
  localparam int unsigned Inputs     = input_buffers(Config),
  localparam int unsigned Outputs    = output_buffers(Config)
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,
  input  logic [Config.Dimensions-1:0][DigitWidth-1:0] position_i,
  input  random_t                                      seed_i,
  input  logic [Inputs-1:0]                            eligible_i,
  input  logic [Targets-1:0]                           request_i[Inputs],
  input  logic [Inputs-1:0]                            waits_i,
  input  logic [Inputs-1:0]                            open_i,
  input  logic [Inputs-1:0]                            room_i,
  input  logic [Targets-1:0]                           free_i,
  output logic [Inputs-1:0]                            connect_input_o,
  output logic [Outputs-1:0]                           connect_output_o,
  output logic [Outputs-1:0]                           pair_o   [Inputs],
  output logic [Targets-1:0]                           entering_o,
  output logic                                         full_o,
  input  logic [Links-1:0]                             sent_i,
  output logic [Ports-1:0]                             derouted_o
);

  `WF_ASSERT_STATIC(CutThroughMatchingLegal, config_legal(Config))

  logic [Targets-1:0] from[Sources], turn[Sources];
  logic [Outputs-1:0] request[Inputs], free;

  for (genvar i = 0; i < Sources; i++) begin : gen_from
    assign from[i] = request_i[i];
  end

  cut_through_turns #(.Config(Config)) u_turns (
    .clk_i(clk_i), .rst_ni(rst_ni), .request_i(from), .request_o(turn)
  );

  if (Config.Routing == Chaos) begin : gen_exchange
    localparam int unsigned Queue = Config.Queue;
    logic [Targets-1:0] frame_request[Queue];
    logic [Ports-1:0]   derouted, next_q, last_q;

    for (genvar f = 0; f < Queue; f++) begin : gen_frame
      assign frame_request[f] = request_i[Sources+f];
    end

    cut_through_exchange #(
      .Config(Config)
    ) u_exchange (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .position_i     (position_i),
      .request_i      (turn),
      .whole_i        (waits_i[Sources-1:0] & ~open_i[Sources-1:0]),
      .free_i         (free_i),
      .frame_request_i(frame_request),
      .frame_waits_i  (waits_i[Inputs-1:Sources]),
      .frame_room_i   (room_i[Inputs-1:Sources]),
      .enter_i        (connect_output_o[Outputs-1:Targets]),
      .full_o         (full_o),
      .derouted_o     (derouted),
      .offer_o        (request)
    );

    assign free = {room_i[Inputs-1:Sources], free_i};

    // A message in the queue keeps the request that it had in its input buffer.
    always_comb begin
      entering_o = '0;
      for (int unsigned i = 0; i < Sources; i++) begin
        if (connect_input_o[i]) entering_o |= turn[i];
      end
    end

    for (genvar p = 0; p < Ports; p++) begin : gen_port
      assign derouted_o[p] = sent_i[p] ? next_q[p] : last_q[p];

      always_ff @(posedge clk_i) begin
        if (connect_output_o[p]) next_q[p] <= derouted[p];
        last_q[p] <= rst_ni && derouted_o[p];
      end
    end

    logic unused_state;
    assign unused_state = ^{eligible_i, open_i[Inputs-1:Sources], room_i[Sources-1:0]};

`ifdef WAYFARER_ASSERT_ON
    // A message leaves a full queue as soon as one is at the front of its frame; the processor's
    // buffers come first once at most.
    int unsigned full_cycles_q;

    always_ff @(posedge clk_i) full_cycles_q <= rst_ni && full_o ? full_cycles_q + 1 : 0;
`endif

    `WF_ASSERT(CutThroughFullQueueEnds, full_cycles_q <= Config.Depth + 1)
  end else begin : gen_minimal
    for (genvar i = 0; i < Sources; i++) begin : gen_source
      if (Config.BindLanes) begin : gen_one_lane
        cut_through_lane_binding #(
          .Groups(Ports * Config.VcClasses),
          .Lanes (Config.VirtualChannels)
        ) u_lane_binding (
          .clk_i     (clk_i),
          .rst_ni    (rst_ni),
          .eligible_i(eligible_i[i]),
          .request_i (turn[i][Links-1:0]),
          .free_i    (free_i[Links-1:0]),
          .request_o (request[i][Links-1:0])
        );

        assign request[i][Targets-1:Links] = turn[i][Targets-1:Links];
      end else begin : gen_any_lane
        assign request[i] = turn[i];
      end
    end

    logic unused_state;
    assign unused_state = ^{position_i, eligible_i, waits_i, open_i, room_i, sent_i};
    assign free       = free_i;
    assign entering_o = '0;
    assign full_o     = 1'b0;
    assign derouted_o = '0;
  end

  cut_through_policy #(
    .Config(Config)
  ) u_policy (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(request),
    .free_i   (free),
    .seed_i   (seed_i),
    .input_o  (connect_input_o),
    .output_o (connect_output_o),
    .pair_o   (pair_o)
  );
  `WF_COVER(CutThroughMatchingQueueFull, full_o)
  `WF_COVER(CutThroughMatchingDerouted, derouted_o != '0)
  `WF_COVER(CutThroughMatchingEntersQueue, entering_o != '0)
  `WF_COVER(CutThroughMatchingWaits, eligible_i != '0 && connect_input_o == '0)

endmodule

`endif
