// SPDX-License-Identifier: Apache-2.0
//
// Routing function of the cut-through router: the output buffers that a header may take.
//
//   DimensionOrder  the virtual channels of the class, in the first dimension with hops left
//   StarChannels    the escape channel of the class in the first dimension with hops left, and the
//                   adaptive channels of every dimension with hops left
//   MinimalTriplex  the same, but a header in an escape channel's input buffer (Escape) with hops
//                   left in one dimension may take the escape channel only
//   Chaos           the virtual channel of every dimension with hops left
// Without hops left it may take any ejection port. On a torus the class of a dimension is 0 before
// its wrap link, then 1 [Dally and Seitz]; with a single class, always 0.
//
// Parameters: Config (cut_through_pkg), whose buffers and policy are not used; Escape.
// Combinational.
// Header: hops left in each dimension, dimension 0 lowest (mesh_pkg). request_o has a bit for each
// output buffer: (2 * dimension + minus) * LinkVcs + virtual channel; ejection ports follow.
`ifndef CUT_THROUGH_ROUTE_SV_
`define CUT_THROUGH_ROUTE_SV_
`include "wayfarer_assert.svh"

module cut_through_route
  import mesh_pkg::*;
  import cut_through_pkg::*;
#(
  parameter config_t Config = default_config(),
  parameter bit      Escape = 1'b0,
  localparam int unsigned Dimensions = Config.Dimensions,
  localparam int unsigned VcClasses  = Config.VcClasses,
  localparam int unsigned DigitWidth = digit_width(Config.Extents),
  localparam int unsigned HopWidth   = hop_width(Config.Extents),
  localparam int unsigned LinkVcs    = link_vcs(Config.Routing, VcClasses, Config.VirtualChannels),
  localparam int unsigned Outputs    = 2 * Dimensions * LinkVcs + Config.EjectionPorts
) (
  input  logic                                  clk_i,  // clock and reset: for assertions only
  input  logic                                  rst_ni,
  input  logic [Dimensions-1:0][DigitWidth-1:0] position_i,
  input  logic [Dimensions-1:0][HopWidth-1:0]   header_i,
  output logic [Outputs-1:0]                    request_o
);

  `WF_ASSERT_STATIC(CutThroughRouteLegal, config_legal(Config))

  localparam bit Adaptive   = Config.Routing != DimensionOrder;
  localparam bit EscapeLast = Config.Routing == MinimalTriplex && Escape;

  logic [Dimensions-1:0] wanted, minus, first;

  assign first = wanted & (~wanted + Dimensions'(1));

  for (genvar d = 0; d < Dimensions; d++) begin : gen_dimension
    logic [VcClasses-1:0] in_class;

    assign wanted[d] = header_i[d] != '0;
    assign minus[d]  = header_i[d][HopWidth-1];

    if (VcClasses == 1) begin : gen_one_class
      logic unused_position;
      assign unused_position = ^position_i[d];
      assign in_class = '1;
    end else begin : gen_two_classes
      // The destination without wrap links; a value below 0 is also beyond all extents.
      logic [HopWidth:0] goal;
      logic              wraps;
      assign goal  = (HopWidth + 1)'(position_i[d]) + {header_i[d][HopWidth-1], header_i[d]};
      assign wraps = goal >= (HopWidth + 1)'(Config.Extents[d]);
      assign in_class = {!wraps, wraps};
    end

    for (genvar m = 0; m < 2; m++) begin : gen_sign
      localparam int unsigned Port = 2 * d + m;
      logic turn, straight;
      assign turn     = wanted[d] && minus[d] == 1'(m);
      assign straight = turn && first[d];
      logic unused_escape;
      assign unused_escape = ^{straight, in_class};

      for (genvar c = 0; c < LinkVcs; c++) begin : gen_vc
        if (!Adaptive) begin : gen_oblivious
          assign request_o[Port*LinkVcs+c] = straight && in_class[c/Config.VirtualChannels];
        end else if (c < VcClasses && Config.Routing != Chaos) begin : gen_escape
          assign request_o[Port*LinkVcs+c] = straight && in_class[c];
        end else begin : gen_adaptive
          assign request_o[Port*LinkVcs+c] = turn && !(EscapeLast && wanted == first);
        end
      end
    end
  end

  assign request_o[Outputs-1-:Config.EjectionPorts] = wanted == '0 ? '1 : '0;

  `WF_ASSERT(CutThroughRouteSomewhere, request_o != '0)

endmodule

`endif
