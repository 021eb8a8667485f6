// SPDX-License-Identifier: Apache-2.0
//
// Routing logic of one buffer set whose network is pins: mway_route for every network up to a size.
//
// The digits of addresses have as many bits as the largest extents need, so that a header's fields
// are at the same place in every network. In any network the hops are those of mway_route, and with
// Faults, in a mesh with a dead channel or router, those of mway_detour.
//
// Combinational. legal_o is clear when a digit of the destination lies outside the network.
`ifndef MWAY_ROUTE_PINS_SV_
`define MWAY_ROUTE_PINS_SV_
`include "wayfarer_assert.svh"

module mway_route_pins
  import mway_pkg::*;
#(
  parameter extents_t    Extents    = {{(MaxDimensions - 2) {16'd1}}, 16'd4, 16'd4},
  parameter bit          Torus      = 1'b1,
  parameter int unsigned Processors = 1,
  parameter bit          Faults     = 1'b0,
  localparam int unsigned PositionWidth = position_width(Extents),
  localparam int unsigned DestWidth     = dest_width(Extents, Processors),
  localparam int unsigned DestPort      = DestWidth == 0 ? 1 : DestWidth
) (
  input  network_t                 network_i,
  input  logic [PositionWidth-1:0] position_i,
  input  logic [DestPort-1:0]      destination_i,
  input  logic                     class_i,  // of the buffer set; with Faults
  output way_t                     way_o,
  output logic                     class_o,
  output logic                     legal_o
);

  `WF_ASSERT_STATIC(MwayRoutePinsLegal,
                    extents_legal(Extents) && Processors >= 1 && Processors <= MaxProcessors &&
                    processor_way(Extents, Torus) + Processors <= MaxWays)

  localparam int unsigned LocalWidth  = digit_width(Processors);
  localparam int unsigned LocalOffset = digit_offset(Extents, MaxDimensions);

  typedef struct packed {
    logic buffer_class;
    way_t way;
  } hop_t;

  way_t [MaxDimensions-1:0] plus;
  logic [MaxDimensions-1:0] both;   // numbers: DIM- is the next
  logic [MaxDimensions-1:0] differs;
  logic [MaxDimensions-1:0] first;  // one-hot: the dimension to correct now
  logic [MaxDimensions-1:0] detour_step, detour_minus;
  logic                     detour, detour_class, detour_legal;
  logic [MaxDimensions-1:0] in_range;
  hop_t [MaxDimensions-1:0] hop;    // zeros except in the first dimension that differs
  hop_t                     chosen;
  way_t                     first_local;
  way_t                     number;

  mway_identifiers #(
    .Extents(Extents),
    .Torus  (Torus)
  ) u_identifiers (
    .network_i    (network_i),
    .first_o      (plus),
    .two_sided_o  (both),
    .first_local_o(first_local)
  );

  for (genvar d = 0; d < MaxDimensions; d++) begin : gen_dimension
    localparam int unsigned Width  = digit_width(32'(Extents[d]));
    localparam int unsigned Offset = digit_offset(Extents, d);
    if (Width == 0) begin : gen_single
      assign differs[d]  = 1'b0;
      assign in_range[d] = 1'b1;
      assign hop[d]      = '0;
    end else begin : gen_digit
      logic [Width-1:0] here;
      logic [Width-1:0] there;
      logic [Width:0]   extent;
      logic             shorter;  // in the negative direction
      logic             minus;
      logic             wraps;  // the wrap-around router is ahead
      assign here        = position_i[Offset+:Width];
      assign there       = destination_i[Offset+:Width];
      assign extent      = (Width + 1)'(network_i.extents[d]);
      assign differs[d]  = here != there;
      assign in_range[d] = {1'b0, there} < extent;
      assign minus       = detour ? detour_minus[d] : shorter;
      assign hop[d]      = first[d] ? {detour ? detour_class : ~wraps,
                                       plus[d] + {3'd0, minus & both[d]}} : '0;
      if (Torus) begin : gen_torus
        logic [Width:0] forward;  // steps in the positive direction, on a torus
        assign forward = {1'b0, there} - {1'b0, here} + (there >= here ? '0 : extent);
        assign shorter = network_i.torus ? forward > extent >> 1 : there < here;
        assign wraps   = ~network_i.torus | (shorter ? there > here : there < here);
      end else begin : gen_mesh
        assign shorter = there < here;
        assign wraps   = 1'b1;
      end
    end
  end

  if (LocalWidth == 0) begin : gen_one_processor
    assign number = '0;
  end else begin : gen_processors
    assign number = way_t'(destination_i[LocalOffset+:LocalWidth]);
  end

  if (Faults) begin : gen_faults
    logic [PositionWidth-1:0] there;
    if (LocalOffset == 0) begin : gen_alone
      assign there = '0;
    end else begin : gen_address
      assign there = destination_i[PositionWidth-1:0];
    end

    mway_detour #(
      .Extents(Extents)
    ) u_detour (
      .network_i(network_i),
      .here_i   (position_i),
      .there_i  (there),
      .class_i  (class_i),
      .step_o   (detour_step),
      .minus_o  (detour_minus),
      .class_o  (detour_class),
      .legal_o  (detour_legal)
    );

    assign detour = network_i.fault.channel | network_i.fault.router;
  end else begin : gen_no_faults
    assign detour       = 1'b0;
    assign detour_step  = '0;
    assign detour_minus = '0;
    assign detour_class = 1'b0;
    assign detour_legal = 1'b1;

    logic unused_class;
    assign unused_class = class_i;
  end

  assign first = detour ? detour_step : differs & (~differs + MaxDimensions'(1));

  always_comb begin
    chosen = '0;
    for (int d = 0; d < MaxDimensions; d++) chosen |= hop[d];
  end

  assign way_o   = |differs ? chosen.way : first_local + number;
  assign class_o = chosen.buffer_class;
  assign legal_o = (&in_range) & number < way_t'(network_i.processors) &
                   (~detour | detour_legal);

  logic unused;  // of dimensions that the largest network lacks
  assign unused = ^{network_i, position_i, destination_i, both, plus, first,
                    detour_minus};

endmodule

`endif
