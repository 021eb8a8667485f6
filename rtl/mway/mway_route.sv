// SPDX-License-Identifier: Apache-2.0
//
// Routing logic of one buffer set (paper section 3.6): dimension order.
//
// From a destination's position relative to the channel that the set drives, selects the way on
// that channel and the class of buffers to request. On a torus a digit is corrected in the shorter
// direction (positive on a tie) and classes are Dally-Seitz datelines: 0 before the wrap-around
// router, 1 after it or where it is not used. On a mesh the class is always 0.
//
// Combinational. legal_o is clear when a digit of the destination lies outside the network.
`ifndef MWAY_ROUTE_SV_
`define MWAY_ROUTE_SV_
`include "wayfarer_assert.svh"

module mway_route
  import mway_pkg::*;
#(
  parameter extents_t    Extents    = {{(MaxDimensions - 2) {16'd1}}, 16'd4, 16'd4},
  parameter bit          Torus      = 1'b0,
  parameter int unsigned Processors = 1,
  localparam int unsigned PositionWidth = position_width(Extents),
  localparam int unsigned DestWidth     = dest_width(Extents, Processors),
  localparam int unsigned DestPort      = DestWidth == 0 ? 1 : DestWidth
) (
  input  logic [PositionWidth-1:0] position_i,
  input  logic [DestPort-1:0]      destination_i,
  output way_t                     way_o,
  output logic                     class_o,
  output logic                     legal_o
);

  `WF_ASSERT_STATIC(MwayRouteLegal,
                    extents_legal(Extents) && Processors >= 1 && Processors <= MaxProcessors &&
                    processor_way(Extents, Torus) + Processors <= MaxWays)

  localparam int unsigned LocalWidth  = digit_width(Processors);
  localparam way_t        FirstLocal  = way_t'(processor_way(Extents, Torus));
  localparam int unsigned LocalOffset = digit_offset(Extents, MaxDimensions);

  typedef struct packed {
    logic buffer_class;
    way_t way;
  } hop_t;

  logic [MaxDimensions-1:0] differs;
  logic [MaxDimensions-1:0] first;  // one-hot: the dimension to correct now
  logic [MaxDimensions-1:0] in_range;
  hop_t [MaxDimensions-1:0] hop;    // zeros except in the first dimension that differs
  hop_t                     chosen;
  logic                     local_in_range;
  way_t                     processor;

  for (genvar d = 0; d < MaxDimensions; d++) begin : gen_dimension
    localparam int unsigned Extent = 32'(Extents[d]);
    localparam int unsigned Width  = digit_width(Extent);
    localparam int unsigned Offset = digit_offset(Extents, d);
    localparam way_t Plus  = way_t'(way_base(Extents, Torus, d));
    localparam way_t Minus = way_t'(way_minus(Extents, Torus, d));
    if (Width == 0) begin : gen_single
      assign differs[d]  = 1'b0;
      assign in_range[d] = 1'b1;
      assign hop[d]      = '0;
      logic unused;
      assign unused = first[d];
    end else begin : gen_digit
      logic [Width-1:0] here;
      logic [Width-1:0] there;
      logic             minus;
      logic             wraps;  // the wrap-around router is ahead
      assign here        = position_i[Offset+:Width];
      assign there       = destination_i[Offset+:Width];
      assign differs[d]  = here != there;
      assign in_range[d] = 32'(there) < Extent;
      assign hop[d]      = first[d] ? {~wraps, minus ? Minus : Plus} : '0;
      if (Torus) begin : gen_torus
        logic [Width:0] forward;  // steps in the positive direction
        assign forward = there >= here ? {1'b0, there} - {1'b0, here}
                                       : {1'b0, there} + (Width + 1)'(Extent) - {1'b0, here};
        assign minus   = forward > (Width + 1)'(Extent / 2);
        assign wraps   = minus ? there > here : there < here;
      end else begin : gen_mesh
        assign minus = there < here;
        assign wraps = 1'b1;
      end
    end
  end

  if (LocalWidth == 0) begin : gen_one_processor
    assign processor      = FirstLocal;
    assign local_in_range = 1'b1;
  end else begin : gen_processors
    logic [LocalWidth-1:0] number;
    assign number         = destination_i[LocalOffset+:LocalWidth];
    assign processor      = FirstLocal + way_t'(number);
    assign local_in_range = 32'(number) < Processors;
  end

  assign first = differs & (~differs + MaxDimensions'(1));

  always_comb begin
    chosen = '0;
    for (int d = 0; d < MaxDimensions; d++) chosen |= hop[d];
  end

  assign way_o   = |differs ? chosen.way : processor;
  assign class_o = chosen.buffer_class;
  assign legal_o = (&in_range) & local_in_range;

  if (LocalOffset == 0) begin : gen_unused
    // A network of one channel: no digit to compare.
    logic unused;
    assign unused = &{1'b0, position_i, destination_i};
  end

endmodule

`endif
