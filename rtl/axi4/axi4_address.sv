// SPDX-License-Identifier: Apache-2.0
//
// An address channel (AR or AW) of a manager, as requests for a network: finds the terminal of the
// address, splits bursts of more than Beats beats, and marks those that are refused.
//
// Parameters: Axi4, Map (axi4_pkg).
// A burst is refused if no region has its address, if it has more than one beat and is no INCR
// burst, or if its beats are wider than the port. A refused burst is shown whole, with refused_o.
// Other bursts are shown as one or more messages of at most Beats beats, the last one with final_o:
// the second and later ones begin at a multiple of their beats' size, as the beats of the burst do.
// The address of a message keeps its page: a burst that crosses a multiple of 4096 bytes, which
// AXI4 forbids, goes on at the page's begin.
// valid_o shows a message until next_i. Latency: 1 cycle. Throughput: a burst in two cycles.
// Combinational paths: none.
`ifndef AXI4_ADDRESS_SV_
`define AXI4_ADDRESS_SV_
`include "wayfarer_assert.svh"

module axi4_address
  import axi4_pkg::*;
#(
  parameter  axi4_t       Axi4    = default_axi4(),
  parameter  map_t        Map       = default_map(),
  localparam int unsigned DestWidth = wf_pkg::index_width(Axi4.Terminals)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 valid_i,
  output logic                 ready_o,
  input  address_t             address_i,
  output logic                 valid_o,
  output address_t             address_o,
  output logic [DestWidth-1:0] dest_o,
  output logic                 final_o,
  output logic                 refused_o,
  input  logic                 next_i
);

  `WF_ASSERT_STATIC(Axi4AddressLegal,
                    axi4_legal(Axi4) && map_legal(Map, Axi4.Terminals))

  localparam int unsigned MaxSize = $clog2(Axi4.DataWidth / 8);

  typedef logic [Axi4.AddrWidth-1:0] addr_t;

  // Whether a region has the address, and the region's terminal; the first region counts.
  logic                 hit;
  logic [DestWidth-1:0] dest;

  logic [Map.Regions-1:0] hits;

  for (genvar r = 0; r < Map.Regions; r++) begin : gen_region
    localparam addr_t Mask = addr_t'(Map.Mask[r]);
    assign hits[r] = (address_i.addr[Axi4.AddrWidth-1:0] & Mask) == addr_t'(Map.Base[r]) &&
                     (Map.Base[r] >> Axi4.AddrWidth) == 64'd0;
  end
  assign hit = |hits;

  always_comb begin
    dest = '0;
    for (int unsigned r = Map.Regions; r > 0; r--)
      if (hits[r-1]) dest = DestWidth'(Map.Target[r-1]);
  end

  logic                      valid_q, refused_q;
  logic [Axi4.IdWidth-1:0] id_q;
  addr_t                     addr_q;
  logic [7:0]                left_q;  // beats that are not yet in a message, less one
  logic [2:0]                size_q;
  logic [10:0]               attributes_q;
  logic [DestWidth-1:0]      dest_q;

  logic                      last;
  logic [PageWidth-1:0]      offset, step;

  assign last   = refused_q || 32'(left_q) < Axi4.Beats;
  // Of the next message, in the page.
  assign step   = PageWidth'(Axi4.Beats) << size_q;
  assign offset = ((addr_q[PageWidth-1:0] >> size_q) << size_q) + step;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)       valid_q <= 1'b0;
    else if (!valid_q) valid_q <= valid_i;
    else if (next_i)   valid_q <= !last;
  end

  always_ff @(posedge clk_i) begin
    if (!valid_q) begin
      id_q         <= address_i.id[Axi4.IdWidth-1:0];
      addr_q       <= address_i.addr[Axi4.AddrWidth-1:0];
      left_q       <= address_i.len;
      size_q       <= address_i.size;
      attributes_q <= {address_i.cache, address_i.prot, address_i.qos};
      dest_q       <= dest;
      refused_q    <= !hit || 32'(address_i.size) > MaxSize ||
                      (address_i.burst != Incr && address_i.len != 8'd0);
    end else if (next_i) begin
      addr_q[PageWidth-1:0] <= offset;
      left_q                <= left_q - 8'(Axi4.Beats);
    end
  end

  assign ready_o   = !valid_q;
  assign valid_o   = valid_q;
  assign dest_o    = dest_q;
  assign final_o   = last;
  assign refused_o = refused_q;

  assign address_o.id    = id_t'(id_q);
  assign address_o.addr  = MaxAddrWidth'(addr_q);
  assign address_o.len   = last ? left_q : 8'(Axi4.Beats - 1);
  assign address_o.size  = size_q;
  assign address_o.burst = Incr;
  assign {address_o.cache, address_o.prot, address_o.qos} = attributes_q;

  if (Axi4.IdWidth < MaxIdWidth) begin : gen_narrow_id
    logic unused_id;
    assign unused_id = ^address_i.id[MaxIdWidth-1:Axi4.IdWidth];
  end
  if (Axi4.AddrWidth < MaxAddrWidth) begin : gen_narrow_addr
    logic unused_addr;
    assign unused_addr = ^address_i.addr[MaxAddrWidth-1:Axi4.AddrWidth];
  end

  `WF_ASSERT(Axi4AddressTakesMessages, !next_i || valid_o)
  `WF_ASSERT_STABLE(Axi4AddressHeld, valid_o && !next_i,
                    {valid_o, address_o, dest_o, final_o, refused_o})
  // Causes of a refusal, alone and together with a region; parts of a burst.
  `WF_COVER(Axi4AddressOutside, valid_i && ready_o && !hit)
  `WF_COVER(Axi4AddressTooWide, valid_i && ready_o && hit && 32'(address_i.size) > MaxSize)
  `WF_COVER(Axi4AddressNotIncr, valid_i && ready_o && hit && address_i.burst != Incr &&
                                address_i.len != 8'd0)
  `WF_COVER(Axi4AddressSplits, next_i && !final_o)
  `WF_COVER(Axi4AddressLastPart, next_i && final_o && !refused_o)
  `WF_COVER(Axi4AddressWaits, valid_o && !next_i && valid_i)

endmodule

`endif
