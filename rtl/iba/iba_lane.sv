// SPDX-License-Identifier: Apache-2.0
//
// A virtual lane of an output port: the packet that owns it, the credit for the buffer at the end
// of the link, and the packets that may take the lane next.
//
// Parameters: Inputs, input buffers of the switch; Depth and Longest, flits of a buffer and of the
// largest packet; Unlimited, for the endpoint, which needs no credit; Drops: packets may be
// discarded while they own the lane.
// able_o: the input buffers of wants_i whose packet, of flits_i, has enough credit; none while the
// lane is owned. It settles from registers and wants_i. grant_i, one of them or none, takes the
// lane: it owns it from that cycle to the one of its bit in ends_i, in which its tail is sent; the
// lane can be taken again in the next cycle. owner_o, from registers, has the owner's bit from the
// cycle after grant_i on. freed_i returns credit.
// drops_i: the input buffers whose branch here is dropped, which ends the ownership; those of cut_i
// have sent a part of the packet. Then closing_o is high, and the lane not taken, until closed_i.
`ifndef IBA_LANE_SV_
`define IBA_LANE_SV_
`include "wayfarer_assert.svh"

module iba_lane #(
  parameter int unsigned Inputs    = 10,
  parameter int unsigned Depth     = 9,
  parameter int unsigned Longest   = 9,
  parameter bit          Unlimited = 1'b0,
  parameter bit          Drops     = 1'b0,
  localparam int unsigned FlitsWidth = wf_pkg::count_width(Longest)
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  input  logic [Inputs-1:0]                 wants_i,
  input  logic [Inputs-1:0][FlitsWidth-1:0] flits_i,
  output logic [Inputs-1:0]                 able_o,
  input  logic [Inputs-1:0]                 grant_i,
  output logic [Inputs-1:0]                 owner_o,
  input  logic [Inputs-1:0]                 ends_i,
  input  logic                              closed_i,
  input  logic [Inputs-1:0]                 drops_i,
  input  logic [Inputs-1:0]                 cut_i,
  output logic                              closing_o,
  input  logic [FlitsWidth-1:0]             freed_i
);

  `WF_ASSERT_STATIC(IbaLaneLegal, Inputs >= 1 && Longest >= 1 && Depth >= Longest)

  // owned_q is |owner_q, which would be two more LUTs on the longest path of a switch, or closing.
  logic              owned_q, dropped, cut;
  logic [Inputs-1:0] owner, owner_q, fits;

  assign able_o  = owned_q ? '0 : wants_i & fits;
  assign owner   = owner_q | grant_i;
  assign owner_o = owner_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      owned_q <= 1'b0;
      owner_q <= '0;
    end else begin
      owned_q <= dropped ? cut : (closing_o && !closed_i) || (owner & ~ends_i) != '0;
      owner_q <= dropped ? '0 : owner & ~ends_i;
    end
  end

  if (Drops) begin : gen_drops
    assign dropped   = (owner_q & drops_i) != '0;
    assign cut       = (owner_q & cut_i) != '0;
    assign closing_o = owned_q && owner_q == '0;
  end else begin : gen_keeps
    logic unused_drops;
    assign unused_drops = ^{drops_i, cut_i};
    assign dropped      = 1'b0;
    assign cut          = 1'b0;
    assign closing_o    = 1'b0;
  end

  if (Unlimited) begin : gen_unlimited
    logic unused_credit;
    assign unused_credit = ^{flits_i, freed_i};
    assign fits = '1;
  end else begin : gen_credit
    localparam int unsigned CreditWidth = wf_pkg::count_width(Depth);
    logic [CreditWidth-1:0]             credit;
    logic [FlitsWidth-1:0]              take;
    logic [FlitsWidth-1:0][Inputs-1:0]  bits;

    for (genvar i = 0; i < Inputs; i++) begin : gen_input
      assign fits[i] = 32'(flits_i[i]) <= 32'(credit);
      for (genvar b = 0; b < FlitsWidth; b++) begin : gen_bit
        assign bits[b][i] = flits_i[i][b] && grant_i[i];
      end
    end
    for (genvar b = 0; b < FlitsWidth; b++) begin : gen_take
      assign take[b] = |bits[b];
    end

    iba_credit #(
      .Depth  (Depth),
      .Longest(Longest)
    ) u_credit (
      .clk_i   (clk_i),
      .rst_ni  (rst_ni),
      .take_i  (take),
      .freed_i (freed_i),
      .credit_o(credit)
    );
  end

  `WF_ASSERT(IbaLaneGrantAble, (grant_i & ~able_o) == '0 && $onehot0(grant_i))
  `WF_ASSERT(IbaLaneEndOfOwner, (ends_i & ~owner) == '0 && (!closed_i || closing_o))
  `WF_ASSERT_STABLE(IbaLaneOwnerHeld, owner != '0 && ends_i == '0 && !dropped, owner)
  `WF_ASSERT(IbaLaneOwnedAgrees, owned_q == (owner_q != '0 || closing_o) && $onehot0(owner_q))
  `WF_COVER(IbaLaneContended, !$onehot0(able_o))
  `WF_COVER(IbaLaneWithoutCredit, !owned_q && (wants_i & ~fits) != '0)
  `WF_COVER(IbaLaneOwnedByAnother, owned_q && wants_i != '0)
  `WF_COVER(IbaLaneEndsAsGranted, (grant_i & ends_i) != '0)
  `WF_COVER(IbaLaneDropsBegun, dropped && cut)
  `WF_COVER(IbaLaneDropsUnsent, dropped && !cut)

endmodule

`endif
