// SPDX-License-Identifier: Apache-2.0
//
// A driver's view of the receivers on its channel, from the Stat lines (paper section 3).
//
// Exact Stat: the lines show every receiver's availability and full bits in every cycle. Cyclic
// Stat: they show one receiver per cycle; the view stores the last status of each and updates it
// from acknowledgements. A header that is not taken marks its receiver unavailable until the next
// turn. The full status of the buffer that receives a message is kept per own buffer:
// the paper's RF bit. An acknowledgement in the same cycle is newer than the turn's registers.
//
// Stat lines come from registers only, so no combinational path leads from one channel to the next.
// Latency: none (exact) or up to one round of the channel's ways (cyclic).
`ifndef MWAY_STAT_VIEW_SV_
`define MWAY_STAT_VIEW_SV_
`include "wayfarer_assert.svh"

module mway_stat_view
  import mway_pkg::*, mway_lines_pkg::*;
#(
  parameter bit          ExactStat = 1'b1,
  parameter int unsigned Lines     = 3,
  parameter int unsigned Buffers   = 4,
  localparam int unsigned BufferWidth = wf_pkg::index_width(Buffers),
  localparam int unsigned StatWidth   = stat_width(ExactStat, Lines, Buffers),
  localparam int unsigned TargetWidth = Lines + BufferWidth
) (
  input  logic                                clk_i,
  input  logic                                rst_ni,
  input  logic [StatWidth-1:0]                stat_i,
  // The channel's lines in this cycle.
  input  flit_tag_e                           tag_i,
  input  way_t                                way_i,
  input  logic                                class_i,
  input  logic                                acknowledge_i,
  input  logic                                fills_i,
  // The own buffer whose flit is on the lines, one-hot, and the target of each buffer's message.
  input  logic [Buffers-1:0]                  sending_i,
  input  logic [Buffers-1:0][TargetWidth-1:0] target_i,
  // Availability per class and way, and the RF bit of every buffer.
  output logic [1:0][(1<<Lines)-1:0]          available_o,
  output logic [Buffers-1:0]                  receiver_full_o
);

  `WF_ASSERT_STATIC(MwayStatViewLegal,
                    Lines >= 1 && Lines <= MaxLines && Buffers >= 1 && Buffers <= MaxBuffers)

  localparam int unsigned Ways  = 1 << Lines;
  localparam int unsigned Slots = 1 << BufferWidth;

  if (ExactStat) begin : gen_exact
    logic [Ways*Slots-1:0] full;
    assign {full, available_o} = stat_i;
    for (genvar b = 0; b < Buffers; b++) begin : gen_buffer
      assign receiver_full_o[b] = full[target_i[b]];
    end

    logic unused;
    assign unused = ^{clk_i, rst_ni, tag_i, way_i, class_i, acknowledge_i, fills_i, sending_i};
  end else begin : gen_cyclic
    logic [Slots-1:0]      turn_full;
    logic [1:0]            turn_available;
    way_t                  turn;
    logic [1:0][Ways-1:0]  available_q;
    logic [Buffers-1:0]    receiver_full_q;
    logic                  header_refused;

    assign {turn_full, turn_available, turn} = stat_i;
    assign header_refused = tag_i == TagHeader && !acknowledge_i;

    for (genvar c = 0; c < 2; c++) begin : gen_class
      for (genvar w = 0; w < Ways; w++) begin : gen_way
        always_ff @(posedge clk_i) begin
          if (!rst_ni) available_q[c][w] <= 1'b1;
          else if (header_refused && way_i == way_t'(w) && class_i == 1'(c)) begin
            available_q[c][w] <= 1'b0;
          end else if (turn == way_t'(w)) begin
            available_q[c][w] <= turn_available[c];
          end
        end
      end
    end

    for (genvar b = 0; b < Buffers; b++) begin : gen_buffer
      always_ff @(posedge clk_i) begin
        if (!rst_ni) receiver_full_q[b] <= 1'b0;
        else if (sending_i[b]) receiver_full_q[b] <= ~acknowledge_i | fills_i;
        else if (turn == way_t'(target_i[b][TargetWidth-1:BufferWidth])) begin
          receiver_full_q[b] <= turn_full[target_i[b][BufferWidth-1:0]];
        end
      end
    end

    assign available_o     = available_q;
    assign receiver_full_o = receiver_full_q;
  end

  `WF_ASSERT(MwayStatViewOneSender, $onehot0(sending_i))

endmodule

`endif
