// SPDX-License-Identifier: Apache-2.0
//
// Registers on a link of wormhole routers, in both directions.
//
// Parameters: LinkVcs, FlitWidth; Registers, at least 1.
// Flits forward, and credits backward, arrive Registers cycles later. The data have no reset.
`ifndef WORMHOLE_LINK_REGISTERS_SV_
`define WORMHOLE_LINK_REGISTERS_SV_
`include "wayfarer_assert.svh"

module wormhole_link_registers
  import mesh_pkg::*;
#(
  parameter int unsigned LinkVcs   = 2,
  parameter int unsigned FlitWidth = 64,
  parameter int unsigned Registers = 1,
  localparam int unsigned VcWidth = wf_pkg::index_width(LinkVcs)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // Forward.
  input  logic                 valid_i,
  input  logic [VcWidth-1:0]   vc_i,
  input  flit_tag_t            tag_i,
  input  logic [FlitWidth-1:0] data_i,
  output logic                 valid_o,
  output logic [VcWidth-1:0]   vc_o,
  output flit_tag_t            tag_o,
  output logic [FlitWidth-1:0] data_o,
  // Backward.
  input  logic [LinkVcs-1:0]   credit_i,
  output logic [LinkVcs-1:0]   credit_o
);

  `WF_ASSERT_STATIC(WormholeLinkRegistersLegal, LinkVcs >= 1 && FlitWidth >= 1 && Registers >= 1)

  // Place 0 is the input.
  logic                 valid  [Registers+1];
  logic [VcWidth-1:0]   vc     [Registers+1];
  flit_tag_t            tag    [Registers+1];
  logic [FlitWidth-1:0] data   [Registers+1];
  logic [LinkVcs-1:0]   credit [Registers+1];

  assign valid[0]  = valid_i;
  assign vc[0]     = vc_i;
  assign tag[0]    = tag_i;
  assign data[0]   = data_i;
  assign credit[0] = credit_i;

  for (genvar r = 0; r < Registers; r++) begin : gen_register
    logic                 valid_q;
    logic [VcWidth-1:0]   vc_q;
    flit_tag_t            tag_q;
    logic [FlitWidth-1:0] data_q;
    logic [LinkVcs-1:0]   credit_q;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        valid_q  <= 1'b0;
        credit_q <= '0;
      end else begin
        valid_q  <= valid[r];
        credit_q <= credit[r];
      end
    end

    always_ff @(posedge clk_i) begin
      vc_q   <= vc[r];
      tag_q  <= tag[r];
      data_q <= data[r];
    end

    assign valid[r+1]  = valid_q;
    assign vc[r+1]     = vc_q;
    assign tag[r+1]    = tag_q;
    assign data[r+1]   = data_q;
    assign credit[r+1] = credit_q;
  end

  assign valid_o  = valid[Registers];
  assign vc_o     = vc[Registers];
  assign tag_o    = tag[Registers];
  assign data_o   = data[Registers];
  assign credit_o = credit[Registers];

  `WF_ASSERT(WormholeLinkRegistersVc, !valid_o || 32'(vc_o) < LinkVcs)

endmodule

`endif
