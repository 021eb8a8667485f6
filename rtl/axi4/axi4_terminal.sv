// SPDX-License-Identifier: Apache-2.0
//
// A terminal of two networks, for requests and for replies, with AXI4 ports: for a manager
// (axi4_entry), for a subordinate (axi4_exit), or for both.
//
// Parameters: Axi4, Map (axi4_pkg); Manager, Subordinate: which ports are there. The signals of a
// port that is not there are 0, and its streams take and drop every word.
// s_axi is for the manager, m_axi for the subordinate. request_o and reply_i, reply_o and request_i
// are the streams of the two networks. drop_o is that of axi4_exit.
// Latency and throughput: as of axi4_entry and axi4_exit.
// Combinational paths: none.
`ifndef AXI4_TERMINAL_SV_
`define AXI4_TERMINAL_SV_
`include "wayfarer_assert.svh"

module axi4_terminal
  import axi4_pkg::*;
#(
  parameter  axi4_t       Axi4         = default_axi4(),
  parameter  map_t        Map          = default_map(),
  parameter  bit          Manager      = 1'b1,
  parameter  bit          Subordinate  = 1'b1,
  localparam int unsigned StrbWidth    = Axi4.DataWidth / 8,
  localparam int unsigned RequestWidth = request_width(Axi4),
  localparam int unsigned ReplyWidth   = reply_width(Axi4)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  manager_t                    s_axi_i,
  input  logic [Axi4.DataWidth-1:0] s_axi_wdata_i,
  input  logic [StrbWidth-1:0]        s_axi_wstrb_i,
  output subordinate_t                s_axi_o,
  output logic [Axi4.DataWidth-1:0] s_axi_rdata_o,
  output manager_t                    m_axi_o,
  output logic [Axi4.DataWidth-1:0] m_axi_wdata_o,
  output logic [StrbWidth-1:0]        m_axi_wstrb_o,
  input  subordinate_t                m_axi_i,
  input  logic [Axi4.DataWidth-1:0] m_axi_rdata_i,
  output word_t                       request_o,
  output logic [RequestWidth-1:0]     request_data_o,
  input  logic                        request_ready_i,
  input  word_t                       request_i,
  input  logic [RequestWidth-1:0]     request_data_i,
  output logic                        request_ready_o,
  output word_t                       reply_o,
  output logic [ReplyWidth-1:0]       reply_data_o,
  input  logic                        reply_ready_i,
  input  word_t                       reply_i,
  input  logic [ReplyWidth-1:0]       reply_data_i,
  output logic                        reply_ready_o,
  output logic                        drop_o
);

  `WF_ASSERT_STATIC(Axi4TerminalLegal,
                    axi4_legal(Axi4) && map_legal(Map, Axi4.Terminals))

  if (Manager) begin : gen_entry
    axi4_entry #(
      .Axi4(Axi4),
      .Map (Map)
    ) u_entry (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .s_axi_i        (s_axi_i),
      .s_axi_wdata_i  (s_axi_wdata_i),
      .s_axi_wstrb_i  (s_axi_wstrb_i),
      .s_axi_o        (s_axi_o),
      .s_axi_rdata_o  (s_axi_rdata_o),
      .request_o      (request_o),
      .request_data_o (request_data_o),
      .request_ready_i(request_ready_i),
      .reply_i        (reply_i),
      .reply_data_i   (reply_data_i),
      .reply_ready_o  (reply_ready_o)
    );
  end else begin : gen_no_entry
    assign s_axi_o        = '0;
    assign s_axi_rdata_o  = '0;
    assign request_o      = '0;
    assign request_data_o = '0;
    assign reply_ready_o  = 1'b1;

    logic unused;
    assign unused = ^{s_axi_i, s_axi_wdata_i, s_axi_wstrb_i, request_ready_i, reply_i,
                      reply_data_i};
  end

  if (Subordinate) begin : gen_exit
    axi4_exit #(
      .Axi4(Axi4)
    ) u_exit (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .request_i      (request_i),
      .request_data_i (request_data_i),
      .request_ready_o(request_ready_o),
      .m_axi_o        (m_axi_o),
      .m_axi_wdata_o  (m_axi_wdata_o),
      .m_axi_wstrb_o  (m_axi_wstrb_o),
      .m_axi_i        (m_axi_i),
      .m_axi_rdata_i  (m_axi_rdata_i),
      .reply_o        (reply_o),
      .reply_data_o   (reply_data_o),
      .reply_ready_i  (reply_ready_i),
      .drop_o         (drop_o)
    );
  end else begin : gen_no_exit
    assign m_axi_o         = '0;
    assign m_axi_wdata_o   = '0;
    assign m_axi_wstrb_o   = '0;
    assign reply_o         = '0;
    assign reply_data_o    = '0;
    assign request_ready_o = 1'b1;
    assign drop_o          = 1'b0;

    logic unused;
    assign unused = ^{m_axi_i, m_axi_rdata_i, reply_ready_i, request_i, request_data_i};
  end

  // Requests and replies go to terminals that exist.
  `WF_ASSERT(Axi4TerminalInNetwork,
             (!request_o.valid || 32'(request_o.terminal) < Axi4.Terminals) &&
             (!reply_o.valid || 32'(reply_o.terminal) < Axi4.Terminals))

endmodule

`endif
