// SPDX-License-Identifier: Apache-2.0
//
// In-band management: an APB slave for the management ports of all switches of a mesh, which it
// reaches by subnet management packets over their links, from switch 0 on.
//
// Parameters: Columns, Rows; FlitWidth, which has room for the longest path.
// Address: {switch, table, entry}, as without it. A transfer becomes a request (iba_agent), whose
// path takes the rows first, then the columns. Its response ends the transfer. pslverr_o: the
// switch or the entry does not exist, or is read only.
// Latency: 3 h + 6 cycles for a switch at a distance of h links, more while it clears its tables;
// 3 for a switch that does not exist. All outputs are from registers.
`ifndef IBA_MANAGER_SV_
`define IBA_MANAGER_SV_
`include "wayfarer_assert.svh"

module iba_manager
  import iba_pkg::*;
#(
  parameter int unsigned Columns   = 4,
  parameter int unsigned Rows      = 4,
  parameter int unsigned FlitWidth = 128,
  localparam int unsigned Width = smp_width(FlitWidth)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  // APB.
  input  logic             psel_i,
  input  logic             penable_i,
  input  logic             pwrite_i,
  input  logic [31:0]      paddr_i,
  input  logic [31:0]      pwdata_i,
  output logic [31:0]      prdata_o,
  output logic             pready_o,
  output logic             pslverr_o,
  // The agent of switch 0.
  output logic             valid_o,
  output logic [Width-1:0] smp_o,
  input  logic             valid_i,
  input  logic [Width-1:0] smp_i
);

  `WF_ASSERT_STATIC(IbaManagerLegal, in_band_legal(Columns, Rows, FlitWidth))

  typedef logic [Width-PathOffset-1:0] path_t;

  typedef logic [13:0] switch_t;
  typedef enum logic [1:0] {Idle, Path, Wait, Done} state_t;

  state_t  state_q;
  switch_t rest_q;  // of the switch's number, without the hops of the path so far
  smp_t    smp_q, response;
  path_t   path_q, response_path;
  logic    reached;

  assign reached = rest_q == '0 || smp_q.error;
  assign {response_path, response} = smp_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= Idle;
    end else begin
      case (state_q)
        Idle:    if (psel_i)  state_q <= Path;
        Path:    if (reached) state_q <= smp_q.error ? Done : Wait;
        Wait:    if (valid_i) state_q <= Done;
        default: state_q <= Idle;
      endcase
    end
  end

  hop_t hop;
  assign hop = hop_t'(32'(rest_q) >= Rows ? East - 1 : North - 1);

  // The last hop is found first: columns are a number's larger part.
  always_ff @(posedge clk_i) begin
    case (state_q)
      Idle: begin
        rest_q        <= paddr_i[31:18];
        path_q        <= '0;
        smp_q         <= '0;
        smp_q.error   <= 32'(paddr_i[31:18]) >= Columns * Rows;
        smp_q.write   <= pwrite_i;
        smp_q.address <= paddr_i[17:0];
        smp_q.data    <= pwrite_i ? pwdata_i : '0;
      end
      Path: if (!reached) begin
        rest_q          <= 32'(rest_q) >= Rows ? rest_q - switch_t'(Rows) : rest_q - switch_t'(1);
        path_q          <= (path_q << HopWidth) |
                       path_t'(hop);
        smp_q.hops_left <= smp_q.hops_left + hop_count_t'(1);
      end
      Wait: if (valid_i) smp_q <= response;
      default: ;
    endcase
  end

  assign valid_o   = state_q == Path && reached && !smp_q.error;
  assign smp_o     = {path_q, smp_q};
  assign prdata_o  = smp_q.data;
  assign pready_o  = state_q == Done;
  assign pslverr_o = state_q == Done && smp_q.error;

  `WF_ASSERT(IbaManagerOwnResponse,
             !valid_i || (state_q == Wait && response.response && response_path == path_q &&
                      response.hops_left == smp_q.hops_left && response.hops_done == '0))
  `WF_ASSERT(IbaManagerTransferHeld, state_q == Idle || psel_i)
  `WF_ASSERT(IbaManagerEndsAccess, !pready_o || penable_i)

endmodule

`endif
