// SPDX-License-Identifier: Apache-2.0
//
// Random bits for the draws of a source of routes.
//
// Parameters: Window, bits of the widest draw, 0 to LfsrWidth (mesh_stream_pkg); 0: nothing is
// drawn.
// A draw takes the low Window bits of a generator (wf_lfsr), which then makes Window steps before
// the next one. The low k bits of its state determine the next k bits that it shifts out, and the
// other way round: different draws use different bits of its sequence. Over its period every value
// of a draw occurs equally often, except zero, which is missing once in 2^32.
// draw_i takes random_o's bits; legal while fresh_o, which shows that they are unused. seed_i:
// constant.
// Latency: Window cycles from a draw to fresh_o, which falls only if Window is above one.
// Combinational paths: none.
`ifndef MESH_DRAWS_SV_
`define MESH_DRAWS_SV_
`include "wayfarer_assert.svh"

module mesh_draws
  import mesh_stream_pkg::LfsrWidth;
#(
  parameter int unsigned Window = 2
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic [LfsrWidth-1:0] seed_i,
  input  logic                 draw_i,
  output logic                 fresh_o,
  output logic [LfsrWidth-1:0] random_o
);

  `WF_ASSERT_STATIC(MeshDrawsLegal, Window <= LfsrWidth)

  if (Window == 0) begin : gen_nothing_random
    logic unused_seed;
    assign unused_seed = ^{seed_i, draw_i};
    assign fresh_o     = 1'b1;
    assign random_o    = '0;
  end else begin : gen_random
    localparam int unsigned LeftWidth = wf_pkg::count_width(Window);
    logic [LeftWidth-1:0] left_q;  // steps to make

    always_ff @(posedge clk_i) begin
      if (!rst_ni)             left_q <= '0;
      else if (draw_i)         left_q <= LeftWidth'(Window - 1);
      else if (left_q != '0)   left_q <= left_q - LeftWidth'(1);
    end

    wf_lfsr #(
      .Width(LfsrWidth)
    ) u_lfsr (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .seed_i   (seed_i),
      .advance_i(draw_i || left_q != '0),
      .state_o  (random_o)
    );
    assign fresh_o = left_q == '0;
  end

  `WF_ASSERT(MeshDrawsFresh, !draw_i || fresh_o)

endmodule

`endif
