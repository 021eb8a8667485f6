// SPDX-License-Identifier: Apache-2.0
//
// Queue of stream words between two clocks of any ratio and phase.
//
// Parameters: Width, bits of a word with all that travels beside its data, at least 1; Depth,
// words, a power of two from 4 on.
// Pointers cross as Gray code, through two registers each (wf_gray_sync). A word is written before
// its pointer crosses, so it is stable when it is read.
// Latency: a word taken at an edge of s_axis_clk_i is on m_axis at the fourth edge of m_axis_clk_i
// after it at the latest, if the queue was empty. Throughput: one word per cycle of the slower
// clock, with Depth of at least 8.
// arst_ni is asynchronous and resets both sides: held for at least 4 cycles of the slower clock.
// TREADY and m_axis are registers.
// Constraints: stream_fifo_dual_clock.sdc (or .xdc) beside this file, for each instance.
// Combinational paths: none.
`ifndef STREAM_FIFO_DUAL_CLOCK_SV_
`define STREAM_FIFO_DUAL_CLOCK_SV_
`include "wayfarer_assert.svh"

module stream_fifo_dual_clock #(
  parameter int unsigned Width = 32,
  parameter int unsigned Depth = 16
) (
  input  logic             arst_ni,
  input  logic             s_axis_clk_i,
  input  logic             s_axis_tvalid_i,
  output logic             s_axis_tready_o,
  input  logic [Width-1:0] s_axis_tdata_i,
  input  logic             m_axis_clk_i,
  output logic             m_axis_tvalid_o,
  input  logic             m_axis_tready_i,
  output logic [Width-1:0] m_axis_tdata_o
);

  `WF_ASSERT_STATIC(StreamFifoDualClockLegal,
                    Width >= 1 && Depth >= 4 && (Depth & (Depth - 1)) == 0)

  // A pointer has one bit more than an address: equal pointers are an empty queue, pointers that
  // differ in that bit alone a full one.
  localparam int unsigned AddressWidth = wf_pkg::index_width(Depth);
  typedef logic [AddressWidth:0] pointer_t;

  function automatic pointer_t gray(pointer_t binary);
    gray = binary ^ (binary >> 1);
  endfunction

  // A full queue's Gray pointers differ in the two upper bits and are equal in the others.
  localparam pointer_t FullMask = pointer_t'(3) << (AddressWidth - 1);

  logic s_rst_n, m_rst_n;

  wf_reset_sync u_s_reset (
    .clk_i  (s_axis_clk_i),
    .arst_ni(arst_ni),
    .rst_no (s_rst_n)
  );

  wf_reset_sync u_m_reset (
    .clk_i  (m_axis_clk_i),
    .arst_ni(arst_ni),
    .rst_no (m_rst_n)
  );

  logic [Width-1:0] memory_q [Depth];

  // The side that writes.
  pointer_t write_d, write_q, write_gray_q, read_gray_q, read_seen;
  logic     ready_q, push;

  wf_gray_sync #(
    .Width(AddressWidth + 1)
  ) u_read_sync (
    .clk_i (s_axis_clk_i),
    .rst_ni(s_rst_n),
    .gray_i(read_gray_q),
    .gray_o(read_seen)
  );

  assign push    = s_axis_tvalid_i && ready_q;
  assign write_d = write_q + pointer_t'(push);

  always_ff @(posedge s_axis_clk_i) begin
    if (!s_rst_n) begin
      write_q      <= '0;
      write_gray_q <= '0;
      ready_q      <= 1'b0;
    end else begin
      write_q      <= write_d;
      write_gray_q <= gray(write_d);
      ready_q      <= gray(write_d) != (read_seen ^ FullMask);
    end
  end

  always_ff @(posedge s_axis_clk_i) begin
    if (push) memory_q[write_q[AddressWidth-1:0]] <= s_axis_tdata_i;
  end

  // The side that reads.
  pointer_t read_d, read_q, write_seen;
  logic     valid_q, load, pop;
  logic [Width-1:0] data_q;

  wf_gray_sync #(
    .Width(AddressWidth + 1)
  ) u_write_sync (
    .clk_i (m_axis_clk_i),
    .rst_ni(m_rst_n),
    .gray_i(write_gray_q),
    .gray_o(write_seen)
  );

  assign load   = !valid_q || m_axis_tready_i;
  assign pop    = load && gray(read_q) != write_seen;
  assign read_d = read_q + pointer_t'(pop);

  always_ff @(posedge m_axis_clk_i) begin
    if (!m_rst_n) begin
      read_q      <= '0;
      read_gray_q <= '0;
      valid_q     <= 1'b0;
    end else begin
      read_q      <= read_d;
      read_gray_q <= gray(read_d);
      if (load) valid_q <= pop;
    end
  end

  always_ff @(posedge m_axis_clk_i) begin
    if (pop) data_q <= memory_q[read_q[AddressWidth-1:0]];
  end

  assign s_axis_tready_o = ready_q;
  assign m_axis_tvalid_o = valid_q;
  assign m_axis_tdata_o  = data_q;

endmodule

`endif
