// SPDX-License-Identifier: Apache-2.0
//
// Crossbar of the cut-through router: joins input buffers to output buffers and moves their flits.
//
// Parameters: Inputs and Outputs, the buffers of a node; FlitWidth. Legs[i][o]: input i may feed
// output o. Only these legs are built, of AND and OR; to connect others is illegal.
// Latency: combinational. A connection made in a cycle (connect_input_i and connect_output_i,
// one-hot or zero) moves its header in that cycle, and ends with the tail. pair_i[i][o]: if output
// o is connected, then to input i; it may come earlier in the cycle, and data do not wait for
// connect_output_i. Every connected input buffer that holds a flit moves one a cycle: the output
// buffer has room for the whole message. connected_o is a register. While push_o is 0, tag_o and
// data_o are undefined.
// Illegal: connecting a buffer that is already connected, or that holds no flit.
`ifndef CUT_THROUGH_CROSSBAR_SV_
`define CUT_THROUGH_CROSSBAR_SV_
`include "wayfarer_assert.svh"

module cut_through_crossbar
  import mesh_pkg::*;
  import cut_through_pkg::*;
#(
  parameter int unsigned Inputs    = 13,
  parameter int unsigned Outputs   = 13,
  parameter int unsigned FlitWidth = 64,
  parameter turns_t      Legs      = '1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic [Inputs-1:0]    connect_input_i,
  input  logic [Outputs-1:0]   connect_output_i,
  input  logic [Outputs-1:0]   pair_i [Inputs],
  output logic [Outputs-1:0]   connected_o,
  // Input buffers.
  input  logic [Inputs-1:0]    holds_i,
  input  flit_tag_t            tag_i  [Inputs],
  input  logic [FlitWidth-1:0] data_i [Inputs],
  output logic [Inputs-1:0]    pop_o,
  // Output buffers.
  output logic [Outputs-1:0]   push_o,
  output flit_tag_t            tag_o  [Outputs],
  output logic [FlitWidth-1:0] data_o [Outputs]
);

  `WF_ASSERT_STATIC(CutThroughCrossbarLegal, Inputs >= 1 && Inputs <= MaxBuffers && Outputs >= 1 &&
                                             Outputs <= MaxBuffers && FlitWidth >= 1)

  logic [Inputs-1:0] heads, tails;

  for (genvar i = 0; i < Inputs; i++) begin : gen_tag
    assign heads[i] = tag_i[i][Head];
    assign tails[i] = tag_i[i][Tail];
  end

  // By input: the outputs that it feeds. An output that is not connected follows pair_i.
  logic [Outputs-1:0] connected_q, feeds[Inputs], feeds_q[Inputs];

  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    assign feeds[i] = (connected_q & feeds_q[i]) | (~connected_q & pair_i[i]);

    always_ff @(posedge clk_i) feeds_q[i] <= feeds[i];
  end

  // What each output sees.
  logic [Outputs-1:0] holds, head, tail;

  always_comb begin
    holds = '0;
    head  = '0;
    tail  = '0;
    for (int unsigned i = 0; i < Inputs; i++) begin
      if (holds_i[i]) holds |= feeds[i];
      if (heads[i])   head  |= feeds[i];
      if (tails[i])   tail  |= feeds[i];
    end
  end

  for (genvar o = 0; o < Outputs; o++) begin : gen_output
    assign tag_o[o][Head] = head[o];
    assign tag_o[o][Tail] = tail[o];

    // A variable of its own: simulators keep it in a register.
    always_comb begin
      logic [FlitWidth-1:0] data;
      data = '0;
      for (int unsigned i = 0; i < Inputs; i++) begin
        if (Legs[i][o]) data |= feeds[i][o] ? data_i[i] : '0;
      end
      data_o[o] = data;
    end
  end

  // Connections, from header to tail.
  logic [Inputs-1:0] input_connected_q;

  assign pop_o  = connect_input_i | (input_connected_q & holds_i);
  assign push_o = connect_output_i | (connected_q & holds);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      input_connected_q <= '0;
      connected_q       <= '0;
    end else begin
      input_connected_q <= (pop_o & ~tails) | (input_connected_q & ~pop_o);
      connected_q       <= (push_o & ~tail) | (connected_q & ~push_o);
    end
  end

  assign connected_o = connected_q;

  `WF_ASSERT(CutThroughConnectsPairs, $onehot0(connect_input_i) && $onehot0(connect_output_i) &&
                                      (|connect_input_i) == (|connect_output_i))
  `WF_ASSERT(CutThroughConnectsOnce, (connect_input_i & input_connected_q) == '0 &&
                                     (connect_output_i & connected_q) == '0)
  `WF_ASSERT(CutThroughEveryFlitMovesOnce, (pop_o & ~holds_i) == '0 &&
                                           $countones(pop_o) == $countones(push_o))
  for (genvar i = 0; i < Inputs; i++) begin : gen_check
    `WF_ASSERT(CutThroughCrossbarLegs,
               (pair_i[i] & connect_output_i) ==
               (connect_input_i[i] ? connect_output_i & Legs[i][Outputs-1:0] : '0))
  end

endmodule

`endif
