// SPDX-License-Identifier: Apache-2.0
//
// The reverse network: beside every switch of the forward network a branch, which brings the
// server's messages to the hosts. Output i of a branch leads to the source of input i of its
// switch; the server feeds the branch beside switch 0.
//
// Parameters as in linear_forward and linear_branch. A flit taken from the server reaches its host
// after one cycle per branch on its path. The channel_*_o outputs show the link that feeds every
// branch.
`ifndef LINEAR_REVERSE_SV_
`define LINEAR_REVERSE_SV_
`include "wayfarer_assert.svh"

module linear_reverse
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
  // From the server.
  input  logic                        valid_i,
  input  flit_tag_t                   tag_i,
  input  logic [Config.FlitWidth-1:0] data_i,
  output logic                        ready_o,
  // To the hosts.
  output logic                        valid_o               [Hosts],
  output flit_tag_t                   tag_o                 [Hosts],
  output logic [Config.FlitWidth-1:0] data_o                [Hosts],
  input  logic                        ready_i               [Hosts],
  // Monitor.
  output logic                        channel_valid_o       [Switches],
  output flit_tag_t                   channel_tag_o         [Switches],
  output logic                        channel_acknowledge_o [Switches]
);

  `WF_ASSERT_STATIC(LinearReverseLegal,
                    is_tree(Hosts, Switches, HostTarget, SwitchTarget) &&
                    Config.FlitWidth >= TerminalWidth && Config.Depth >= 1)

  localparam feeders_t Feeders = feeders(Hosts, Switches, HostTarget, SwitchTarget);

  for (genvar s = 0; s < Switches; s++) begin : gen_branch
    logic                        in_valid, in_ready;
    flit_tag_t                   in_tag, out_tag;
    logic [Config.FlitWidth-1:0] in_data, out_data;
    logic [1:0]                  out_valid, out_ready;
    logic [1:0][Hosts-1:0]       behind;  // constant: the hosts that each output leads to

    if (s == 0) begin : gen_root
      assign in_valid = valid_i;
      assign in_tag   = tag_i;
      assign in_data  = data_i;
      assign ready_o  = in_ready;
    end else begin : gen_inner
      localparam int unsigned Source = 32'(SwitchTarget[s]);
      assign in_valid = gen_branch[Source/2].out_valid[Source%2];
      assign in_tag   = gen_branch[Source/2].out_tag;
      assign in_data  = gen_branch[Source/2].out_data;
    end

    linear_branch #(
      .Hosts    (Hosts),
      .FlitWidth(Config.FlitWidth),
      .Depth    (Config.Depth),
      .Refill   (Config.Refill)
    ) u_branch (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .below_i(behind[Upstream]),
      .valid_i(in_valid),
      .tag_i  (in_tag),
      .data_i (in_data),
      .ready_o(in_ready),
      .valid_o(out_valid),
      .tag_o  (out_tag),
      .data_o (out_data),
      .ready_i(out_ready)
    );

    for (genvar i = 0; i < 2; i++) begin : gen_output
      localparam int unsigned Feeder = 32'(Feeders[2*s+i]);

      if (Feeder < Hosts) begin : gen_host
        assign valid_o[Feeder] = out_valid[i];
        assign tag_o[Feeder]   = out_tag;
        assign data_o[Feeder]  = out_data;
        assign out_ready[i]    = ready_i[Feeder];
        assign behind[i]       = Hosts'(1) << Feeder;
      end else if (Feeder < Hosts + Switches) begin : gen_next
        assign out_ready[i] = gen_branch[Feeder-Hosts].in_ready;
        assign behind[i]    = gen_branch[Feeder-Hosts].behind[Local] |
                              gen_branch[Feeder-Hosts].behind[Upstream];
      end else begin : gen_unused
        assign out_ready[i] = 1'b1;  // a stray flit would vanish, not block
        assign behind[i]    = '0;
        `WF_ASSERT(LinearReverseDeadEnd, !out_valid[i])
      end
    end

    assign channel_valid_o[s]       = in_valid;
    assign channel_tag_o[s]         = in_tag;
    assign channel_acknowledge_o[s] = in_ready;
  end

endmodule

`endif
