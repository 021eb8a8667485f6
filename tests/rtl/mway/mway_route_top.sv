// mway_route for many networks in one build. tests/rtl/mway/mway_route.cpp has the same list.
module mway_route_top
  import mway_pkg::*;
#(
  localparam int unsigned Networks = 16
) (
  input  logic [15:0] position_i   [Networks],
  input  logic [15:0] destination_i[Networks],
  output way_t        way_o        [Networks],
  output logic        class_o      [Networks],
  output logic        legal_o      [Networks]
);

  typedef struct packed {
    extents_t    extents;  // dimension 8 first
    bit          torus;
    int unsigned processors;
  } network_t;

  // Network 0 comes first, which is the highest index.
  localparam network_t [Networks-1:0] List = '{
    '{{{7{16'd1}}, 16'd4, 16'd4}, 1'b0, 32'd1},
    '{{{6{16'd1}}, 16'd2, 16'd5, 16'd3}, 1'b0, 32'd3},
    '{{{6{16'd1}}, 16'd3, 16'd1, 16'd7}, 1'b0, 32'd4},
    '{{{7{16'd1}}, 16'd16, 16'd16}, 1'b0, 32'd1},
    '{{{8{16'd1}}, 16'd1}, 1'b0, 32'd4},
    '{{{8{16'd1}}, 16'd9}, 1'b0, 32'd2},
    '{{{7{16'd1}}, 16'd3, 16'd3}, 1'b1, 32'd1},
    '{{{7{16'd1}}, 16'd4, 16'd2}, 1'b1, 32'd2},
    '{{{7{16'd1}}, 16'd6, 16'd5}, 1'b1, 32'd1},
    '{{{6{16'd1}}, 16'd5, 16'd4, 16'd3}, 1'b1, 32'd4},
    '{{{8{16'd1}}, 16'd8}, 1'b1, 32'd3},
    '{{{5{16'd1}}, {4{16'd2}}}, 1'b0, 32'd2},
    '{{9{16'd2}}, 1'b0, 32'd1},
    '{{{3{16'd1}}, {3{16'd3}}, {3{16'd1}}}, 1'b1, 32'd1},
    '{{{3{16'd1}}, 16'd3, 16'd1, 16'd3, 16'd1, {2{16'd2}}}, 1'b1, 32'd1},
    '{{{3{16'd3}}, {3{16'd1}}, 16'd2, {2{16'd1}}}, 1'b1, 32'd1}
  };

  for (genvar n = 0; n < Networks; n++) begin : gen_network
    localparam network_t    Network       = List[Networks-1-n];
    localparam int unsigned PositionWidth = position_width(Network.extents);
    localparam int unsigned DestWidth     = dest_width(Network.extents, Network.processors);
    localparam int unsigned DestPort      = DestWidth == 0 ? 1 : DestWidth;

    mway_route #(
      .Extents   (Network.extents),
      .Torus     (Network.torus),
      .Processors(Network.processors)
    ) u_route (
      .position_i   (position_i[n][PositionWidth-1:0]),
      .destination_i(destination_i[n][DestPort-1:0]),
      .way_o        (way_o[n]),
      .class_o      (class_o[n]),
      .legal_o      (legal_o[n])
    );

    logic unused;
    assign unused = ^{position_i[n], destination_i[n]};
  end

endmodule
