// SPDX-License-Identifier: Apache-2.0
//
// What a header may request on a channel (docs/mway-adaptive.md): the way and class of
// dimension order, as mway_route selects them, and what the network's routing adds.
//
//   Adaptive  each way that leads closer, with the adaptive class: of a dimension in which digits
//             differ one, and both half-way round a ring. Dimension order is the escape from them.
//   Balanced  on a torus class 0, too, where dimension order has class 1: in every dimension until
//             the message takes class 1 or the wrap-around router. Class 1 has no way back.
//
// own_way_i and class_i are the way by which the header has come and the class that it had there;
// of a header that comes from a processor own_way_i is all ones.
//
// Combinational. legal_o is clear when a digit of the destination lies outside the network.
`ifndef MWAY_CANDIDATES_SV_
`define MWAY_CANDIDATES_SV_
`include "wayfarer_assert.svh"

module mway_candidates
  import mway_pkg::*, mway_config_pkg::*;
#(
  parameter config_t Config = config_of(Adaptive),
  localparam int unsigned Members       = ways(Config),
  localparam int unsigned PositionWidth = position_width(Config.Extents),
  localparam int unsigned DestPort      = dest_port(Config)
) (
  input  logic [PositionWidth-1:0] position_i,
  input  logic [DestPort-1:0]      destination_i,
  input  way_t                     own_way_i,
  input  logic                     class_i,
  output logic [Members-1:0]       adaptive_o,  // ways with the adaptive class
  output way_t                     way_o,       // of dimension order,
  output logic [1:0]               classes_o,   // and the classes there
  output logic                     legal_o
);

  `WF_ASSERT_STATIC(MwayCandidatesLegal,
                    config_legal(Config) && has_candidates(Config))

  logic [MaxDimensions-1:0][Members-1:0] closer;  // ways, by dimension
  logic [MaxDimensions-1:0]              after_wrap;
  logic                                  buffer_class;
  logic                                  both;

  mway_route #(
    .Extents   (Config.Extents),
    .Torus     (Config.Torus),
    .Processors(Config.Processors)
  ) u_route (
    .position_i   (position_i),
    .destination_i(destination_i),
    .way_o        (way_o),
    .class_o      (buffer_class),
    .legal_o      (legal_o)
  );

  for (genvar d = 0; d < MaxDimensions; d++) begin : gen_dimension
    localparam int unsigned Extent = 32'(Config.Extents[d]);
    localparam int unsigned Width  = digit_width(Extent);
    localparam int unsigned Offset = digit_offset(Config.Extents, d);
    localparam int unsigned Plus   = way_base(Config.Extents, Config.Torus, d);
    localparam int unsigned Minus  = way_minus(Config.Extents, Config.Torus, d);

    if (Width == 0) begin : gen_single
      assign closer[d]     = '0;
      assign after_wrap[d] = 1'b0;
    end else begin : gen_digit
      logic [Width-1:0] here, there;
      logic             plus, minus;
      assign here  = position_i[Offset+:Width];
      assign there = destination_i[Offset+:Width];

      if (Config.Torus) begin : gen_torus
        logic [Width:0] forward;  // steps in the positive direction
        assign forward = there >= here ? {1'b0, there} - {1'b0, here}
                                       : {1'b0, there} + (Width + 1)'(Extent) - {1'b0, here};
        assign plus    = here != there & forward <= (Width + 1)'(Extent / 2);
        assign minus   = here != there & forward >= (Width + 1)'((Extent + 1) / 2);
      end else begin : gen_mesh
        assign plus  = there > here;
        assign minus = there < here;
      end

      assign closer[d]     = Members'(plus) << Plus | Members'(minus) << Minus;
      assign after_wrap[d] = (way_o == way_t'(Plus) & here == '0) |
                             (way_o == way_t'(Minus) & here == Width'(Extent - 1));
    end
  end

  if (Config.Variant == Adaptive) begin : gen_adaptive
    always_comb begin
      adaptive_o = '0;
      for (int d = 0; d < MaxDimensions; d++) adaptive_o |= closer[d];
    end

    assign both = 1'b0;

    logic unused;
    assign unused = ^{own_way_i, class_i, after_wrap};
  end else begin : gen_balanced
    assign adaptive_o = '0;
    assign both       = buffer_class & ~(own_way_i == way_o & (class_i | |after_wrap));

    logic unused;
    assign unused = ^closer;
  end

  assign classes_o = {buffer_class, ~buffer_class | both};

endmodule

`endif
