// SPDX-License-Identifier: Apache-2.0
//
// The link of an output port: sends, each cycle, a flit of a virtual lane that has one.
//
// Parameters: Inputs, input buffers of the switch; VirtualLanes; FlitWidth; CountHops;
// ArbitrationEntries, of each table of turns_i, or 0: round robin.
// Combinational from owner_i (one-hot, by lane; 0: none), starts_i (owners in their first cycle,
// whose header is there) and holds_i (by input buffer, its branch has a flit) to send_o, and from
// the flit there (tag_i, data_i) to the link. A lane is ready when its owner's branch has a flit;
// the first ready one after the one served last, cyclically, is served, or the one that turns_i and
// limit_i pick (iba_lane_arbiter). Headers leave with their virtual lane inserted, and with
// CountHops with one more hop. A closing lane is also ready: its flit, header and tail at once with
// the source 0, ends a packet that was cut (tag_i and data_i are 0 then). stall_i: no flit is sent.
// monitor_lane_o, for monitors, is the virtual lane now or last on the link, after reset the
// highest.
// send_o: the input buffer whose flit is sent. ends_o, by lane: the one whose flit is a tail
// (tails_i). closed_o: the lane that is closed.
`ifndef IBA_LINK_SV_
`define IBA_LINK_SV_
`include "wayfarer_assert.svh"

module iba_link
  import iba_pkg::*;
#(
  parameter int unsigned Inputs       = 10,
  parameter int unsigned VirtualLanes = 2,
  parameter int unsigned FlitWidth    = 128,
  parameter bit          CountHops    = 1'b0,
  parameter int unsigned ArbitrationEntries = 0,
  localparam int unsigned Turns      = turns_of(ArbitrationEntries),
  localparam int unsigned LaneWidth  = wf_pkg::index_width(VirtualLanes)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic                         stall_i,
  input  logic [Inputs-1:0]            owner_i [VirtualLanes],
  input  logic [Inputs-1:0]            starts_i [VirtualLanes],
  input  logic [VirtualLanes-1:0]      closing_i,
  input  logic [Inputs-1:0]            holds_i,
  input  logic [Inputs-1:0]            tails_i,
  input  flit_tag_t                    tag_i,
  input  logic [FlitWidth-1:0]         data_i,
  output logic [Inputs-1:0]            send_o,
  output logic [Inputs-1:0]            ends_o [VirtualLanes],
  output logic [VirtualLanes-1:0]      closed_o,
  output logic                         valid_o,
  output logic [LaneWidth-1:0]         lane_o,
  output flit_tag_t                    tag_o,
  output logic [FlitWidth-1:0]         data_o,
  output logic [LaneWidth-1:0]         monitor_lane_o,
  // Arbitration tables.
  input  turn_t [1:0][Turns-1:0]       turns_i,
  input  limit_t                       limit_i
);

  `WF_ASSERT_STATIC(IbaLinkLegal,
                    Inputs >= 1 && lanes_legal(VirtualLanes) && FlitWidth >= HeaderWidth &&
                    (!CountHops || FlitWidth >= HopsOffset + HopsWidth) &&
                    ArbitrationEntries <= MaxTurns)

  logic [FlitWidth-1:LaneFieldWidth] counted;  // with the hop of this link

  // By lane: the owner's branch if it has a flit.
  logic [Inputs-1:0]       sends[VirtualLanes];
  logic [VirtualLanes-1:0] ready, grant, tails;

  for (genvar v = 0; v < VirtualLanes; v++) begin : gen_ready
    assign sends[v] = stall_i ? '0 : (owner_i[v] & holds_i) | starts_i[v];
    assign ready[v] = sends[v] != '0 || (closing_i[v] && !stall_i);
    assign tails[v] = (sends[v] & tails_i) != '0 || closing_i[v];
  end

  // By round robin, and the lane that the tables pick instead.
  logic [VirtualLanes-1:0] next;
  logic [LaneWidth-1:0]    next_index;
  logic                    rest;  // the tables pick none

  wf_arbiter_round_robin #(
    .Requests(VirtualLanes)
  ) u_turn (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(ready),
    .advance_i(rest),
    .grant_o  (next),
    .index_o  (next_index),
    .valid_o  (valid_o)
  );

  if (ArbitrationEntries == 0) begin : gen_round_robin
    logic unused_tables;
    assign unused_tables = ^{turns_i, limit_i, tails};
    assign rest   = 1'b1;
    assign grant  = next;
    assign lane_o = next_index;
  end else begin : gen_tables
    logic [VirtualLanes-1:0] picked;

    iba_lane_arbiter #(
      .VirtualLanes(VirtualLanes),
      .Entries     (ArbitrationEntries),
      .Unit        (turn_unit(FlitWidth))
    ) u_arbiter (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .turns_i(turns_i),
      .limit_i(limit_i),
      .ready_i(ready),
      .tails_i(tails),
      .grant_o(picked)
    );

    assign rest  = picked == '0;
    assign grant = rest ? next : picked;

    wf_onehot_to_index #(
      .Size(VirtualLanes)
    ) u_index (
      .clk_i   (clk_i),
      .rst_ni  (rst_ni),
      .onehot_i(grant),
      .index_o (lane_o)
    );

    logic unused_index;
    assign unused_index = ^next_index;
  end

  // The branch of the lane served. A single lane needs no selection.
  for (genvar v = 0; v < VirtualLanes; v++) begin : gen_served
    logic [Inputs-1:0] own, served;  // of this lane; of this and lower ones
    assign own       = VirtualLanes == 1 || grant[v] ? sends[v] : '0;
    assign ends_o[v] = own & tails_i;
    if (v == 0) begin : gen_first
      assign served = own;
    end else begin : gen_later
      assign served = gen_served[v-1].served | own;
    end
  end

  assign send_o   = gen_served[VirtualLanes-1].served;
  assign closed_o = grant & closing_i;
  assign tag_o    = closed_o != '0 ? '1 : tag_i;
  assign data_o   = {counted,
                     tag_o[Head] ? LaneFieldWidth'(lane_o) : data_i[LaneFieldWidth-1:0]};

  if (CountHops) begin : gen_hops
    always_comb begin
      counted = data_i[FlitWidth-1:LaneFieldWidth];
      if (tag_i[Head])
        counted[HopsOffset+:HopsWidth] = data_i[HopsOffset+:HopsWidth] + hops_t'(1);
    end
  end else begin : gen_any_hops
    assign counted = data_i[FlitWidth-1:LaneFieldWidth];
  end

  logic [LaneWidth-1:0] monitor_lane_q;
  assign monitor_lane_o = valid_o ? lane_o : monitor_lane_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) monitor_lane_q <= LaneWidth'(VirtualLanes - 1);
    else         monitor_lane_q <= monitor_lane_o;
  end

  `WF_ASSERT(IbaLinkSendsWhatIsThere, (send_o & ~holds_i) == '0 && $onehot0(send_o))

endmodule

`endif
