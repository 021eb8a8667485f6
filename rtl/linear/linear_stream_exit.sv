// SPDX-License-Identifier: Apache-2.0
//
// Exit of a terminal: takes the messages that the network delivers, one after the other, and sends
// their words on an AXI4-Stream, with the source in TID.
//
// Parameters: FlitWidth, as in linear_network.
// The network delivers the flits of a message without flits of others in between, so that the exit
// needs no memory for whole messages: it sends each word as soon as it arrives. TVALID may fall
// between two words of a message.
// No deadlock: the front of the queue waits for m_axis only.
// eject_stall_o stops the network in the next cycle; a flit of this cycle has room.
// Latency: a word that is ejected in cycle t is on m_axis in cycle t + 2.
// Throughput: one flit per cycle.
// Illegal: a flit while the queue is full, which is asserted.
// Combinational paths: none.
`ifndef LINEAR_STREAM_EXIT_SV_
`define LINEAR_STREAM_EXIT_SV_
`include "wayfarer_assert.svh"

module linear_stream_exit
  import linear_pkg::flit_tag_t;
  import stream_pkg::*;
#(
  parameter int unsigned FlitWidth = 64
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // The network.
  input  logic                 eject_valid_i,
  input  flit_tag_t            eject_tag_i,
  input  logic [FlitWidth-1:0] eject_data_i,
  output logic                 eject_stall_o,
  output logic                 m_axis_tvalid_o,
  input  logic                 m_axis_tready_i,
  output logic [FlitWidth-1:0] m_axis_tdata_o,
  output terminal_t            m_axis_tid_o,
  output logic                 m_axis_tlast_o
);

  `WF_ASSERT_STATIC(LinearStreamExitLegal, linear_pkg::flit_width_legal(FlitWidth))

  localparam int unsigned Depth      = 4;
  localparam int unsigned LevelWidth = wf_pkg::count_width(Depth);

  logic                  none, full, load;
  logic [LevelWidth-1:0] level;
  flit_tag_t             tag;
  logic [FlitWidth-1:0]  flit;

  wf_fifo #(
    .Width(2 + FlitWidth),
    .Depth(Depth)
  ) u_arrived (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .push_i (eject_valid_i),
    .data_i ({eject_tag_i, eject_data_i}),
    .pop_i  (!none && (tag.head || load)),
    .data_o ({tag, flit}),
    .level_o(level),
    .full_o (full),
    .empty_o(none)
  );

  assign eject_stall_o = level >= LevelWidth'(Depth - 1);

  logic                  valid_q, last_q;
  logic [FlitWidth-1:0]  data_q;
  linear_pkg::terminal_t source_q;  // of the message at the front of the queue
  linear_pkg::terminal_t id_q;      // of the word on m_axis

  assign load = !valid_q || m_axis_tready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)   valid_q <= 1'b0;
    else if (load) valid_q <= !none && !tag.head;
  end

  always_ff @(posedge clk_i) begin
    if (!none && tag.head) source_q <= flit[linear_pkg::SourceOffset+:linear_pkg::TerminalWidth];
    if (load) begin
      data_q <= flit;
      last_q <= tag.tail;
      id_q   <= source_q;
    end
  end

  assign m_axis_tvalid_o = valid_q;
  assign m_axis_tdata_o  = data_q;
  assign m_axis_tid_o    = terminal_t'(id_q);
  assign m_axis_tlast_o  = last_q;

  `WF_ASSERT(LinearStreamExitHasRoom, !(eject_valid_i && full))
  `WF_ASSERT_STABLE(LinearStreamExitHeld, valid_q && !m_axis_tready_i,
                    {valid_q, data_q, id_q, last_q})

endmodule

`endif
