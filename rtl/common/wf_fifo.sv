// SPDX-License-Identifier: Apache-2.0
//
// First-in first-out queue, first-word fall-through, of any depth.
//
// Parameters: Width, bits of a word, at least 1; Depth, words, at least 1.
// Latency: a word pushed in cycle t is on data_o in cycle t + 1 if the queue was empty. One push
// and one pop per cycle, at every level, at every depth.
// data_o is the oldest word and is meaningful while !empty_o. level_o, full_o and empty_o are
// registers.
// Illegal: a push into a full queue without a pop in the same cycle (the word is dropped), and a
// pop of an empty queue (ignored). Assertions report both.
// The words are a memory with one write port and one asynchronous read port, without reset, so
// that FPGAs take distributed RAM. A queue of one word is a register.
// Combinational paths: none.
`ifndef WF_FIFO_SV_
`define WF_FIFO_SV_
`include "wayfarer_assert.svh"

module wf_fifo #(
  parameter int unsigned Width = 8,
  parameter int unsigned Depth = 4,
  localparam int unsigned LevelWidth = wf_pkg::count_width(Depth)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  push_i,
  input  logic [Width-1:0]      data_i,
  input  logic                  pop_i,
  output logic [Width-1:0]      data_o,
  output logic [LevelWidth-1:0] level_o,
  output logic                  full_o,
  output logic                  empty_o
);

  `WF_ASSERT_STATIC(WfFifoLegal, Width >= 1 && Depth >= 1)

  logic push, pop;
  assign push = push_i && (!full_o || pop_i);
  assign pop = pop_i && !empty_o;

  if (Depth == 1) begin : gen_single
    logic [Width-1:0] word_q;

    always_ff @(posedge clk_i) begin
      if (push) word_q <= data_i;
    end

    assign data_o = word_q;
  end else begin : gen_memory
    localparam int unsigned PointerWidth = wf_pkg::index_width(Depth);
    localparam logic [PointerWidth-1:0] Last = PointerWidth'(Depth - 1);

    logic [Width-1:0] memory_q [Depth];
    logic [PointerWidth-1:0] write_q, read_q;

    always_ff @(posedge clk_i) begin
      if (push) memory_q[write_q] <= data_i;
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        write_q <= '0;
        read_q <= '0;
      end else begin
        if (push) write_q <= (write_q == Last) ? '0 : write_q + PointerWidth'(1);
        if (pop) read_q <= (read_q == Last) ? '0 : read_q + PointerWidth'(1);
      end
    end

    assign data_o = memory_q[read_q];

    // The writer is level_o words ahead of the reader.
    `WF_ASSERT(FifoPointersAgree,
               32'(write_q) == (32'(read_q) + 32'(level_o)) % Depth)
  end

  // The flags do not wait for the sum: push and pop, often late, decide among known values.
  logic [LevelWidth-1:0] level_q;
  logic full_q, empty_q, one, almost_full;

  assign one         = level_q == LevelWidth'(1);
  assign almost_full = level_q == LevelWidth'(Depth - 1);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      level_q <= '0;
      full_q <= 1'b0;
      empty_q <= 1'b1;
    end else begin
      if (Depth == 1)       level_q <= LevelWidth'(push || (full_o && !pop));
      else if (push != pop) level_q <= push ? level_q + LevelWidth'(1) : level_q - LevelWidth'(1);
      full_q <= pop ? push && full_q : full_q || (push && almost_full);
      empty_q <= !push && (empty_q || (pop && one));
    end
  end

  assign level_o = level_q;
  // The level of a single word is both flags.
  assign full_o = Depth == 1 ? level_q[0] : full_q;
  assign empty_o = Depth == 1 ? !level_q[0] : empty_q;

  `WF_ASSERT(FifoNoOverflow, !(push_i && full_o && !pop_i))
  `WF_ASSERT(FifoNoUnderflow, !(pop_i && empty_o))
  `WF_ASSERT(FifoLevelBounded, 32'(level_o) <= Depth)
  `WF_ASSERT(FifoFlagsAgree, full_o == (32'(level_o) == Depth) && empty_o == (level_o == '0))
  `WF_ASSERT_STABLE(FifoFrontHeld, !empty_o && !pop_i, {empty_o, data_o})
  `WF_COVER(FifoRefills, push_i && pop_i && full_o)
  `WF_COVER(FifoPassesOneWord, push_i && pop_i && 32'(level_o) == 1)
  `WF_COVER(FifoFills, push_i && !pop_i && 32'(level_o) == Depth - 1)
  `WF_COVER(FifoEmpties, !push_i && pop_i && 32'(level_o) == 1)

endmodule

`endif
