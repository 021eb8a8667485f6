// SPDX-License-Identifier: Apache-2.0
//
// IbaMesh(Columns, Rows): a mesh of InfiniBand switches with hardware multicast, each with an
// endpoint (docs/iba.md; pins: rtl/iba/README.md).
//
// Parameters: Columns and Rows, at least 1; VirtualLanes, 1, 2 or 4; AllOrNothing, a multicast
// packet starts on all its outputs at once, else branch by branch; Depth, flits of a virtual lane's
// buffer; Longest, of the largest packet with its header; Mtu, data flits of the packets into which
// endpoints cut messages, a power of two, or 0: terminals send packets (iba_adapter); Age, cycles
// after which a packet that waits for all its outputs starts output by output; Lifetime, cycles
// without progress after which a packet is discarded, HopLimit, links that it may take, each 0: no
// limit; ArbitrationEntries, of each VL arbitration table, or 0: virtual lanes take turns flit by
// flit; InBand: the management port uses the links; Groups, entries of a multicast table;
// FlitWidth, with InBand enough for the longest path (iba_pkg::path_hops).
// Latency: an unblocked packet of F flits over H links is injected from cycle t on and its tail
// delivered in cycle t + 2 H + F + 1, or one cycle later if endpoints make the packets.
// Tables are written through the management port, {switch, table, entry}. For clear_cycles(Columns
// * Rows + 1, Groups) cycles after a reset they are cleared: no port is ready then. With InBand a
// transfer is a packet of one flit from switch 0 to the switch and back (iba_in_band), which links
// carry before any other flit.
// idle_o: no flit is in the network, except those packets. The channel_*_o outputs show every
// link's flit for monitors, except those packets.
// Combinational paths:
//   paddr_i -> prdata_o, pready_o, pslverr_o (InBand=0)
//   psel_i, penable_i, pwrite_i -> pslverr_o (InBand=0)
`ifndef IBA_NETWORK_SV_
`define IBA_NETWORK_SV_
`include "wayfarer_assert.svh"

module iba_network
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
  localparam int unsigned Terminals = Columns * Rows,
  localparam int unsigned Channels  = Links * Terminals,
  localparam int unsigned LaneWidth = wf_pkg::index_width(VirtualLanes)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  output logic                    idle_o,
  // Management, an APB slave.
  input  logic                    psel_i,
  input  logic                    penable_i,
  input  logic                    pwrite_i,
  input  logic [31:0]             paddr_i,
  input  logic [31:0]             pwdata_i,
  output logic [31:0]             prdata_o,
  output logic                    pready_o,
  output logic                    pslverr_o,
  // Endpoints.
  input  logic                    inject_valid_i  [Terminals],
  input  logic [LaneWidth-1:0]    inject_lane_i   [Terminals],
  input  flit_tag_t               inject_tag_i    [Terminals],
  input  logic [FlitWidth-1:0]    inject_data_i   [Terminals],
  output logic [VirtualLanes-1:0] inject_ready_o  [Terminals],
  output logic [ErrorWidth-1:0]   error_o         [Terminals],
  output logic [7:0]              error_count_o   [Terminals],
  input  logic                    eject_stall_i   [Terminals],
  output arrival_t                eject_o         [Terminals],
  output logic [LaneWidth-1:0]    eject_lane_o    [Terminals],
  output logic [FlitWidth-1:0]    eject_data_o    [Terminals],
  // Monitor.
  output logic                    channel_valid_o [Channels],
  output flit_tag_t               channel_tag_o   [Channels],
  output logic [LaneWidth-1:0]    channel_lane_o  [Channels]
);

  `WF_ASSERT_STATIC(IbaNetworkLegal,
                    Columns >= 1 && Columns <= MaxSwitches && Rows >= 1 &&
                    Rows <= MaxSwitches && Terminals <= MaxSwitches &&
                    lanes_legal(VirtualLanes) && Longest >= 1 && Longest <= MaxFlits &&
                    Depth >= Longest && (Mtu & (Mtu - 1)) == 0 && Mtu < MaxFlits &&
                    (Mtu == 0 || Longest <= Mtu + 1) && Age >= 1 && Age <= MaxAge && Groups >= 1 &&
                    Groups <= MaxGroups && FlitWidth >= HeaderWidth &&
                    ArbitrationEntries <= MaxTurns &&
                    (!InBand || in_band_legal(Columns, Rows, FlitWidth)) &&
                    limits_legal(Lifetime, HopLimit, FlitWidth))

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

  localparam int unsigned FlitsWidth = wf_pkg::count_width(Longest);

  // Each switch's outgoing and incoming links, and the credit that it returns to its neighbours.
  flit_info_t [Links-1:0]                                  out_flit    [Terminals];
  logic      [Links-1:0][LaneWidth-1:0]                    out_lane    [Terminals];
  logic      [FlitWidth-1:0]                               out_data    [Terminals][Links];
  logic      [Links-1:0][LaneWidth-1:0]                    monitor_lane[Terminals];
  logic      [Links-1:0][VirtualLanes-1:0][FlitsWidth-1:0] out_credit  [Terminals];
  flit_info_t [Links-1:0]                                  in_flit     [Terminals];
  logic      [Links-1:0][LaneWidth-1:0]                    in_lane     [Terminals];
  logic      [FlitWidth-1:0]                               in_data     [Terminals][Links];
  logic      [Links-1:0][VirtualLanes-1:0][FlitsWidth-1:0] in_credit   [Terminals];

  // Constants, held in an array so that equal tiles stay equal in simulation.
  ports_t used[Terminals];

  logic [Terminals-1:0] idle;

  // The switches' management ports, and the links that carry subnet management packets.
  apb_request_t         request [Terminals];
  apb_response_t        response[Terminals];
  logic [Links-1:0]     hold    [Terminals];
  logic [FlitWidth-1:0] smp     [Terminals];  // such a packet

  if (InBand) begin : gen_in_band
    iba_in_band #(
      .Columns  (Columns),
      .Rows     (Rows),
      .FlitWidth(FlitWidth)
    ) u_in_band (
      .clk_i     (clk_i),
      .rst_ni    (rst_ni),
      .psel_i    (psel_i),
      .penable_i (penable_i),
      .pwrite_i  (pwrite_i),
      .paddr_i   (paddr_i),
      .pwdata_i  (pwdata_i),
      .prdata_o  (prdata_o),
      .pready_o  (pready_o),
      .pslverr_o (pslverr_o),
      .request_o (request),
      .response_i(response),
      .hold_o    (hold),
      .smp_o     (smp),
      .data_i    (in_data)
    );
  end else begin : gen_out_of_band
    logic [Terminals-1:0] ready, error;
    logic                 selected[Terminals];
    logic [31:0]          read    [Terminals];

    iba_decoder #(
      .Switches(Terminals)
    ) u_decoder (
      .psel_i   (psel_i),
      .penable_i(penable_i),
      .switch_i (paddr_i[31:18]),
      .prdata_o (prdata_o),
      .pready_o (pready_o),
      .pslverr_o(pslverr_o),
      .psel_o   (selected),
      .prdata_i (read),
      .pready_i (ready),
      .pslverr_i(error)
    );

    for (genvar n = 0; n < Terminals; n++) begin : gen_switch
      assign request[n] = {selected[n], penable_i, pwrite_i, paddr_i[17:0], pwdata_i};
      assign {read[n], ready[n], error[n]} = response[n];
      assign hold[n] = '0;
      assign smp[n]  = '0;
    end
  end

  for (genvar n = 0; n < Terminals; n++) begin : gen_switch
    localparam ports_t Used = used_ports(Columns, Rows, n);
    assign used[n] = Used;

    iba_switch #(
      .Config(Config)
    ) u_switch (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .used_i        (used[n]),
      .idle_o        (idle[n]),
      .apb_i         (request[n]),
      .apb_o         (response[n]),
      .inject_i      ({inject_valid_i[n], inject_tag_i[n]}),
      .inject_lane_i (inject_lane_i[n]),
      .inject_data_i (inject_data_i[n]),
      .inject_ready_o(inject_ready_o[n]),
      .errors_o      ({error_count_o[n], error_o[n]}),
      .eject_stall_i (eject_stall_i[n]),
      .eject_o       (eject_o[n]),
      .eject_lane_o  (eject_lane_o[n]),
      .eject_data_o  (eject_data_o[n]),
      .hold_i        (hold[n]),
      .flit_o        (out_flit[n]),
      .lane_o        (out_lane[n]),
      .data_o        (out_data[n]),
      .monitor_lane_o(monitor_lane[n]),
      .credit_i      (in_credit[n]),
      .flit_i        (in_flit[n]),
      .lane_i        (in_lane[n]),
      .data_i        (in_data[n]),
      .credit_o      (out_credit[n])
    );

    // The links at ports 1 to 4, in both directions: the neighbour's end is the opposite port.
    for (genvar l = 0; l < Links; l++) begin : gen_link
      localparam int unsigned Next = neighbour(Rows, n, l + 1);
      localparam int unsigned Back = opposite(l + 1) - 1;

      if (Used[l+1]) begin : gen_used
        assign in_flit[n][l]   = out_flit[Next][Back];
        assign in_lane[n][l]   = out_lane[Next][Back];
        assign in_data[n][l]   = hold[Next][Back] ? smp[Next] : out_data[Next][Back];
        assign in_credit[n][l] = out_credit[Next][Back];
      end else begin : gen_none
        logic unused_end;
        assign unused_end      = ^{out_lane[n][l], out_data[n][l], out_credit[n][l], smp[n]};
        assign in_flit[n][l]   = '0;
        assign in_lane[n][l]   = '0;
        assign in_data[n][l]   = '0;
        assign in_credit[n][l] = '0;
      end

      assign channel_valid_o[Links*n+l] = out_flit[n][l].valid;
      assign channel_tag_o[Links*n+l]   = out_flit[n][l].tag;
      assign channel_lane_o[Links*n+l]  = monitor_lane[n][l];

      `WF_ASSERT(IbaNetworkIdleSendsNothing, !idle[n] || !out_flit[n][l].valid)
    end
  end

  assign idle_o = &idle;

endmodule

`endif
