// Input buffer of one virtual lane: a memory that holds a queue of whole packets, of which the
// front one is copied to its output ports, each branch with its own read pointer.
//
// Parameters: VirtualLanes; Depth, flits; Longest, flits of the largest packet; FlitWidth.
// In the first cycle in which a header is at the front, its lid_o and level_o are looked up;
// ports_i and lanes_i return its outputs, and the virtual lanes by output. From the next cycle on
// waits_o has the outputs whose branch has not started, and flits_o the packet's length from its
// header; start_i starts branches. Without outputs (unknown_o) one flit per cycle is discarded.
// tag_o and data_o: the flit of each branch, valid where holds_o is set; send_i takes it. leaves_o:
// the packet's last flit leaves in this cycle; forwarded_o: it leaves through an output and is not
// discarded.
// Latency: a flit pushed in cycle t can be sent in t + 1, a header is looked up then. A packet's
// space is free after leaves_o. All outputs settle from registers, except leaves_o and forwarded_o
// (from send_i) and unknown_o (from ports_i). Illegal: a push without room, starting a branch that
// does not wait, sending a flit that is not held.
`include "wayfarer_assert.svh"

module iba_buffer
  import iba_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned FlitsWidth = wf_pkg::count_width(Config.Longest)
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  // Arrivals.
  input  logic                                      push_i,
  input  flit_tag_t                                 tag_i,
  input  logic [Config.FlitWidth-1:0]               data_i,
  // The tables.
  output lid_t                                      lid_o,
  output level_t                                    level_o,
  input  ports_t                                    ports_i,
  input  logic [Ports-1:0][Config.VirtualLanes-1:0] lanes_i,
  // The front packet.
  output ports_t                                    waits_o,
  output logic [Ports-1:0][Config.VirtualLanes-1:0] lanes_o,
  output logic [FlitsWidth-1:0]                     flits_o,
  input  ports_t                                    start_i,
  // Its branches.
  output ports_t                                    holds_o,
  output flit_tag_t                                 tag_o  [Ports],
  output logic [Config.FlitWidth-1:0]               data_o [Ports],
  input  ports_t                                    send_i,
  // Its end.
  output logic                                      leaves_o,
  output logic                                      forwarded_o,
  output logic                                      unknown_o,
  output logic                                      empty_o
);

  `WF_ASSERT_STATIC(IbaBufferLegal, config_legal(Config))

  localparam int unsigned AddressWidth = wf_pkg::index_width(Config.Depth);

  // A memory address, and a lap bit that distinguishes full from empty.
  typedef struct packed {
    logic                    lap;
    logic [AddressWidth-1:0] address;
  } place_t;

  localparam logic [AddressWidth-1:0] Last = AddressWidth'(Config.Depth - 1);

  (* ram_style = "distributed" *)  // also if it is so shallow that flip-flops seem cheaper
  logic [$bits(flit_tag_t)+Config.FlitWidth-1:0] memory_q [Config.Depth];
  place_t                                        write_q, write_next, front;
  place_t [Ports-1:0]                            read_q, next;

  always_ff @(posedge clk_i) begin
    if (push_i) memory_q[write_q.address] <= {tag_i, data_i};
  end

  assign write_next = write_q.address == Last ? {!write_q.lap, AddressWidth'(0)}
                                              : write_q + place_t'(1);

  always_ff @(posedge clk_i) begin
    if (!rst_ni)     write_q <= '0;
    else if (push_i) write_q <= write_next;
  end

  // State of the front packet, from its lookup to its end.
  ports_t                                    waits_q, unfinished_q, moves, last;
  logic                                      discards_q, looks_up;
  logic [Ports-1:0][Config.VirtualLanes-1:0] lanes_q;
  logic [FlitsWidth-1:0]                     flits_q;

  assign looks_up  = !discards_q && unfinished_q == '0 && holds_o[Endpoint];
  assign unknown_o = looks_up && ports_i == '0;
  assign lid_o     = data_o[Endpoint][DestinationOffset+:$bits(lid_t)];
  assign level_o   = data_o[Endpoint][ServiceLevelOffset+:$bits(level_t)];

  // A discarded packet is read through branch 0; nothing is sent meanwhile.
  assign moves = send_i | (discards_q ? holds_o & (ports_t'(1) << Endpoint) : '0);

  for (genvar p = 0; p < Ports; p++) begin : gen_branch
    assign holds_o[p]            = read_q[p] != write_q;
    assign {tag_o[p], data_o[p]} = memory_q[read_q[p].address];
    assign next[p] = read_q[p].address == Last ? {!read_q[p].lap, AddressWidth'(0)}
                                               : read_q[p] + place_t'(1);
    assign last[p] = moves[p] && tag_o[p][Tail];

    always_ff @(posedge clk_i) begin
      if (!rst_ni)       read_q[p] <= '0;
      else if (leaves_o) read_q[p] <= front;
      else if (moves[p]) read_q[p] <= next[p];
    end

    `WF_ASSERT(IbaBufferNoLoss, !push_i || read_q[p].address != write_q.address || !holds_o[p])
    `WF_ASSERT(IbaBufferSendsWhatIsThere,
               !send_i[p] || (holds_o[p] && unfinished_q[p] && (!waits_q[p] || start_i[p])))
    `WF_ASSERT(IbaBufferEndsTogether, !leaves_o || !last[p] || next[p] == front)
    `WF_ASSERT_STABLE(IbaBufferBranchHeld, holds_o[p] && !moves[p] && !leaves_o,
                      {holds_o[p], tag_o[p], data_o[p]})
  end

  // Start of the next packet: all branches end at the same place.
  logic [$bits(place_t)-1:0][Ports-1:0] ends;

  for (genvar b = 0; b < $bits(place_t); b++) begin : gen_front
    for (genvar p = 0; p < Ports; p++) begin : gen_branch
      assign ends[b][p] = last[p] && next[p][b];
    end
    assign front[b] = |ends[b];
  end

  // Only a discarded packet has no unfinished branch when it moves.
  assign leaves_o    = unfinished_q == '0 ? discards_q && last[Endpoint]
                                          : (unfinished_q & ~last) == '0;
  assign forwarded_o = leaves_o && !discards_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      waits_q      <= '0;
      unfinished_q <= '0;
      discards_q   <= 1'b0;
    end else if (looks_up) begin
      waits_q      <= ports_i;
      unfinished_q <= ports_i;
      discards_q   <= unknown_o;
    end else begin
      waits_q      <= waits_q & ~start_i;
      unfinished_q <= unfinished_q & ~last;
      discards_q   <= discards_q && !leaves_o;
    end
  end

  always_ff @(posedge clk_i) begin
    if (looks_up) begin
      lanes_q <= lanes_i;
      flits_q <= FlitsWidth'(data_o[Endpoint][LengthOffset+:$bits(length_t)]) + FlitsWidth'(1);
    end
  end

  assign waits_o = waits_q;
  assign lanes_o = lanes_q;
  assign flits_o = flits_q;
  assign empty_o = !discards_q && unfinished_q == '0 && !holds_o[Endpoint];

  `WF_ASSERT(IbaBufferHeaderFirst, !looks_up || tag_o[Endpoint][Head])
  `WF_ASSERT(IbaBufferStartsWhatWaits, (start_i & ~waits_q) == '0)

endmodule
