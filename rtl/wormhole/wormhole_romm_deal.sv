// SPDX-License-Identifier: Apache-2.0
//
// A random order of the slots to which wormhole_romm_source assigns displacements. All orders are
// equally likely, and so are all first parts of an order and their rests.
//
// Parameters: Slots, at least 2.
// Fisher and Yates: for i from Slots - 1 down to 1, slot i changes places with one of 0 to i.
// A cycle with draws_o takes random_i; a number above i is drawn again. done_o: the order is
// complete and stays until again_i.
// Latency: Slots - 1 draws, plus repeated ones.
// Combinational paths:
//   fresh_i -> draws_o
`ifndef WORMHOLE_ROMM_DEAL_SV_
`define WORMHOLE_ROMM_DEAL_SV_
`include "wayfarer_assert.svh"

module wormhole_romm_deal #(
  parameter int unsigned Slots = 2,
  localparam int unsigned SlotWidth = wf_pkg::index_width(Slots)
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  input  logic                            again_i,
  input  logic                            fresh_i,
  input  logic [SlotWidth-1:0]            random_i,
  output logic                            draws_o,
  output logic                            done_o,
  output logic [Slots-1:0][SlotWidth-1:0] order_o
);

  `WF_ASSERT_STATIC(WormholeRommDealLegal, Slots >= 2)

  localparam int unsigned Padded = wf_pkg::padded_size(Slots);

  logic [Padded-1:0][SlotWidth-1:0] order_q;
  logic [SlotWidth-1:0]             index_q, other;

  assign other   = random_i & SlotWidth'(wormhole_source_pkg::smear(16'(index_q)));
  assign done_o  = index_q == '0;
  assign draws_o = !done_o && fresh_i;
  assign order_o = order_q[Slots-1:0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      index_q <= SlotWidth'(Slots - 1);
      for (int unsigned i = 0; i < Padded; i++) order_q[i] <= SlotWidth'(i);
    end else if (again_i) begin
      index_q <= SlotWidth'(Slots - 1);
    end else if (draws_o && other <= index_q) begin
      index_q          <= index_q - SlotWidth'(1);
      order_q[index_q] <= order_q[other];
      order_q[other]   <= order_q[index_q];
    end
  end

  logic [Slots-1:0] present;
  for (genvar s = 0; s < Slots; s++) begin : gen_present
    logic [Slots-1:0] at;
    for (genvar i = 0; i < Slots; i++) begin : gen_at
      assign at[i] = 32'(order_q[i]) == s;
    end
    assign present[s] = |at;
  end
  `WF_ASSERT(WormholeRommDealHasEverySlot, &present)

endmodule

`endif
