// A node of cut_through_network, with the link at each + port: of such tiles C++ makes a network of
// any size (tb/common/tile_hardware.hpp). Parameters as there. By dimension: next_* are the pins to
// the neighbour in + direction, the other end of the link; before_* those to the one in -
// direction. Where there is no neighbour, inputs are 0.
// Combinational paths:
//   next_holds_i, next_head_i, next_room_i -> next_arrive_o, next_grant_o, next_vc_o
//   next_holds_i, next_head_i, next_room_i -> channel_data_o, channel_tag_o
//   next_holds_i, next_head_i, next_room_i -> channel_valid_o, channel_vc_o
//   before_grant_i -> channel_data_o, channel_tag_o, channel_valid_o, channel_vc_o
//   before_vc_i -> channel_vc_o
module cut_through_tile
  import mesh_pkg::*;
  import cut_through_pkg::*;
#(
  parameter int unsigned K0 = 4,
  parameter int unsigned K1 = 4,
  parameter int unsigned K2 = 1,
  parameter int unsigned K3 = 1,
  localparam extents_t   Extents = {16'(K3), 16'(K2), 16'(K1), 16'(K0)},
  parameter int unsigned Dimensions      = dimensions(Extents),
  parameter bit          Torus           = 1'b1,
  parameter int unsigned Routing         = StarChannels,
  parameter int unsigned VcClasses       = Torus && Routing != Chaos ? 2 : 1,
  parameter int unsigned Policy          = OutputDriven,
  parameter int unsigned VirtualChannels = 1,
  parameter bit          UniformChoice   = 1'b0,
  parameter bit          BindLanes       = Routing == DimensionOrder && VirtualChannels > 1,
  parameter bit          DrainingRoom    = 1'b0,
  parameter int unsigned Queue           = Routing == Chaos ? 5 : 0,
  parameter int unsigned Depth           = 20,
  parameter int unsigned Pipeline        = Routing == DimensionOrder ? 3 : 4,
  parameter bit          HalfDuplex      = 1'b1,
  parameter bit          InterleaveFlits = 1'b0,
  parameter int unsigned InjectionPorts  = 1,
  parameter int unsigned EjectionPorts   = 1,
  parameter int unsigned FlitWidth       = 64,
  /* verilator lint_off UNUSEDPARAM */
  parameter random_t     Seed            = 32'd1,  // of the network; a tile's is on pins
  /* verilator lint_on UNUSEDPARAM */
  localparam int unsigned Ports      = 2 * Dimensions,
  localparam int unsigned LinkVcs    = link_vcs(Routing, VcClasses, VirtualChannels),
  localparam int unsigned VcWidth    = wf_pkg::index_width(LinkVcs),
  localparam int unsigned DigitWidth = digit_width(Extents)
) (
  input  logic                                          clk_i,
  input  logic                                          rst_ni,
  input  logic      [DigitWidth-1:0]                    position_i     [Dimensions],
  input  random_t                                       seed_i,
  // The neighbour in + direction: its buffers, its grants, and what the link carries there.
  input  logic      [LinkVcs-1:0]                       next_holds_i   [Dimensions],
  input  logic      [LinkVcs-1:0]                       next_head_i    [Dimensions],
  input  logic      [LinkVcs-1:0]                       next_tail_i    [Dimensions],
  input  logic      [LinkVcs-1:0]                       next_room_i    [Dimensions],
  output logic      [LinkVcs-1:0]                       next_grant_o   [Dimensions],
  output logic      [VcWidth-1:0]                       next_vc_o      [Dimensions],
  output logic      [LinkVcs-1:0]                       next_arrive_o  [Dimensions],
  // The neighbour in - direction, likewise.
  output logic      [LinkVcs-1:0]                       before_holds_o [Dimensions],
  output logic      [LinkVcs-1:0]                       before_head_o  [Dimensions],
  output logic      [LinkVcs-1:0]                       before_tail_o  [Dimensions],
  output logic      [LinkVcs-1:0]                       before_room_o  [Dimensions],
  input  logic      [LinkVcs-1:0]                       before_grant_i [Dimensions],
  input  logic      [VcWidth-1:0]                       before_vc_i    [Dimensions],
  input  logic      [LinkVcs-1:0]                       before_arrive_i[Dimensions],
  // Flits from both, by port of the sender.
  input  flit_tag_t                                     tag_i          [Ports],
  input  logic      [FlitWidth-1:0]                     data_i         [Ports],
  // As in cut_through_network.
  input  logic      [InjectionPorts-1:0]                inject_valid_i,
  input  flit_tag_t [InjectionPorts-1:0]                inject_tag_i,
  input  logic      [InjectionPorts-1:0][FlitWidth-1:0] inject_data_i,
  output logic      [InjectionPorts-1:0]                inject_ready_o,
  output logic      [ErrorWidth-1:0]                    error_o,
  output logic      [InjectionPorts-1:0][7:0]           error_count_o,
  input  logic                                          eject_stall_i,
  output logic      [EjectionPorts-1:0]                 eject_valid_o,
  output flit_tag_t [EjectionPorts-1:0]                 eject_tag_o,
  output logic      [EjectionPorts-1:0][FlitWidth-1:0]  eject_data_o,
  output logic                                          channel_valid_o[Ports],
  output flit_tag_t                                     channel_tag_o  [Ports],
  output logic      [VcWidth-1:0]                       channel_vc_o   [Ports],
  output logic      [FlitWidth-1:0]                     channel_data_o [Ports]
);

  function automatic config_t make_config();
    make_config.Extents         = Extents;
    make_config.Dimensions      = Dimensions;
    make_config.Torus           = Torus;
    make_config.VcClasses       = VcClasses;
    make_config.Routing         = Routing;
    make_config.Policy          = Policy;
    make_config.VirtualChannels = VirtualChannels;
    make_config.UniformChoice   = UniformChoice;
    make_config.BindLanes       = BindLanes;
    make_config.DrainingRoom    = DrainingRoom;
    make_config.Queue           = Queue;
    make_config.Depth           = Depth;
    make_config.Pipeline        = Pipeline;
    make_config.InjectionPorts  = InjectionPorts;
    make_config.EjectionPorts   = EjectionPorts;
    make_config.FlitWidth       = FlitWidth;
  endfunction

  localparam config_t Config = make_config();

  logic      [Dimensions-1:0][DigitWidth-1:0] digits;
  logic      [Ports-1:0][LinkVcs-1:0]         holds, head, tail, room, grant, arrive;
  flit_tag_t [Ports-1:0]                      in_tag, out_tag;
  logic      [Ports-1:0]                      derouted;

  cut_through_router #(
    .Config(Config)
  ) u_router (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .position_i    (digits),
    .seed_i        (seed_i),
    .inject_valid_i(inject_valid_i),
    .inject_tag_i  (inject_tag_i),
    .inject_data_i (inject_data_i),
    .inject_ready_o(inject_ready_o),
    .error_o       (error_o),
    .error_count_o (error_count_o),
    .eject_stall_i (eject_stall_i),
    .eject_valid_o (eject_valid_o),
    .eject_tag_o   (eject_tag_o),
    .eject_data_o  (eject_data_o),
    .holds_o       (holds),
    .head_o        (head),
    .tail_o        (tail),
    .grant_i       (grant),
    .tag_o         (out_tag),
    .data_o        (channel_data_o),
    .derouted_o    (derouted),
    .room_o        (room),
    .arrive_i      (arrive),
    .tag_i         (in_tag),
    .data_i        (data_i)
  );

  for (genvar d = 0; d < Dimensions; d++) begin : gen_dimension
    localparam int unsigned Plus  = 2 * d;
    localparam int unsigned Minus = 2 * d + 1;
    logic [1:0][VcWidth-1:0] monitor_vc;

    cut_through_link #(
      .LinkVcs        (LinkVcs),
      .HalfDuplex     (HalfDuplex),
      .InterleaveFlits(InterleaveFlits)
    ) u_link (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .holds_i({next_holds_i[d], holds[Plus]}),
      .head_i ({next_head_i[d], head[Plus]}),
      .tail_i ({next_tail_i[d], tail[Plus]}),
      .room_i ({room[Minus], next_room_i[d]}),
      .grant_o({next_grant_o[d], grant[Plus]}),
      .vc_o   (monitor_vc)
    );

    assign digits[d]           = position_i[d];
    assign next_arrive_o[d]    = grant[Plus];
    assign next_vc_o[d]        = monitor_vc[1];
    assign arrive[Minus]       = next_grant_o[d];
    assign before_holds_o[d]   = holds[Minus];
    assign before_head_o[d]    = head[Minus];
    assign before_tail_o[d]    = tail[Minus];
    assign before_room_o[d]    = room[Plus];
    assign grant[Minus]        = before_grant_i[d];
    assign arrive[Plus]        = before_arrive_i[d];
    assign channel_vc_o[Plus]  = monitor_vc[0] | VcWidth'(derouted[Plus]);
    assign channel_vc_o[Minus] = before_vc_i[d] | VcWidth'(derouted[Minus]);
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign in_tag[p]          = tag_i[p];
    assign channel_valid_o[p] = |grant[p];
    assign channel_tag_o[p]   = out_tag[p];
  end

endmodule
