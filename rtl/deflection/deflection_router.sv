// SPDX-License-Identifier: Apache-2.0
//
// A node of the torus: the terminal's queue, the output selection, a register for each output link.
//
// Parameters: Config, of the network (deflection_pkg).
// Latency: 1 cycle from a link to the next link, 2 cycles from inject_* to a link; an ejected flit
// is on eject_* in the cycle in which it is on its last link. inject_ready_o is a function of
// registers. eject_stall_i is registered and takes effect in the next cycle.
// Throughput: one flit per cycle on each link; inject_* and eject_* use the remaining slots.
// The link's flit is on *_valid_o, *_data_o from registers. *_deflected_o: it had no hops left in
// this dimension. While *_valid_o is low, *_data_o is undefined.
// Illegal: a flit from the north that is not in its column.
// Combinational paths:
//   west_valid_i, west_data_i, north_valid_i, north_data_i -> eject_valid_o, eject_data_o
//   position_i -> eject_valid_o, eject_data_o, east_deflected_o, south_deflected_o
`ifndef DEFLECTION_ROUTER_SV_
`define DEFLECTION_ROUTER_SV_
`include "wayfarer_assert.svh"

module deflection_router
  import deflection_pkg::*;
#(
  parameter config_t Config = default_config()
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  position_t                   position_i,
  // Links.
  input  logic                        west_valid_i,
  input  logic [Config.FlitWidth-1:0] west_data_i,
  input  logic                        north_valid_i,
  input  logic [Config.FlitWidth-1:0] north_data_i,
  output logic                        east_valid_o,
  output logic                        east_deflected_o,
  output logic [Config.FlitWidth-1:0] east_data_o,
  output logic                        south_valid_o,
  output logic                        south_deflected_o,
  output logic [Config.FlitWidth-1:0] south_data_o,
  // The processor.
  input  logic                        inject_valid_i,
  input  flit_tag_t                   inject_tag_i,
  input  logic [Config.FlitWidth-1:0] inject_data_i,
  output logic                        inject_ready_o,
  output logic [ErrorWidth-1:0]       error_o,
  output logic [7:0]                  error_count_o,
  input  logic                        eject_stall_i,
  output logic                        eject_valid_o,
  output flit_tag_t                   eject_tag_o,
  output logic [Config.FlitWidth-1:0] eject_data_o
);

  `WF_ASSERT_STATIC(DeflectionRouterLegal, config_legal(Config))

  localparam int unsigned LevelWidth  = wf_pkg::count_width(Config.Depth);
  localparam int unsigned Coordinate  = Config.CoordinateWidth;
  localparam int unsigned HeaderWidth = 2 * Coordinate;

  function automatic position_t destination(logic [HeaderWidth-1:0] header);
    destination = {MaxCoordinateWidth'(header[HeaderWidth-1:Coordinate]),
                   MaxCoordinateWidth'(header[Coordinate-1:0])};
  endfunction

  // The terminal's queue.
  logic                        pass, full, empty, pop;
  logic [LevelWidth-1:0]       level;
  logic [Config.FlitWidth-1:0] local_data;

  deflection_guard #(
    .Columns(Config.Columns),
    .Rows   (Config.Rows)
  ) u_guard (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .valid_i      (inject_valid_i),
    .tag_i        (inject_tag_i),
    .destination_i(destination(inject_data_i[HeaderWidth-1:0])),
    .ready_i      (inject_ready_o),
    .pass_o       (pass),
    .error_o      (error_o),
    .error_count_o(error_count_o)
  );

  assign inject_ready_o = !full;

  wf_fifo #(
    .Width(Config.FlitWidth),
    .Depth(Config.Depth)
  ) u_queue (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .push_i (pass && inject_ready_o),
    .data_i (inject_data_i),
    .pop_i  (pop),
    .data_o (local_data),
    .level_o(level),
    .full_o (full),
    .empty_o(empty)
  );

  // The choice of outputs.
  inputs_t valid, to_east, to_south, to_exit;
  logic    stall_q;

  assign valid[North] = north_valid_i;
  assign valid[West]  = west_valid_i;
  assign valid[Local] = !empty;

  deflection_select #(
    .Columns(Config.Columns),
    .Rows   (Config.Rows)
  ) u_select (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    .position_i(position_i),
    .stalled_i (stall_q),
    .valid_i   (valid),
    .north_i   (destination(north_data_i[HeaderWidth-1:0])),
    .west_i    (destination(west_data_i[HeaderWidth-1:0])),
    .local_i   (destination(local_data[HeaderWidth-1:0])),
    .east_o    (to_east),
    .south_o   (to_south),
    .exit_o    (to_exit)
  );

  assign pop = to_east[Local] || to_south[Local] || to_exit[Local];

  // The outputs. South and exit share a multiplexer.
  logic [Config.FlitWidth-1:0] south_data;
  assign south_data = valid[North] ? north_data_i :
                      (to_south[West] || to_exit[West]) ? west_data_i : local_data;

  logic                        east_valid_q, south_valid_q;
  logic [Config.FlitWidth-1:0] east_data_q, south_data_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      east_valid_q  <= 1'b0;
      south_valid_q <= 1'b0;
      stall_q       <= 1'b0;
    end else begin
      east_valid_q  <= to_east != '0;
      south_valid_q <= to_south != '0;
      stall_q       <= eject_stall_i;
    end
  end

  // Without an enable, which would wait for the terminal's flit to be routed.
  always_ff @(posedge clk_i) begin
    east_data_q  <= to_east[West] ? west_data_i : local_data;
    south_data_q <= south_data;
  end

  position_t east_destination, south_destination;
  assign east_destination  = destination(east_data_q[HeaderWidth-1:0]);
  assign south_destination = destination(south_data_q[HeaderWidth-1:0]);

  assign east_valid_o      = east_valid_q;
  assign east_data_o       = east_data_q;
  assign east_deflected_o  = east_valid_q && same(east_destination.x, position_i.x, Config.Columns);
  assign south_valid_o     = south_valid_q;
  assign south_data_o      = south_data_q;
  assign south_deflected_o = south_valid_q && same(south_destination.y, position_i.y, Config.Rows);
  assign eject_valid_o     = to_exit != '0;
  assign eject_tag_o       = flit_tag_t'(Single);
  assign eject_data_o      = south_data;

  logic unused;
  assign unused = ^{level, east_destination.y, south_destination.x};

  // As many flits leave as arrive.
  `WF_ASSERT(DeflectionKeepsFlits,
             32'(north_valid_i) + 32'(west_valid_i) + 32'(pop) ==
             32'(to_east != '0) + 32'(to_south != '0) + 32'(to_exit != '0))
  `WF_ASSERT(DeflectionEjectsHere,
             !eject_valid_o || destination(eject_data_o[HeaderWidth-1:0]) == position_i)
  `WF_ASSERT(DeflectionStaysInColumn,
             !north_valid_i || MaxCoordinateWidth'(north_data_i[Coordinate-1:0]) == position_i.x)
  `WF_ASSERT_NEXT(DeflectionStallHolds, eject_stall_i, !eject_valid_o)
  `WF_ASSERT_STABLE(DeflectionLocalWaits, !empty && !pop, local_data)
  `WF_COVER(DeflectionQueueFull, full && inject_valid_i)
  `WF_COVER(DeflectionDeflectedEast, east_deflected_o)
  `WF_COVER(DeflectionDeflectedSouth, south_deflected_o)
  `WF_COVER(DeflectionStalledAtExit, stall_q && north_valid_i && to_south[North])

endmodule

`endif
