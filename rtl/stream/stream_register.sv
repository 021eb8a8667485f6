// SPDX-License-Identifier: Apache-2.0
//
// Register slice of a stream (skid buffer): breaks every path between its two sides, at full
// throughput.
//
// Parameters: Width, bits of a word with all that travels beside its data, at least 1.
// Latency: 1 cycle. Throughput: one word per cycle. TREADY is a register: the word that comes in
// the cycle in which m_axis stops waits in a second register.
// Combinational paths: none.
`ifndef STREAM_REGISTER_SV_
`define STREAM_REGISTER_SV_
`include "wayfarer_assert.svh"

module stream_register #(
  parameter int unsigned Width = 32
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             s_axis_tvalid_i,
  output logic             s_axis_tready_o,
  input  logic [Width-1:0] s_axis_tdata_i,
  output logic             m_axis_tvalid_o,
  input  logic             m_axis_tready_i,
  output logic [Width-1:0] m_axis_tdata_o
);

  `WF_ASSERT_STATIC(StreamRegisterLegal, Width >= 1)

  logic             valid_q, spare_q;  // words in the output register and in the spare one
  logic [Width-1:0] data_q, spare_data_q;
  logic             push, load;

  assign push = s_axis_tvalid_i && !spare_q;
  assign load = !valid_q || m_axis_tready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      spare_q <= 1'b0;
    end else if (load) begin
      valid_q <= spare_q || push;
      spare_q <= 1'b0;
    end else begin
      spare_q <= spare_q || push;
    end
  end

  always_ff @(posedge clk_i) begin
    if (load) data_q <= spare_q ? spare_data_q : s_axis_tdata_i;
    if (push) spare_data_q <= s_axis_tdata_i;
  end

  assign s_axis_tready_o = !spare_q;
  assign m_axis_tvalid_o = valid_q;
  assign m_axis_tdata_o  = data_q;

  `WF_ASSERT(StreamRegisterSpareBehind, !spare_q || valid_q)
  `WF_ASSERT_STABLE(StreamRegisterHeld, m_axis_tvalid_o && !m_axis_tready_i,
                    {m_axis_tvalid_o, m_axis_tdata_o})
  `WF_COVER(StreamRegisterFillsSpare, push && !load)
  `WF_COVER(StreamRegisterEmptiesSpare, load && spare_q)
  `WF_COVER(StreamRegisterPasses, push && load && valid_q)

endmodule

`endif
