// SPDX-License-Identifier: Apache-2.0
//
// Loads the tables of a mesh's switches after a reset, as the subnet manager does (docs/iba.md), by
// their management port, then passes an APB slave on to that port.
//
// Parameters: Columns, Rows; VirtualLanes; LaneUse (iba_stream_pkg).
// Forwarding tables: XY routing, for all LIDs of endpoints. With several virtual lanes: the lanes
// of every service level and port. All entries of one switch, then of the next one.
// done_o: the tables are loaded; until then the slave's transfers wait (pready_o low).
// Latency: with N entries, done_o rises 2 N - 1 cycles after the switches are ready, if a transfer
// takes two cycles.
// Combinational paths:
//   psel_i -> psel_o
//   penable_i -> penable_o
//   pwrite_i -> pwrite_o
//   paddr_i -> paddr_o
//   pwdata_i -> pwdata_o
//   prdata_i -> prdata_o
//   pready_i -> pready_o
//   pslverr_i -> pslverr_o
`ifndef IBA_BRING_UP_SV_
`define IBA_BRING_UP_SV_
`include "wayfarer_assert.svh"

module iba_bring_up
  import iba_pkg::*;
#(
  parameter int unsigned Columns      = 4,
  parameter int unsigned Rows         = 4,
  parameter int unsigned VirtualLanes = 1,
  parameter int unsigned LaneUse      = iba_stream_pkg::Shared
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  output logic        done_o,
  // The slave.
  input  logic        psel_i,
  input  logic        penable_i,
  input  logic        pwrite_i,
  input  logic [31:0] paddr_i,
  input  logic [31:0] pwdata_i,
  output logic [31:0] prdata_o,
  output logic        pready_o,
  output logic        pslverr_o,
  // The network's management port.
  output logic        psel_o,
  output logic        penable_o,
  output logic        pwrite_o,
  output logic [31:0] paddr_o,
  output logic [31:0] pwdata_o,
  input  logic [31:0] prdata_i,
  input  logic        pready_i,
  input  logic        pslverr_i
);

  localparam int unsigned Switches = Columns * Rows;

  `WF_ASSERT_STATIC(IbaBringUpLegal,
                    Columns >= 1 && Columns <= MaxSwitches && Rows >= 1 && Rows <= MaxSwitches &&
                    Switches <= MaxSwitches && lanes_legal(VirtualLanes) &&
                    LaneUse <= iba_stream_pkg::ByLevel)

  localparam int unsigned CoordinateWidth = 14;  // of a switch's number
  localparam bit          SeveralLanes    = VirtualLanes > 1;
  typedef logic [CoordinateWidth-1:0] coordinate_t;
  localparam coordinate_t LastX = coordinate_t'(Columns - 1);
  localparam coordinate_t LastY = coordinate_t'(Rows - 1);

  // The switch, and the entry to write: of the endpoint at (to_x_q, to_y_q), or of a service level
  // and port.
  logic        done_q, access_q, lanes_q;
  coordinate_t number_q, x_q, y_q, lid_q, to_x_q, to_y_q;
  level_t      level_q;
  logic [2:0]  port_q;
  logic        ends, last_endpoint, last_lanes, last_switch, next_switch;

  assign ends          = access_q && pready_i;
  assign last_endpoint = to_x_q == LastX && to_y_q == LastY;
  assign last_lanes    = level_q == '1 && port_q == 3'(Ports - 1);
  assign last_switch   = x_q == LastX && y_q == LastY;
  assign next_switch   = SeveralLanes ? lanes_q && last_lanes : last_endpoint;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      done_q   <= 1'b0;
      access_q <= 1'b0;
      lanes_q  <= 1'b0;
      number_q <= '0;
      x_q      <= '0;
      y_q      <= '0;
      lid_q    <= coordinate_t'(1);
      to_x_q   <= '0;
      to_y_q   <= '0;
      level_q  <= '0;
      port_q   <= '0;
    end else if (!done_q) begin
      access_q <= !ends;
      if (ends && !lanes_q) begin
        lid_q  <= last_endpoint ? coordinate_t'(1) : lid_q + coordinate_t'(1);
        to_y_q <= to_y_q == LastY ? '0 : to_y_q + coordinate_t'(1);
        if (to_y_q == LastY) to_x_q <= last_endpoint ? '0 : to_x_q + coordinate_t'(1);
        lanes_q <= SeveralLanes && last_endpoint;
      end
      if (ends && lanes_q) begin
        port_q <= port_q == 3'(Ports - 1) ? '0 : port_q + 3'd1;
        if (port_q == 3'(Ports - 1)) level_q <= level_q + level_t'(1);
        lanes_q <= !last_lanes;
      end
      if (ends && next_switch) begin
        number_q <= number_q + coordinate_t'(1);
        y_q      <= y_q == LastY ? '0 : y_q + coordinate_t'(1);
        if (y_q == LastY) x_q <= x_q + coordinate_t'(1);
        done_q <= last_switch;
      end
    end
  end

  // XY routing: columns first.
  logic [2:0] way;

  always_comb begin
    if (to_x_q > x_q)      way = 3'(East);
    else if (to_x_q < x_q) way = 3'(West);
    else if (to_y_q > y_q) way = 3'(North);
    else if (to_y_q < y_q) way = 3'(South);
    else                   way = 3'(Endpoint);
  end

  logic [31:0] address, value;

  assign address = {number_q, lanes_q ? Lanes : Forwarding,
                    lanes_q ? entry_t'({level_q, port_q}) : entry_t'(lid_q)};
  assign value   = lanes_q
      ? 32'(iba_stream_pkg::lanes_of(VirtualLanes, LaneUse, level_q, port_q)) : 32'(way);

  assign psel_o    = done_q ? psel_i : 1'b1;
  assign penable_o = done_q ? penable_i : access_q;
  assign pwrite_o  = done_q ? pwrite_i : 1'b1;
  assign paddr_o   = done_q ? paddr_i : address;
  assign pwdata_o  = done_q ? pwdata_i : value;
  assign prdata_o  = prdata_i;
  assign pready_o  = done_q && pready_i;
  assign pslverr_o = done_q && pslverr_i;
  assign done_o    = done_q;

  `WF_ASSERT(IbaBringUpAccepted, done_q || !(access_q && pready_i && pslverr_i))

endmodule

`endif
