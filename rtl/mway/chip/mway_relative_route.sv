// SPDX-License-Identifier: Apache-2.0
//
// Routing logic of one buffer set for relative destinations: what mway_route is for addresses.
//
// Dest has an offset for each dimension, how many channels the destination is ahead (negative:
// behind), as a signed number of one bit more than a digit; then the processor, as in an address.
// The sign is the direction, which the source has chosen: on a torus it may be the longer one.
// Dimension order: the first offset that is not 0 decides the way, and is the one that the router
// before has worked off. With Steps, in a router, it therefore moves by one towards 0, and
// destination_o is relative to the channel that this set drives, as on all its lines; without, in a
// processor, destination_i is that already. Classes are those of mway_route.
//
// Combinational. legal_o is clear in a processor when an offset leads out of a mesh, or around a
// torus and more, or there is no such processor; in a router, which gets no such header, where the
// next channel does not exist.
`ifndef MWAY_RELATIVE_ROUTE_SV_
`define MWAY_RELATIVE_ROUTE_SV_
`include "wayfarer_assert.svh"

module mway_relative_route
  import mway_pkg::*, mway_config_pkg::*;
#(
  parameter config_t Config = relative_config(),
  parameter bit      Steps  = 1'b1,
  localparam int unsigned PositionWidth = position_width(Config.Extents),
  localparam int unsigned DestPort      = dest_port(Config)
) (
  input  network_t                 network_i,   // if Config.Configurable
  input  logic [PositionWidth-1:0] position_i,  // of the channel that the set drives
  input  logic [DestPort-1:0]      destination_i,
  output logic [DestPort-1:0]      destination_o,
  output way_t                     way_o,
  output logic                     class_o,
  output logic                     legal_o
);

  `WF_ASSERT_STATIC(MwayRelativeRouteLegal, config_legal(Config) && Config.Relative)

  localparam int unsigned LocalWidth = digit_width(Config.Processors);
  localparam int unsigned LocalPlace = offset_place(Config.Extents, MaxDimensions);

  typedef struct packed {
    logic buffer_class;
    way_t way;
  } hop_t;

  network_t                 network;
  way_t [MaxDimensions-1:0] plus;
  logic [MaxDimensions-1:0] both;     // numbers: DIM- is the next
  logic [MaxDimensions-1:0] nonzero;
  logic [MaxDimensions-1:0] worked;   // one-hot: the dimension of the router before
  logic [MaxDimensions-1:0] differs;
  logic [MaxDimensions-1:0] first;    // one-hot: the dimension of the next one
  logic [MaxDimensions-1:0] in_range;
  hop_t [MaxDimensions-1:0] hop;      // zeros except in the first dimension that differs
  hop_t                     chosen;
  way_t                     first_local, number;

  if (Config.Configurable) begin : gen_pins
    assign network = network_i;
  end else begin : gen_constant
    assign network = '{fault: '0, extents: Config.Extents, torus: Config.Torus,
                       processors: 3'(Config.Processors)};

    logic unused_network;
    assign unused_network = ^network_i;
  end

  mway_identifiers #(
    .Extents(Config.Extents),
    .Torus  (Config.Torus)
  ) u_identifiers (
    .network_i    (network),
    .first_o      (plus),
    .two_sided_o  (both),
    .first_local_o(first_local)
  );

  for (genvar d = 0; d < MaxDimensions; d++) begin : gen_dimension
    localparam int unsigned Width = digit_width(32'(Config.Extents[d]));
    localparam int unsigned Digit = digit_offset(Config.Extents, d);
    localparam int unsigned Place = offset_place(Config.Extents, d);
    if (Width == 0) begin : gen_single
      assign nonzero[d]  = 1'b0;
      assign differs[d]  = 1'b0;
      assign in_range[d] = 1'b1;
      assign hop[d]      = '0;
    end else begin : gen_offset
      logic [Width:0]          offset, unit, moved;
      logic signed [Width+1:0] length, here, there, extent;
      logic                    minus, steps, torus;
      logic                    outside;  // the digits: the wrap-around router is ahead
      assign offset     = destination_i[Place+:Width+1];
      assign minus      = offset[Width];
      assign unit       = minus ? '1 : (Width + 1)'(1);
      assign nonzero[d] = offset != '0;
      assign steps      = Steps & worked[d];
      assign moved      = steps ? offset - unit : offset;
      assign differs[d] = offset != (steps ? unit : '0);

      assign torus   = Config.Torus & network.torus;
      assign extent  = (Width + 2)'(network.extents[d]);
      assign length  = (Width + 2)'(signed'(moved));
      assign here    = signed'({2'b0, position_i[Digit+:Width]});
      assign there   = here + length;
      assign outside = there < 0 || there >= extent;
      assign hop[d]  = first[d] ? {torus & ~outside, plus[d] + {3'd0, minus & both[d]}} : '0;
      if (Steps) begin : gen_router
        logic ends;  // no router leads further in this direction
        assign ends        = extent == 1 ||
                             (!torus && (minus ? here == 0 : here == extent - 1));
        assign in_range[d] = !differs[d] || !ends;
      end else begin : gen_processor
        assign in_range[d] = torus ? length < extent && length > -extent : !outside;
      end
      assign destination_o[Place+:Width+1] = moved;
    end
  end

  if (LocalWidth == 0) begin : gen_one_processor
    assign number = '0;
    if (LocalPlace == 0) begin : gen_alone
      assign destination_o = destination_i;
    end
  end else begin : gen_processors
    assign number                                = way_t'(destination_i[LocalPlace+:LocalWidth]);
    assign destination_o[LocalPlace+:LocalWidth] = destination_i[LocalPlace+:LocalWidth];
  end

  assign worked = nonzero & (~nonzero + MaxDimensions'(1));
  assign first  = differs & (~differs + MaxDimensions'(1));

  always_comb begin
    chosen = '0;
    for (int d = 0; d < MaxDimensions; d++) chosen |= hop[d];
  end

  assign way_o   = |differs ? chosen.way : first_local + number;
  assign class_o = chosen.buffer_class;
  assign legal_o = (&in_range) & number < way_t'(network.processors);

  logic unused;  // of dimensions that the largest network lacks
  assign unused = ^{network, position_i, both, plus, worked, first};

endmodule

`endif
