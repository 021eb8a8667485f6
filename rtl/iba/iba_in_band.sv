// SPDX-License-Identifier: Apache-2.0
//
// In-band management of a mesh: the manager at switch 0, and an agent at every switch.
//
// Parameters: Columns, Rows; FlitWidth, which has room for the longest path.
// The APB slave is as in iba_manager. request_o and response_i: the switches' management ports.
// hold_o: the links, by port - 1, on which a switch sends smp_o in this cycle in place of its own
// flit; data_i: the data lines of the links that arrive.
// Latency: 3 h + 6 cycles for a transfer over h links.
`ifndef IBA_IN_BAND_SV_
`define IBA_IN_BAND_SV_
`include "wayfarer_assert.svh"

module iba_in_band
  import iba_pkg::*;
#(
  parameter int unsigned Columns   = 4,
  parameter int unsigned Rows      = 4,
  parameter int unsigned FlitWidth = 128,
  localparam int unsigned Switches = Columns * Rows,
  localparam int unsigned Width    = smp_width(FlitWidth)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // APB.
  input  logic                 psel_i,
  input  logic                 penable_i,
  input  logic                 pwrite_i,
  input  logic [31:0]          paddr_i,
  input  logic [31:0]          pwdata_i,
  output logic [31:0]          prdata_o,
  output logic                 pready_o,
  output logic                 pslverr_o,
  // The switches.
  output apb_request_t         request_o  [Switches],
  input  apb_response_t        response_i [Switches],
  output logic [Links-1:0]     hold_o     [Switches],
  output logic [FlitWidth-1:0] smp_o      [Switches],
  input  logic [FlitWidth-1:0] data_i     [Switches][Links]
);

  `WF_ASSERT_STATIC(IbaInBandLegal, in_band_legal(Columns, Rows, FlitWidth))

  ports_t           arrives [Switches];
  logic [Width-1:0] arriving[Switches][Ports];
  ports_t           leaves  [Switches];
  logic [Width-1:0] leaving [Switches];

  iba_manager #(
    .Columns  (Columns),
    .Rows     (Rows),
    .FlitWidth(FlitWidth)
  ) u_manager (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .psel_i   (psel_i),
    .penable_i(penable_i),
    .pwrite_i (pwrite_i),
    .paddr_i  (paddr_i),
    .pwdata_i (pwdata_i),
    .prdata_o (prdata_o),
    .pready_o (pready_o),
    .pslverr_o(pslverr_o),
    .valid_o  (arrives[0][Endpoint]),
    .smp_o    (arriving[0][Endpoint]),
    .valid_i  (leaves[0][Endpoint]),
    .smp_i    (leaving[0])
  );

  for (genvar n = 0; n < Switches; n++) begin : gen_switch
    iba_agent #(
      .FlitWidth(FlitWidth)
    ) u_agent (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .apb_o  (request_o[n]),
      .apb_i  (response_i[n]),
      .valid_i(arrives[n]),
      .smp_i  (arriving[n]),
      .valid_o(leaves[n]),
      .smp_o  (leaving[n])
    );

    assign hold_o[n] = leaves[n][Ports-1:1];
    assign smp_o[n]  = FlitWidth'(leaving[n]);

    for (genvar l = 0; l < Links; l++) begin : gen_link
      if (has_link(Columns, Rows, n, l + 1)) begin : gen_used
        assign arrives[n][l+1] = leaves[neighbour(Rows, n, l + 1)][opposite(l + 1)];
      end else begin : gen_none
        assign arrives[n][l+1] = 1'b0;
      end
      assign arriving[n][l+1] = data_i[n][l][Width-1:0];
    end

    if (n != 0) begin : gen_no_manager
      assign arrives[n][Endpoint]  = 1'b0;
      assign arriving[n][Endpoint] = '0;
    end

    `WF_ASSERT(IbaInBandPathOnMesh,
               (leaves[n] & ~used_ports(Columns, Rows, n)) == '0 &&
               (n == 0 || !leaves[n][Endpoint]))
  end

endmodule

`endif
