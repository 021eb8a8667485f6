// SPDX-License-Identifier: Apache-2.0
//
// Exit of a network whose messages have a header with their source, then data in order: puts them
// together and sends each whole as an AXI4-Stream packet.
//
// Parameters: Width, MaxWords, Slots: as in stream_reassembly. Flits of different slots interleave,
// flits of one slot do not: header, words, the last with last_i.
// The network delivers at most one flit per cycle and stops for stall_o a cycle late: flits come in
// the cycle in which stall_o rises and in the next. A queue of four takes them.
// No deadlock: the front of the queue waits only for a complete message in its slot, which only
// waits for m_axis.
// Latency: with the last word delivered in cycle t, the first is on m_axis in cycle t + 3.
// Throughput: one flit per cycle.
// Illegal: a flit while the queue is full, words without a header; the first is asserted.
// Combinational paths: none.
`ifndef STREAM_EXIT_SV_
`define STREAM_EXIT_SV_
`include "wayfarer_assert.svh"

module stream_exit
  import stream_pkg::*;
#(
  parameter int unsigned Width    = 32,
  parameter int unsigned MaxWords = 8,
  parameter int unsigned Slots    = 4,
  localparam int unsigned SlotWidth = wf_pkg::index_width(Slots)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 valid_i,
  input  logic                 header_i,
  input  logic                 last_i,
  input  logic [SlotWidth-1:0] slot_i,
  input  terminal_t            source_i,  // of a header
  input  logic [Width-1:0]     data_i,
  output logic                 stall_o,
  output logic                 m_axis_tvalid_o,
  input  logic                 m_axis_tready_i,
  output logic [Width-1:0]     m_axis_tdata_o,
  output terminal_t            m_axis_tid_o,
  output logic                 m_axis_tlast_o
);

  `WF_ASSERT_STATIC(StreamExitLegal, Width >= 1 && words_legal(MaxWords) && Slots >= 1)

  localparam int unsigned Depth      = 4;
  localparam int unsigned LevelWidth = wf_pkg::count_width(Depth);
  // A header's source is in the place of the data.
  localparam int unsigned LineWidth  = Width > TerminalWidth ? Width : TerminalWidth;

  logic                  header, last, full, none, pop, ready;
  logic [SlotWidth-1:0]  slot;
  logic [LineWidth-1:0]  line;
  logic [LevelWidth-1:0] level;
  terminal_t             source_q [wf_pkg::padded_size(Slots)];

  wf_fifo #(
    .Width(2 + SlotWidth + LineWidth),
    .Depth(Depth)
  ) u_arrived (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .push_i (valid_i),
    .data_i ({header_i, last_i, slot_i,
              header_i ? LineWidth'(source_i) : LineWidth'(data_i)}),
    .pop_i  (pop),
    .data_o ({header, last, slot, line}),
    .level_o(level),
    .full_o (full),
    .empty_o(none)
  );

  assign stall_o = level >= LevelWidth'(Depth - 2);
  assign pop     = !none && (header || ready);

  always_ff @(posedge clk_i) begin
    if (pop && header) source_q[slot] <= terminal_t'(line);
  end

  /* verilator lint_off PINCONNECTEMPTY */
  stream_reassembly #(
    .Width   (Width),
    .MaxWords(MaxWords),
    .Slots   (Slots)
  ) u_reassembly (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .valid_i        (!none && !header),
    .ready_o        (ready),
    .slot_i         (slot),
    .place_i        ('0),
    .source_i       (source_q[slot]),
    .data_i         (line[Width-1:0]),
    .last_i         (last),
    .sent_o         (),
    .m_axis_tvalid_o(m_axis_tvalid_o),
    .m_axis_tready_i(m_axis_tready_i),
    .m_axis_tdata_o (m_axis_tdata_o),
    .m_axis_tid_o   (m_axis_tid_o),
    .m_axis_tlast_o (m_axis_tlast_o)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  `WF_ASSERT(StreamExitHasRoom, !(valid_i && full))

endmodule

`endif
