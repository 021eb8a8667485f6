// SPDX-License-Identifier: Apache-2.0
//
// The forward network: 2x1 switches that bring the hosts' streams to the server. The line of
// Figure 1, or any tree.
//
// HostTarget and SwitchTarget give the input that each host and each switch feeds (linear_pkg). An
// input without a feeder never has a flit. FlitWidth, Depth, Refill and UpstreamFirst of Config
// (linear_pkg) are those of the switches; so are latency and throughput: a flit taken from a host
// reaches the server after one cycle per switch on its path. The channel_*_o outputs show every
// switch's output.
`ifndef LINEAR_FORWARD_SV_
`define LINEAR_FORWARD_SV_
`include "wayfarer_assert.svh"

module linear_forward
  import linear_pkg::*;
#(
  parameter config_t  Config       = default_config(),
  parameter targets_t HostTarget   = line_host_targets(),
  parameter targets_t SwitchTarget = line_switch_targets(),
  localparam int unsigned Hosts    = Config.Hosts,
  localparam int unsigned Switches = Config.Switches
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  // From the hosts.
  input  logic                        valid_i               [Hosts],
  input  flit_tag_t                   tag_i                 [Hosts],
  input  logic [Config.FlitWidth-1:0] data_i                [Hosts],
  output logic                        ready_o               [Hosts],
  // To the server.
  output logic                        valid_o,
  output flit_tag_t                   tag_o,
  output logic [Config.FlitWidth-1:0] data_o,
  input  logic                        ready_i,
  // Monitor.
  output logic                        channel_valid_o       [Switches],
  output flit_tag_t                   channel_tag_o         [Switches],
  output logic                        channel_acknowledge_o [Switches],
  output logic                        channel_owner_o       [Switches]
);

  `WF_ASSERT_STATIC(LinearForwardLegal,
                    is_tree(Hosts, Switches, HostTarget, SwitchTarget) &&
                    Config.FlitWidth >= TerminalWidth && Config.Depth >= 1)

  localparam feeders_t Feeders = feeders(Hosts, Switches, HostTarget, SwitchTarget);

  for (genvar s = 0; s < Switches; s++) begin : gen_switch
    logic      [1:0]                       in_valid, in_ready;
    flit_tag_t [1:0]                       in_tag;
    logic      [1:0][Config.FlitWidth-1:0] in_data;
    logic                                  out_valid, out_ready;
    flit_tag_t                             out_tag;
    logic      [Config.FlitWidth-1:0]      out_data;

    for (genvar i = 0; i < 2; i++) begin : gen_input
      localparam int unsigned Feeder = 32'(Feeders[2*s+i]);

      if (Feeder < Hosts) begin : gen_host
        assign in_valid[i]     = valid_i[Feeder];
        assign in_tag[i]       = tag_i[Feeder];
        assign in_data[i]      = data_i[Feeder];
        assign ready_o[Feeder] = in_ready[i];
      end else if (Feeder < Hosts + Switches) begin : gen_feeding_switch
        assign in_valid[i] = gen_switch[Feeder-Hosts].out_valid;
        assign in_tag[i]   = gen_switch[Feeder-Hosts].out_tag;
        assign in_data[i]  = gen_switch[Feeder-Hosts].out_data;
      end else begin : gen_unused
        logic unused_ready;
        assign unused_ready = in_ready[i];
        assign in_valid[i] = 1'b0;
        assign in_tag[i]   = '0;
        assign in_data[i]  = '0;
      end
    end

    linear_switch #(
      .FlitWidth    (Config.FlitWidth),
      .Depth        (Config.Depth),
      .Refill       (Config.Refill),
      .UpstreamFirst(Config.UpstreamFirst)
    ) u_switch (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(in_valid),
      .tag_i  (in_tag),
      .data_i (in_data),
      .ready_o(in_ready),
      .valid_o(out_valid),
      .tag_o  (out_tag),
      .data_o (out_data),
      .ready_i(out_ready),
      .owner_o(channel_owner_o[s])
    );

    if (s == 0) begin : gen_root
      assign valid_o   = out_valid;
      assign tag_o     = out_tag;
      assign data_o    = out_data;
      assign out_ready = ready_i;
    end else begin : gen_branch
      localparam int unsigned Target = 32'(SwitchTarget[s]);
      assign out_ready = gen_switch[Target/2].in_ready[Target%2];
    end

    assign channel_valid_o[s]       = out_valid;
    assign channel_tag_o[s]         = out_tag;
    assign channel_acknowledge_o[s] = out_ready;
  end

  `WF_ASSERT_STABLE(LinearForwardHeld, valid_o && !ready_i && !Config.UpstreamFirst,
                    {valid_o, tag_o, data_o})

endmodule

`endif
