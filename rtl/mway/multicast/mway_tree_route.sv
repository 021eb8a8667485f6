// SPDX-License-Identifier: Apache-2.0
//
// Routing logic of one buffer set for messages to several processors (docs/mway-multicast.md):
// one step of the tree of dimension-order routes in a mesh.
//
// destinations_i has a bit for each processor. next_o has the members of the channel that the set
// drives which lie on the routes from there to these processors, of those in allowed_i: a set
// passes only what came to it, on in its own direction, into higher dimensions and to processors.
// The bits of a header need no change on the way, since those of other branches are not in
// allowed_i.
//
// Combinational. legal_o is clear when no member is left, or a bit beyond the last processor is
// set.
`ifndef MWAY_TREE_ROUTE_SV_
`define MWAY_TREE_ROUTE_SV_
`include "wayfarer_assert.svh"

module mway_tree_route
  import mway_pkg::*, mway_config_pkg::*;
#(
  parameter config_t Config = config_of(Multicast),
  localparam int unsigned Members       = ways(Config),
  localparam int unsigned PositionWidth = position_width(Config.Extents),
  localparam int unsigned Destinations  = destinations_width(Config)
) (
  input  logic [PositionWidth-1:0] position_i,
  input  logic [Destinations-1:0]  destinations_i,
  input  logic [Members-1:0]       allowed_i,
  output logic [Members-1:0]       next_o,
  output logic                     legal_o
);

  `WF_ASSERT_STATIC(MwayTreeRouteLegal, config_legal(Config) && Config.Variant == Multicast)

  localparam int unsigned Channels   = channels(Config.Extents);
  localparam int unsigned Terminals  = terminals(Config);
  localparam int unsigned FirstLocal = processor_way(Config.Extents, Config.Torus);

  logic [Channels-1:0][MaxDimensions-1:0]     differs;  // digits of a channel from the position's
  logic [Channels-1:0][MaxDimensions-1:0]     first;    // one-hot, of channels with a destination
  logic [MaxDimensions-1:0][Channels-1:0]     upwards, downwards;
  logic [Config.Processors-1:0][Channels-1:0] here;     // destinations on the channel itself
  logic [Members-1:0]                         next;

  for (genvar c = 0; c < Channels; c++) begin : gen_channel
    logic [Config.Processors-1:0] wanted;
    assign wanted   = destinations_i[c*Config.Processors+:Config.Processors];
    assign first[c] = wanted == '0 ? '0 : differs[c] & (~differs[c] + MaxDimensions'(1));

    for (genvar p = 0; p < Config.Processors; p++) begin : gen_processor
      assign here[p][c] = wanted[p] & differs[c] == '0;
    end
  end

  for (genvar d = 0; d < MaxDimensions; d++) begin : gen_dimension
    localparam int unsigned Extent = 32'(Config.Extents[d]);
    localparam int unsigned Width  = digit_width(Extent);
    localparam int unsigned Offset = digit_offset(Config.Extents, d);
    localparam int unsigned Plus   = way_base(Config.Extents, Config.Torus, d);
    localparam int unsigned Minus  = way_minus(Config.Extents, Config.Torus, d);

    if (Extent == 1) begin : gen_single
      for (genvar c = 0; c < Channels; c++) begin : gen_channel
        assign differs[c][d]   = 1'b0;
        assign upwards[d][c]   = first[c][d];
        assign downwards[d][c] = first[c][d];
      end

      logic unused;
      assign unused = ^{upwards[d], downwards[d]};
    end else begin : gen_digit
      logic [Extent-1:0] at, below;  // by value of a digit
      assign at    = Extent'(1) << position_i[Offset+:Width];
      assign below = at - Extent'(1);

      for (genvar c = 0; c < Channels; c++) begin : gen_channel
        localparam int unsigned Digit = digit(Config.Extents, c, d);
        assign differs[c][d]   = ~at[Digit];
        assign upwards[d][c]   = first[c][d] & ~below[Digit];
        assign downwards[d][c] = first[c][d] & below[Digit];
      end

      if (Plus == Minus) begin : gen_one_way
        assign next[Plus] = |{upwards[d], downwards[d]};
      end else begin : gen_two_ways
        assign next[Plus]  = |upwards[d];
        assign next[Minus] = |downwards[d];
      end
    end
  end

  for (genvar p = 0; p < Config.Processors; p++) begin : gen_local
    assign next[FirstLocal+p] = |here[p];
  end

  logic absent;
  if (Destinations > Terminals) begin : gen_absent
    assign absent = |destinations_i[Destinations-1:Terminals];
  end else begin : gen_all_present
    assign absent = 1'b0;
  end

  assign next_o  = next & allowed_i;
  assign legal_o = |next_o & ~absent;

  if (digit_offset(Config.Extents, MaxDimensions) == 0) begin : gen_unused
    // A network of one channel: no digit to compare.
    logic unused;
    assign unused = ^position_i;
  end

endmodule

`endif
