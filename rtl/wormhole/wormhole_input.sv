// SPDX-License-Identifier: Apache-2.0
//
// An input buffer of the wormhole router: a queue of flits, and beside it the request of the header
// at its front, decoded before it entered.
//
// Parameters: Config (wormhole_pkg); Credits: flow_o is a credit to the sender for each flit that
// left in the cycle before; without it, flow_o is the buffer's full bit.
// group_i is the group of output buffers that a header requests (wormhole_route), 0 for other
// flits. A flit pushed in one cycle is at the front in the next. flow_o, occupied_o and request_o
// are registers; tag_o and data_o are a memory's read port. While the header at the front is not
// connected, request_o is its group; a grant connects it, from that cycle until its tail leaves. A
// slot that is emptied is offered in the next cycle.
// Illegal: a push while Depth flits are here, and a pop while not occupied_o.
`ifndef WORMHOLE_INPUT_SV_
`define WORMHOLE_INPUT_SV_
`include "wayfarer_assert.svh"

module wormhole_input
  import mesh_pkg::*;
  import wormhole_pkg::*;
#(
  parameter config_t Config  = default_config(),
  parameter bit      Credits = 1'b0,
  localparam int unsigned Groups = link_groups(Config) + 1
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        push_i,
  input  flit_tag_t                   tag_i,
  input  logic [Config.FlitWidth-1:0] data_i,
  input  logic [Groups-1:0]           group_i,
  output logic                        flow_o,
  output logic [Groups-1:0]           request_o,
  input  logic                        granted_i,
  output logic                        occupied_o,
  output flit_tag_t                   tag_o,
  output logic [Config.FlitWidth-1:0] data_o,
  input  logic                        pop_i
);

  `WF_ASSERT_STATIC(WormholeInputLegal, config_legal(Config))

  localparam int unsigned Depth     = Config.Depth;
  localparam int unsigned WordWidth = Config.FlitWidth + $bits(flit_tag_t);

  // The level, one-hot: a register bit is one LUT behind push and pop.
  logic [Depth:0] level_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)              level_q <= (Depth + 1)'(1);
    else if (push_i != pop_i) level_q <= push_i ? level_q << 1 : level_q >> 1;
  end

  logic full;
  assign full       = level_q[Depth];
  assign occupied_o = !level_q[0];

  if (Credits) begin : gen_credits
    logic credit_q;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) credit_q <= 1'b0;
      else         credit_q <= pop_i;
    end

    assign flow_o = credit_q;
  end else begin : gen_full
    assign flow_o = full;
  end

  // The group of the flit that follows the front one, if it is here already.
  logic [Groups-1:0] following;

  if (Depth == 1) begin : gen_single
    logic [WordWidth-1:0] flit_q;

    always_ff @(posedge clk_i) begin
      if (push_i) flit_q <= {tag_i, data_i};
    end

    assign {tag_o, data_o} = flit_q;
    assign following       = '0;
  end else begin : gen_memory
    localparam int unsigned PointerWidth = wf_pkg::index_width(Depth);
    localparam logic [PointerWidth-1:0] Last = PointerWidth'(Depth - 1);

    // Memories with one write port and one asynchronous read port, without reset, so that FPGAs
    // take distributed RAM. Groups are read one flit ahead.
    logic [WordWidth-1:0]    flits_q  [Depth];
    logic [Groups-1:0]       groups_q [Depth];
    logic [PointerWidth-1:0] write_q, read_q, next;

    always_ff @(posedge clk_i) begin
      if (push_i) begin
        flits_q[write_q]  <= {tag_i, data_i};
        groups_q[write_q] <= group_i;
      end
    end

    assign next = read_q == Last ? '0 : read_q + PointerWidth'(1);

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        write_q <= '0;
        read_q  <= '0;
      end else begin
        if (push_i) write_q <= write_q == Last ? '0 : write_q + PointerWidth'(1);
        if (pop_i)  read_q  <= next;
      end
    end

    assign {tag_o, data_o} = flits_q[read_q];
    assign following       = groups_q[next];
  end

  // The request changes as another flit comes to the front: one that is here, or that is pushed.
  logic              moves;
  logic [Groups-1:0] coming, request_q;
  assign moves  = pop_i || level_q[0];
  assign coming = level_q[0] || level_q[1] ? (push_i ? group_i : '0) : following;

  // A grant as a reset saves a LUT for each bit. With Pipeline=2 it would be the longest path.
  if (Config.Pipeline == 2) begin : gen_priority
    always_ff @(posedge clk_i) begin
      if (!rst_ni)        request_q <= '0;
      else if (moves)     request_q <= coming;
      else if (granted_i) request_q <= '0;
    end
  end else begin : gen_reset
    always_ff @(posedge clk_i) begin
      if (!rst_ni || (granted_i && !moves)) request_q <= '0;
      else if (moves)                       request_q <= coming;
    end
  end

  assign request_o = request_q;

`ifdef WAYFARER_ASSERT_ON
  // Whether the front flit's worm is connected, and what the registers must agree with.
  localparam mesh_t Mesh = make_mesh(Config.Extents, Config.Dimensions, Config.Torus,
                                     Config.Phases);
  logic              connected_q, waiting;
  logic [Groups-1:0] group;

  assign waiting = occupied_o && !connected_q;

  wormhole_route #(.Mesh(Mesh)) u_front (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .head_i   (tag_o[Head]),
    .header_i (data_o[header_width(Mesh)-1:0]),
    .request_o(group)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) connected_q <= 1'b0;
    else         connected_q <= (connected_q || granted_i) && !(pop_i && tag_o[Tail]);
  end
`endif

  `WF_ASSERT(WormholeInputHeaderFirst, !waiting || tag_o[Head])
  `WF_ASSERT(WormholeInputRequestOfFront, request_o == (waiting ? group : '0))
  `WF_ASSERT(WormholeInputNoLoss, !(push_i && full))
  `WF_ASSERT(WormholeInputLevel, $onehot(level_q))
  `WF_ASSERT(WormholeInputLeavesConnected, !pop_i || (occupied_o && (connected_q || granted_i)))
  `WF_ASSERT(WormholeInputGrantAsked, !granted_i || waiting)
  `WF_ASSERT_STABLE(WormholeInputRequestHeld, waiting && !granted_i, request_o)
  `WF_COVER(WormholeInputFull, full && !pop_i)
  `WF_COVER(WormholeInputPassesOneFlit, push_i && pop_i && level_q[1])
  `WF_COVER(WormholeInputEmptiesFull, full && pop_i)
  `WF_COVER(WormholeInputWaits, request_o != '0 && !granted_i)
  `WF_COVER(WormholeInputLeavesAsGranted, granted_i && pop_i)
  `WF_COVER(WormholeInputMessageBehind, pop_i && tag_o[Tail] && coming != '0)

endmodule

`endif
