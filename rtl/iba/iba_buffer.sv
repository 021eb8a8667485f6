// SPDX-License-Identifier: Apache-2.0
//
// Input buffer of one virtual lane: a memory that holds a queue of whole packets, of which the
// front one is copied to its output ports, each branch with its own read pointer.
//
// Parameters: VirtualLanes; Depth, flits; Longest, flits of the largest packet; FlitWidth.
// In the first cycle in which a header is at the front, its lid_o and level_o are looked up;
// ports_i and lanes_i return its outputs, and the virtual lanes by output. From the next cycle on
// waits_o has the outputs whose branch has not started, and flits_o the packet's length from its
// header; start_i starts branches. Without outputs (unknown_o) one flit per cycle is discarded. So
// is a packet that has taken HopLimit links, unless it has arrived.
// With a Lifetime, a packet is discarded when for more than so many cycles no branch of it has
// started or sent (expires_o): the branches that wait, and one to the endpoint that has started,
// which the endpoint's lane must release (drops_o; cut_o: after its header was sent). Branches on
// links always end, since the next buffer has room.
// tag_o and data_o: the flit of each branch of the packet, valid where holds_o is set; send_i takes
// it. Those of other outputs have no meaning. leaves_o: the packet's last flit leaves in this
// cycle. forwarded_o: it has left in the previous cycle through an output, and was not discarded.
// Latency: a flit pushed in cycle t can be sent in t + 1, a header is looked up then. A packet's
// space is free after leaves_o. All outputs settle from registers, except leaves_o (from send_i).
// Events that are counted (forwarded_o, unknown_o, expires_o) are shown a cycle after their cause.
// Illegal: a push without room, starting a branch that does not wait, sending a flit that is not
// held.
`ifndef IBA_BUFFER_SV_
`define IBA_BUFFER_SV_
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
  output logic                                      expires_o,
  output logic                                      drops_o,
  output logic                                      cut_o,
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
  place_t                                        write_q, write_next;
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
  ports_t                                    waits_q, unfinished_q, moves, last, holds, drops;
  ports_t                                    ports, taken, first, first_q, above;
  logic                                      looks_up, looked_q, discards, discards_q;
  logic                                      expires, late, forwarded_q;
  logic [Ports-1:0][Config.VirtualLanes-1:0] lanes_q;
  logic [FlitsWidth-1:0]                     flits_q;

  // Whether the lookup found no output is seen in the next cycle, off the longest path of a switch.
  assign looks_up  = !discards && unfinished_q == '0 && holds[Endpoint];
  assign unknown_o = looked_q && unfinished_q == '0;
  assign discards  = discards_q || unknown_o;
  assign lid_o     = data_o[Endpoint][DestinationOffset+:$bits(lid_t)];
  assign level_o   = data_o[Endpoint][ServiceLevelOffset+:$bits(level_t)];

  if (Config.HopLimit > 0) begin : gen_hops
    localparam ports_t Local = ports_t'(1) << Endpoint;
    logic exhausted;
    assign exhausted = 32'(data_o[Endpoint][HopsOffset+:HopsWidth]) >= Config.HopLimit;
    assign ports     = exhausted && (ports_i & ~Local) != '0 ? '0 : ports_i;
  end else begin : gen_any_hops
    assign ports = ports_i;
  end

  // Branch 0 reads the headers that are looked up, and discarded packets. It follows the packet's
  // first branch where the packet does not leave by it, so that its pointer need not wait for the
  // packet's end. The other branches begin where branch 0 is at the lookup.
  logic unused_any;

  wf_prefix_or #(
    .Size(Ports)
  ) u_above (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .bits_i (unfinished_q),
    .above_o(above),
    .any_o  (unused_any)
  );

  assign first = looked_q ? unfinished_q & ~above : first_q;

  always_ff @(posedge clk_i) begin
    first_q <= first;
  end

  // A branch that is dropped is read to its end.
  assign taken   = send_i | (drops & holds);
  assign holds_o = holds & ~drops;

  always_comb begin
    moves           = taken;
    moves[Endpoint] = (taken & first) != '0 || (discards && holds[Endpoint]);
  end

  if (Config.Lifetime > 0) begin : gen_lifetime
    ports_t live, drops_q;  // live: branches that wait, or that the endpoint can stop
    logic   late_q, started_q, expires_q;
    assign live = waits_q | (unfinished_q & ~drops_q & (ports_t'(1) << Endpoint));

    iba_age_timer #(
      .Inputs(1),
      .Age   (Config.Lifetime)
    ) u_timer (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .waits_i  (live != '0 && (start_i | send_i) == '0),
      .patient_o(expires)
    );

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        drops_q   <= '0;
        late_q    <= 1'b0;
        expires_q <= 1'b0;
      end else begin
        drops_q   <= expires ? live : drops_q & ~last;
        late_q    <= (late_q || expires) && !leaves_o;
        expires_q <= expires;
      end
    end

    // In the first cycle of the drop a header that has not been sent is still at the front.
    always_ff @(posedge clk_i) begin
      if (!rst_ni) started_q <= 1'b0;
      else         started_q <= expires && !waits_q[Endpoint];
    end

    assign expires_o = expires_q;
    assign drops     = drops_q;
    assign late      = late_q;
    assign drops_o   = drops_q[Endpoint] && started_q;
    assign cut_o     = drops_o && !(holds[Endpoint] && tag_o[Endpoint][Head]);

    `WF_ASSERT(IbaBufferDropsUnfinished, (drops_q & ~unfinished_q) == '0)
  end else begin : gen_forever
    assign expires   = 1'b0;
    assign expires_o = 1'b0;
    assign drops     = '0;
    assign late      = 1'b0;
    assign drops_o   = 1'b0;
    assign cut_o     = 1'b0;
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_branch
    assign holds[p]              = read_q[p] != write_q;
    assign {tag_o[p], data_o[p]} = memory_q[read_q[p].address];
    assign next[p] = read_q[p].address == Last ? {!read_q[p].lap, AddressWidth'(0)}
                                               : read_q[p] + place_t'(1);
    assign last[p] = taken[p] && tag_o[p][Tail];

    always_ff @(posedge clk_i) begin
      if (!rst_ni)                        read_q[p] <= '0;
      else if (p != Endpoint && looks_up) read_q[p] <= read_q[Endpoint];
      else if (moves[p])                  read_q[p] <= next[p];
    end

    `WF_ASSERT(IbaBufferNoLoss,
               !push_i || !holds[p] || (p != Endpoint && !unfinished_q[p]) ||
               read_q[p].address != write_q.address)
    `WF_ASSERT(IbaBufferSendsWhatIsThere,
               !send_i[p] || (holds_o[p] && unfinished_q[p] && (!waits_q[p] || start_i[p])))
    `WF_ASSERT(IbaBufferEndsTogether,
               !leaves_o || !last[p] ||
               next[p] == (moves[Endpoint] ? next[Endpoint] : read_q[Endpoint]))
    `WF_ASSERT_STABLE(IbaBufferBranchHeld, unfinished_q[p] && holds[p] && !moves[p],
                      {holds[p], tag_o[p], data_o[p]})
  end

  // Only a discarded packet has no unfinished branch when it moves.
  assign leaves_o = unfinished_q == '0 ? discards && holds[Endpoint] && tag_o[Endpoint][Tail]
                                       : (unfinished_q & ~last) == '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      waits_q      <= '0;
      unfinished_q <= '0;
    end else if (looks_up) begin
      waits_q      <= ports;
      unfinished_q <= ports;
    end else begin
      waits_q      <= expires ? '0 : waits_q & ~start_i;
      unfinished_q <= unfinished_q & ~last;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      looked_q    <= 1'b0;
      discards_q  <= 1'b0;
      forwarded_q <= 1'b0;
    end else begin
      looked_q    <= looks_up;
      discards_q  <= discards && !leaves_o;
      forwarded_q <= leaves_o && !discards && !late;
    end
  end

  always_ff @(posedge clk_i) begin
    if (looks_up) begin
      lanes_q <= lanes_i;
      flits_q <= FlitsWidth'(data_o[Endpoint][LengthOffset+:$bits(length_t)]) + FlitsWidth'(1);
    end
  end

  assign waits_o     = waits_q;
  assign lanes_o     = lanes_q;
  assign flits_o     = flits_q;
  assign forwarded_o = forwarded_q;
  assign empty_o     = !discards && unfinished_q == '0 && !holds[Endpoint];

  `WF_ASSERT(IbaBufferHeaderFirst, !looks_up || tag_o[Endpoint][Head])
  `WF_ASSERT(IbaBufferWaitsWithHeader, (waits_q & ~holds_o) == '0)
  `WF_ASSERT(IbaBufferStartsWhatWaits, (start_i & ~waits_q) == '0)
  `WF_COVER(IbaBufferUnknown, unknown_o)
  `WF_COVER(IbaBufferSeveralBranches, !$onehot0(unfinished_q))
  `WF_COVER(IbaBufferBranchesPart, !$onehot0(unfinished_q) && $onehot(last & unfinished_q))
  `WF_COVER(IbaBufferExpiresWaiting, expires && waits_q != '0)
  `WF_COVER(IbaBufferExpiresBegun, expires && waits_q == '0)
  `WF_COVER(IbaBufferCut, cut_o)
  `WF_COVER(IbaBufferPacketBehind, leaves_o && push_i)

endmodule

`endif
