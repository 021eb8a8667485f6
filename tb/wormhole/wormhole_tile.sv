// A node of wormhole_network, with the registers of the links into it: of such tiles C++ makes a
// network of any size (tb/common/tile_hardware.hpp). Parameters as there. Of port p, the *_i
// pins hear from the neighbour against p, and those of flow_i from the neighbour along p. Where
// there is no link, inputs are 0.
// Combinational paths:
//   flow_i -> channel_data_o, channel_tag_o, channel_valid_o, channel_vc_o, out_vc_o
//   wraps_i -> channel_data_o (Torus=1, Pipeline=0)
module wormhole_tile
  import mesh_pkg::*;
  import wormhole_pkg::*;
#(
  parameter int unsigned K0 = 4,
  parameter int unsigned K1 = 4,
  parameter int unsigned K2 = 1,
  parameter int unsigned K3 = 1,
  parameter int unsigned Dimensions      = dimensions({16'(K3), 16'(K2), 16'(K1), 16'(K0)}),
  parameter bit          Torus           = 1'b0,
  parameter int unsigned Phases          = 1,
  parameter int unsigned VirtualChannels = 1,
  parameter int unsigned Depth           = 2,
  parameter int unsigned InjectionPorts  = 2,
  parameter int unsigned EjectionPorts   = 2,
  parameter int unsigned FlitWidth       = 64,
  parameter int unsigned Pipeline        = 0,
  parameter int unsigned LinkRegisters   = 0,
  parameter int unsigned MessageFlits    = 0,
  parameter bit          Credits         = Pipeline != 0 || LinkRegisters != 0 || MessageFlits != 0,
  localparam extents_t    Extents    = {16'(K3), 16'(K2), 16'(K1), 16'(K0)},
  localparam int unsigned Ports      = 2 * Dimensions,
  localparam int unsigned LinkVcs    = Phases * (Torus ? 2 : 1) * VirtualChannels,
  localparam int unsigned VcWidth    = wf_pkg::index_width(LinkVcs),
  localparam int unsigned DigitWidth = digit_width(Extents)
) (
  input  logic                                          clk_i,
  input  logic                                          rst_ni,
  input  logic      [DigitWidth-1:0]                    position_i      [Dimensions],
  input  logic                                          wraps_i         [Ports],
  // Links into the node, out of it, and what the buffers behind them say.
  input  logic                                          valid_i         [Ports],
  input  logic      [VcWidth-1:0]                       vc_i            [Ports],
  input  flit_tag_t                                     tag_i           [Ports],
  input  logic      [FlitWidth-1:0]                     data_i          [Ports],
  output logic      [LinkVcs-1:0]                       flow_o          [Ports],
  output logic      [VcWidth-1:0]                       out_vc_o        [Ports],
  input  logic      [LinkVcs-1:0]                       flow_i          [Ports],
  // As in wormhole_network.
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
  output logic                                          channel_valid_o [Ports],
  output flit_tag_t                                     channel_tag_o   [Ports],
  output logic      [VcWidth-1:0]                       channel_vc_o    [Ports],
  output logic      [FlitWidth-1:0]                     channel_data_o  [Ports]
);

  function automatic config_t make_config();
    make_config.Extents         = Extents;
    make_config.Dimensions      = Dimensions;
    make_config.Torus           = Torus;
    make_config.Phases          = Phases;
    make_config.VirtualChannels = VirtualChannels;
    make_config.Depth           = Depth;
    make_config.InjectionPorts  = InjectionPorts;
    make_config.EjectionPorts   = EjectionPorts;
    make_config.FlitWidth       = FlitWidth;
    make_config.Pipeline        = Pipeline;
    make_config.Credits         = Credits;
    make_config.MessageFlits    = MessageFlits;
  endfunction

  localparam config_t Config = make_config();

  logic      [Dimensions-1:0][DigitWidth-1:0] digits;
  logic      [Ports-1:0]                      wraps;
  logic      [Ports-1:0]                      in_valid, out_valid;
  logic      [Ports-1:0][VcWidth-1:0]         in_vc, out_vc, monitor_vc;
  flit_tag_t [Ports-1:0]                      in_tag, out_tag;
  logic      [FlitWidth-1:0]                  in_data [Ports];
  logic      [Ports-1:0][LinkVcs-1:0]         flow, behind_flow;

  for (genvar d = 0; d < Dimensions; d++) begin : gen_dimension
    assign digits[d]   = position_i[d];
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign wraps[p]           = wraps_i[p];
    assign behind_flow[p]     = flow_i[p];
    assign channel_valid_o[p] = out_valid[p];
    assign channel_tag_o[p]   = out_tag[p];
    assign channel_vc_o[p]    = monitor_vc[p];
    assign out_vc_o[p]        = out_vc[p];

    if (LinkRegisters == 0) begin : gen_in
      assign in_valid[p] = valid_i[p];
      assign in_vc[p]    = vc_i[p];
      assign in_tag[p]   = tag_i[p];
      assign in_data[p]  = data_i[p];
      assign flow_o[p]   = flow[p];
    end else begin : gen_registers
      wormhole_link_registers #(
        .LinkVcs(LinkVcs), .FlitWidth(FlitWidth), .Registers(LinkRegisters)
      ) u_registers (
        .clk_i   (clk_i),
        .rst_ni  (rst_ni),
        .valid_i (valid_i[p]),
        .vc_i    (vc_i[p]),
        .tag_i   (tag_i[p]),
        .data_i  (data_i[p]),
        .valid_o (in_valid[p]),
        .vc_o    (in_vc[p]),
        .tag_o   (in_tag[p]),
        .data_o  (in_data[p]),
        .credit_i(flow[p]),
        .credit_o(flow_o[p])
      );
    end
  end

  wormhole_router #(
    .Config(Config)
  ) u_router (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .position_i    (digits),
    .wraps_i       (wraps),
    .valid_i       (in_valid),
    .vc_i          (in_vc),
    .tag_i         (in_tag),
    .data_i        (in_data),
    .flow_o        (flow),
    .valid_o       (out_valid),
    .vc_o          (out_vc),
    .tag_o         (out_tag),
    .data_o        (channel_data_o),
    .monitor_vc_o  (monitor_vc),
    .flow_i        (behind_flow),
    .inject_valid_i(inject_valid_i),
    .inject_tag_i  (inject_tag_i),
    .inject_data_i (inject_data_i),
    .inject_ready_o(inject_ready_o),
    .error_o       (error_o),
    .error_count_o (error_count_o),
    .eject_stall_i (eject_stall_i),
    .eject_valid_o (eject_valid_o),
    .eject_tag_o   (eject_tag_o),
    .eject_data_o  (eject_data_o)
  );

endmodule
