// A node of deflection_network: of such tiles C++ makes a network of any size
// (tb/common/tile_hardware.hpp). Parameters as there.
// Combinational paths:
//   west_valid_i, west_data_i, north_valid_i, north_data_i -> eject_valid_o, eject_data_o
//   position_i -> channel_deflected_o, eject_valid_o, eject_data_o
`include "wayfarer_assert.svh"

module deflection_tile
  import deflection_pkg::*;
#(
  parameter int unsigned Columns         = 4,
  parameter int unsigned Rows            = 4,
  parameter int unsigned Depth           = 2,
  parameter int unsigned FlitWidth       = 64,
  parameter int unsigned CoordinateWidth = MaxCoordinateWidth
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  position_t             position_i,
  // Links: this node's are those to the east and to the south.
  input  logic                  west_valid_i,
  input  logic [FlitWidth-1:0]  west_data_i,
  input  logic                  north_valid_i,
  input  logic [FlitWidth-1:0]  north_data_i,
  output logic [FlitWidth-1:0]  east_data_o,
  output logic [FlitWidth-1:0]  south_data_o,
  output logic                  east_valid_o,
  output logic                  south_valid_o,
  // As in deflection_network.
  input  logic                  inject_valid_i,
  input  flit_tag_t             inject_tag_i,
  input  logic [FlitWidth-1:0]  inject_data_i,
  output logic                  inject_ready_o,
  output logic [ErrorWidth-1:0] error_o,
  output logic [7:0]            error_count_o,
  input  logic                  eject_stall_i,
  output logic                  eject_valid_o,
  output flit_tag_t             eject_tag_o,
  output logic [FlitWidth-1:0]  eject_data_o,
  output logic                  channel_valid_o     [2],
  output flit_tag_t             channel_tag_o       [2],
  output logic                  channel_deflected_o [2]
);

  function automatic config_t make_config();
    make_config.Columns         = Columns;
    make_config.Rows            = Rows;
    make_config.Depth           = Depth;
    make_config.FlitWidth       = FlitWidth;
    make_config.CoordinateWidth = CoordinateWidth;
  endfunction

  localparam config_t Config = make_config();

  deflection_router #(
    .Config(Config)
  ) u_router (
    .clk_i            (clk_i),
    .rst_ni           (rst_ni),
    .position_i       (position_i),
    .west_valid_i     (west_valid_i),
    .west_data_i      (west_data_i),
    .north_valid_i    (north_valid_i),
    .north_data_i     (north_data_i),
    .east_valid_o     (east_valid_o),
    .east_deflected_o (channel_deflected_o[0]),
    .east_data_o      (east_data_o),
    .south_valid_o    (south_valid_o),
    .south_deflected_o(channel_deflected_o[1]),
    .south_data_o     (south_data_o),
    .inject_valid_i   (inject_valid_i),
    .inject_tag_i     (inject_tag_i),
    .inject_data_i    (inject_data_i),
    .inject_ready_o   (inject_ready_o),
    .error_o          (error_o),
    .error_count_o    (error_count_o),
    .eject_stall_i    (eject_stall_i),
    .eject_valid_o    (eject_valid_o),
    .eject_tag_o      (eject_tag_o),
    .eject_data_o     (eject_data_o)
  );

  assign channel_valid_o = '{east_valid_o, south_valid_o};
  assign channel_tag_o   = '{flit_tag_t'(Single), flit_tag_t'(Single)};

  // Two flits that arrive and are not ejected are on both links in the next cycle.
  `WF_ASSERT_NEXT(DeflectionFlitsGoOn, west_valid_i && north_valid_i && !eject_valid_o,
                  east_valid_o && south_valid_o)

endmodule
