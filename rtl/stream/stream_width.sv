// SPDX-License-Identifier: Apache-2.0
//
// Width converter of a stream: puts Ratio narrow words into a wide one, or takes a wide one apart.
//
// Parameters: Narrow, bits of a narrow word, at least 1; Ratio, narrow words in a wide one, from 2
// on; Widen: the stream in is the narrow one, else the wide one.
// The first narrow word of a message is in the low bits of its first wide word. The last wide word
// of a message may be part-filled: TKEEP has a bit for each narrow word, the lowest bits set; all
// are set in other wide words. TDEST is that of the message.
// Latency: 1 cycle after the narrow word that completes a wide one, or 1 cycle. Throughput: one
// narrow word per cycle.
// Illegal: no bit of s_axis_tkeep_i set, or a gap in it, counts as the bits up to the highest set
// one, at least one. TKEEP of a narrow stream is 1.
// Combinational paths: none.
`ifndef STREAM_WIDTH_SV_
`define STREAM_WIDTH_SV_
`include "wayfarer_assert.svh"

module stream_width
  import stream_pkg::*;
#(
  parameter int unsigned Narrow = 8,
  parameter int unsigned Ratio  = 4,
  parameter bit          Widen  = 1'b1,
  localparam int unsigned InUnits  = Widen ? 1 : Ratio,
  localparam int unsigned OutUnits = Widen ? Ratio : 1
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       s_axis_tvalid_i,
  output logic                       s_axis_tready_o,
  input  logic [InUnits*Narrow-1:0]  s_axis_tdata_i,
  input  logic [InUnits-1:0]         s_axis_tkeep_i,
  input  terminal_t                  s_axis_tdest_i,
  input  logic                       s_axis_tlast_i,
  output logic                       m_axis_tvalid_o,
  input  logic                       m_axis_tready_i,
  output logic [OutUnits*Narrow-1:0] m_axis_tdata_o,
  output logic [OutUnits-1:0]        m_axis_tkeep_o,
  output terminal_t                  m_axis_tdest_o,
  output logic                       m_axis_tlast_o
);

  `WF_ASSERT_STATIC(StreamWidthLegal, Narrow >= 1 && Ratio >= 2)

  localparam int unsigned UnitWidth = wf_pkg::index_width(Ratio);
  localparam int unsigned Wide      = Ratio * Narrow;

  logic [UnitWidth-1:0] unit_q;  // the next narrow word's number in the wide one

  // Wide words, with TKEEP, TDEST and TLAST, pass a register slice.
  logic             wide_valid, wide_ready, slice_valid, slice_ready;
  logic [Wide-1:0]  wide_data, slice_data;
  logic [Ratio-1:0] wide_keep, slice_keep;
  terminal_t        slice_dest;
  logic             slice_last;

  stream_register #(
    .Width(Wide + Ratio + TerminalWidth + 1)
  ) u_slice (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .s_axis_tvalid_i(wide_valid),
    .s_axis_tready_o(wide_ready),
    .s_axis_tdata_i ({wide_data, wide_keep, s_axis_tdest_i, s_axis_tlast_i}),
    .m_axis_tvalid_o(slice_valid),
    .m_axis_tready_i(slice_ready),
    .m_axis_tdata_o ({slice_data, slice_keep, slice_dest, slice_last})
  );

  assign s_axis_tready_o = wide_ready;
  assign m_axis_tvalid_o = slice_valid;
  assign m_axis_tdest_o  = slice_dest;

  if (Widen) begin : gen_widen
    logic [Wide-1:0] collected_q;
    logic            taken, completes;

    assign taken      = s_axis_tvalid_i && wide_ready;
    assign completes  = s_axis_tlast_i || 32'(unit_q) == Ratio - 1;
    assign wide_valid = s_axis_tvalid_i && completes;

    for (genvar u = 0; u < Ratio; u++) begin : gen_unit
      assign wide_data[u*Narrow+:Narrow] = 32'(unit_q) == u ? s_axis_tdata_i
                                                             : collected_q[u*Narrow+:Narrow];
      assign wide_keep[u] = 32'(unit_q) + 1 > u;
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni)    unit_q <= '0;
      else if (taken) unit_q <= completes ? '0 : unit_q + UnitWidth'(1);
    end

    always_ff @(posedge clk_i) begin
      if (taken) collected_q <= wide_data;
    end

    assign slice_ready    = m_axis_tready_i;
    assign m_axis_tdata_o = slice_data;
    assign m_axis_tkeep_o = slice_keep;
    assign m_axis_tlast_o = slice_last;

    logic unused_keep;
    assign unused_keep = ^s_axis_tkeep_i;
  end else begin : gen_narrow
    logic [(1<<UnitWidth)-1:0]             keep;
    logic [(1<<UnitWidth)-1:0][Narrow-1:0] portions;
    logic                                  ends;

    assign wide_valid = s_axis_tvalid_i;
    assign wide_data  = s_axis_tdata_i;
    assign wide_keep  = s_axis_tkeep_i;

    assign keep        = (1 << UnitWidth)'(slice_keep);
    assign portions       = ((1 << UnitWidth) * Narrow)'(slice_data);
    assign ends        = ((keep >> unit_q) >> 1) == '0;
    assign slice_ready = m_axis_tready_i && ends;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) unit_q <= '0;
      else if (slice_valid && m_axis_tready_i) unit_q <= ends ? '0 : unit_q + UnitWidth'(1);
    end

    assign m_axis_tdata_o = portions[unit_q];
    assign m_axis_tkeep_o = 1'b1;
    assign m_axis_tlast_o = slice_last && ends;
  end

  `WF_ASSERT(StreamWidthUnitExists, 32'(unit_q) < Ratio)
  `WF_ASSERT_STABLE(StreamWidthHeld, m_axis_tvalid_o && !m_axis_tready_i,
                    {m_axis_tvalid_o, m_axis_tdata_o, m_axis_tkeep_o, m_axis_tdest_o,
                     m_axis_tlast_o})

endmodule

`endif
