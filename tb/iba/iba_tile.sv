// A switch of iba_network with its endpoint: of such tiles C++ makes a network of any size
// (tb/common/tile_hardware.hpp). Parameters as there, but for InBand: management is out of band, a
// port for each tile. Links by port - 1, as in iba_switch; where there is none, inputs are 0.
// Combinational paths:
//   paddr_i -> prdata_o, pslverr_o
//   psel_i, penable_i, pwrite_i -> pslverr_o
`include "wayfarer_assert.svh"

module iba_tile
  import iba_pkg::*;
#(
  parameter int unsigned Columns      = 4,
  parameter int unsigned Rows         = 4,
  parameter int unsigned VirtualLanes = 2,
  parameter bit          AllOrNothing = 1'b0,
  parameter int unsigned Depth        = 9,
  parameter int unsigned Longest      = 9,
  parameter int unsigned Mtu          = 0,
  parameter int unsigned Age          = 256,
  parameter int unsigned Lifetime     = 0,
  parameter int unsigned HopLimit     = 0,
  parameter int unsigned ArbitrationEntries = 0,
  parameter bit          InBand       = 1'b0,
  parameter int unsigned Groups       = 16,
  parameter int unsigned FlitWidth    = 128,
  localparam int unsigned Terminals  = Columns * Rows,
  localparam int unsigned LaneWidth  = wf_pkg::index_width(VirtualLanes),
  localparam int unsigned FlitsWidth = wf_pkg::count_width(Longest)
) (
  input  logic                                    clk_i,
  input  logic                                    rst_ni,
  input  ports_t                                  used_i,
  // Links out of the switch and into it.
  output flit_info_t                              flit_o   [Links],
  output logic [LaneWidth-1:0]                    lane_o   [Links],
  input  logic [VirtualLanes-1:0][FlitsWidth-1:0] credit_i [Links],
  input  flit_info_t                              flit_i   [Links],
  input  logic [LaneWidth-1:0]                    lane_i   [Links],
  input  logic [FlitWidth-1:0]                    data_i   [Links],
  output logic [VirtualLanes-1:0][FlitsWidth-1:0] credit_o [Links],
  // As in iba_network, of one switch.
  output logic                                    idle_o,
  input  logic                                    psel_i,
  input  logic                                    penable_i,
  input  logic                                    pwrite_i,
  input  logic [17:0]                             paddr_i,
  input  logic [31:0]                             pwdata_i,
  output logic [31:0]                             prdata_o,
  output logic                                    pready_o,
  output logic                                    pslverr_o,
  input  logic                                    inject_valid_i,
  input  logic [LaneWidth-1:0]                    inject_lane_i,
  input  flit_tag_t                               inject_tag_i,
  input  logic [FlitWidth-1:0]                    inject_data_i,
  output logic [VirtualLanes-1:0]                 inject_ready_o,
  output logic [ErrorWidth-1:0]                   error_o,
  output logic [7:0]                              error_count_o,
  input  logic                                    eject_stall_i,
  output arrival_t                                eject_o,
  output logic [LaneWidth-1:0]                    eject_lane_o,
  output logic [FlitWidth-1:0]                    eject_data_o,
  output logic                                    channel_valid_o [Links],
  output flit_tag_t                               channel_tag_o   [Links],
  output logic [LaneWidth-1:0]                    channel_lane_o  [Links],
  output logic [FlitWidth-1:0]                    channel_data_o  [Links]
);

  `WF_ASSERT_STATIC(IbaTileOutOfBand, !InBand)

  function automatic config_t make_config();
    make_config.VirtualLanes = VirtualLanes;
    make_config.AllOrNothing = AllOrNothing;
    make_config.Depth        = Depth;
    make_config.Longest      = Longest;
    make_config.Mtu          = Mtu;
    make_config.Age          = Age;
    make_config.Lifetime     = Lifetime;
    make_config.HopLimit     = HopLimit;
    make_config.ArbitrationEntries = ArbitrationEntries;
    make_config.InBand       = InBand;
    make_config.Lids         = Terminals + 1;
    make_config.Groups       = Groups;
    make_config.FlitWidth    = FlitWidth;
  endfunction

  localparam config_t Config = make_config();

  flit_info_t [Links-1:0]                                   in_flit, out_flit;
  logic       [Links-1:0][LaneWidth-1:0]                    in_lane, out_lane, monitor_lane;
  logic       [Links-1:0][VirtualLanes-1:0][FlitsWidth-1:0] in_credit, out_credit;

  for (genvar l = 0; l < Links; l++) begin : gen_link
    assign in_flit[l]   = flit_i[l];
    assign in_lane[l]   = lane_i[l];
    assign in_credit[l] = credit_i[l];
    assign flit_o[l]    = out_flit[l];
    assign lane_o[l]    = out_lane[l];
    assign credit_o[l]  = out_credit[l];
    assign channel_valid_o[l] = out_flit[l].valid;
    assign channel_tag_o[l]   = out_flit[l].tag;
    assign channel_lane_o[l]  = monitor_lane[l];

    `WF_ASSERT(IbaTileIdleSendsNothing, !idle_o || !out_flit[l].valid)
  end

  iba_switch #(
    .Config(Config)
  ) u_switch (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .used_i        (used_i),
    .idle_o        (idle_o),
    .apb_i         ({psel_i, penable_i, pwrite_i, paddr_i, pwdata_i}),
    .apb_o         ({prdata_o, pready_o, pslverr_o}),
    .inject_i      ({inject_valid_i, inject_tag_i}),
    .inject_lane_i (inject_lane_i),
    .inject_data_i (inject_data_i),
    .inject_ready_o(inject_ready_o),
    .errors_o      ({error_count_o, error_o}),
    .eject_stall_i (eject_stall_i),
    .eject_o       (eject_o),
    .eject_lane_o  (eject_lane_o),
    .eject_data_o  (eject_data_o),
    .hold_i        ('0),
    .flit_o        (out_flit),
    .lane_o        (out_lane),
    .data_o        (channel_data_o),
    .monitor_lane_o(monitor_lane),
    .credit_i      (in_credit),
    .flit_i        (in_flit),
    .lane_i        (in_lane),
    .data_i        (data_i),
    .credit_o      (out_credit)
  );

endmodule
