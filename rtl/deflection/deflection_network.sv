// SPDX-License-Identifier: Apache-2.0
//
// A bufferless unidirectional torus of Columns x Rows nodes with deflection routing, each with a
// processor (docs/deflection.md; pins: rtl/deflection/README.md).
//
// Parameters: Columns, Rows, at least 1; Depth, flits in a terminal's queue, at least 1; FlitWidth,
// at least the header; CoordinateWidth, bits of a column and of a row in a header, at most 16.
// Latency: a flit offered in cycle t into an empty network is delivered in cycle t + dx + dy + 1,
// dx and dy being the links east and south to its destination.
// The channel_*_o outputs show every link's flit for monitors.
// Combinational paths: none.
`ifndef DEFLECTION_NETWORK_SV_
`define DEFLECTION_NETWORK_SV_
`include "wayfarer_assert.svh"

module deflection_network
  import deflection_pkg::*;
#(
  parameter int unsigned Columns         = 4,
  parameter int unsigned Rows            = 4,
  parameter int unsigned Depth           = 2,
  parameter int unsigned FlitWidth       = 64,
  parameter int unsigned CoordinateWidth = MaxCoordinateWidth,
  localparam int unsigned Terminals = Columns * Rows,
  localparam int unsigned Channels  = 2 * Terminals
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  // Processors.
  input  logic                  inject_valid_i      [Terminals],
  input  flit_tag_t             inject_tag_i        [Terminals],
  input  logic [FlitWidth-1:0]  inject_data_i       [Terminals],
  output logic                  inject_ready_o      [Terminals],
  output logic [ErrorWidth-1:0] error_o             [Terminals],
  output logic [7:0]            error_count_o       [Terminals],
  input  logic                  eject_stall_i       [Terminals],
  output logic                  eject_valid_o       [Terminals],
  output flit_tag_t             eject_tag_o         [Terminals],
  output logic [FlitWidth-1:0]  eject_data_o        [Terminals],
  // Monitor.
  output logic                  channel_valid_o     [Channels],
  output flit_tag_t             channel_tag_o       [Channels],
  output logic                  channel_deflected_o [Channels]
);

  `WF_ASSERT_STATIC(DeflectionNetworkLegal,
                    extents_legal(Columns, Rows) && Depth >= 1 &&
                    coordinates_legal(Columns, Rows, CoordinateWidth) &&
                    FlitWidth >= 2 * CoordinateWidth)

  function automatic config_t make_config();
    make_config.Columns         = Columns;
    make_config.Rows            = Rows;
    make_config.Depth           = Depth;
    make_config.FlitWidth       = FlitWidth;
    make_config.CoordinateWidth = CoordinateWidth;
  endfunction

  localparam config_t Config = make_config();

  logic                 east_valid      [Terminals];
  logic                 south_valid     [Terminals];
  logic                 east_deflected  [Terminals];
  logic                 south_deflected [Terminals];
  logic [FlitWidth-1:0] east_data       [Terminals];
  logic [FlitWidth-1:0] south_data      [Terminals];
  position_t            positions       [Terminals];

  for (genvar n = 0; n < Terminals; n++) begin : gen_node
    localparam int unsigned ToWest  = west_of(Columns, n);
    localparam int unsigned ToNorth = north_of(Columns, Rows, n);

    assign positions[n] = position(Columns, n);

    deflection_router #(
      .Config(Config)
    ) u_router (
      .clk_i            (clk_i),
      .rst_ni           (rst_ni),
      .position_i       (positions[n]),
      .west_valid_i     (east_valid[ToWest]),
      .west_data_i      (east_data[ToWest]),
      .north_valid_i    (south_valid[ToNorth]),
      .north_data_i     (south_data[ToNorth]),
      .east_valid_o     (east_valid[n]),
      .east_deflected_o (east_deflected[n]),
      .east_data_o      (east_data[n]),
      .south_valid_o    (south_valid[n]),
      .south_deflected_o(south_deflected[n]),
      .south_data_o     (south_data[n]),
      .inject_valid_i   (inject_valid_i[n]),
      .inject_tag_i     (inject_tag_i[n]),
      .inject_data_i    (inject_data_i[n]),
      .inject_ready_o   (inject_ready_o[n]),
      .error_o          (error_o[n]),
      .error_count_o    (error_count_o[n]),
      .eject_stall_i    (eject_stall_i[n]),
      .eject_valid_o    (eject_valid_o[n]),
      .eject_tag_o      (eject_tag_o[n]),
      .eject_data_o     (eject_data_o[n])
    );

    assign channel_valid_o[2*n]       = east_valid[n];
    assign channel_valid_o[2*n+1]     = south_valid[n];
    assign channel_tag_o[2*n]         = flit_tag_t'(Single);
    assign channel_tag_o[2*n+1]       = flit_tag_t'(Single);
    assign channel_deflected_o[2*n]   = east_deflected[n];
    assign channel_deflected_o[2*n+1] = south_deflected[n];

    // Two flits that arrive and are not ejected are on both links in the next cycle.
    `WF_ASSERT_NEXT(DeflectionFlitsGoOn,
                    east_valid[ToWest] && south_valid[ToNorth] && !eject_valid_o[n],
                    east_valid[n] && south_valid[n])
  end

endmodule

`endif
