// SPDX-License-Identifier: Apache-2.0
//
// The crossbar: connects buffers, not ports, so that all of them can move a flit at once.
//
// Combinational. An output sees the front flit of the input that select_i names, one-hot, or zeros.
// If it has room (room_i) and that input has a flit (occupied_i), the flit moves, which pops the
// input's buffer; end_o shows that it was a tail. Neither depends on which outputs are fed.
// head_i: the flit is a header, which is known before it is selected.
// Parameters: Inputs and Outputs, buffers on either side; FlitWidth. Legs[o][i]: output o may
// select input i. Only these legs are built; to select another is illegal. ChainLegs: an output
// with at most this many legs is a chain of multiplexers. A chain takes one four-input LUT per two
// legs, while AND and OR take two per three legs, but it is deeper.
//
// The first step of a chain gives its even leg, its odd leg, zeros or ones. Each later step passes
// this on, or gives one of two more legs, which the zeros or ones of the step before select.
`ifndef WORMHOLE_CROSSBAR_SV_
`define WORMHOLE_CROSSBAR_SV_
`include "wayfarer_assert.svh"

module wormhole_crossbar
  import mesh_pkg::*;
#(
  parameter int unsigned Inputs    = 10,
  parameter int unsigned Outputs   = 10,
  parameter int unsigned FlitWidth = 64,
  parameter bit [Outputs-1:0][Inputs-1:0] Legs = '1,
  parameter int unsigned ChainLegs = 0
) (
  input  logic                  clk_i,  // clock and reset: for assertions only
  input  logic                  rst_ni,
  // Inputs.
  input  flit_tag_t             tag_i  [Inputs],
  input  logic [FlitWidth-1:0]  data_i [Inputs],
  input  logic [Inputs-1:0]     occupied_i,
  output logic [Inputs-1:0]     pop_o,
  // Outputs.
  input  logic [Inputs-1:0]     select_i [Outputs],
  output flit_tag_t             tag_o  [Outputs],
  output logic [FlitWidth-1:0]  data_o [Outputs],
  input  logic [Outputs-1:0]    room_i,
  input  logic [Outputs-1:0]    head_i,
  output logic [Inputs-1:0]     end_o
);

  `WF_ASSERT_STATIC(WormholeCrossbarLegal, Inputs >= 1 && Outputs >= 1 && FlitWidth >= 1)

  // The inputs of an output's legs in ascending order; the last one is there once more.
  typedef int unsigned order_t [Inputs+1];

  function automatic order_t order_of(bit [Inputs-1:0] legs);
    int unsigned leg;
    leg = 0;
    for (int unsigned i = 0; i <= Inputs; i++) order_of[i] = 0;
    for (int unsigned i = 0; i < Inputs; i++) begin
      if (legs[i]) begin
        order_of[leg]   = i;
        order_of[leg+1] = i;
        leg++;
      end
    end
  endfunction

  logic [Inputs-1:0] heads, tails;
  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    assign heads[i] = tag_i[i][Head];
    assign tails[i] = tag_i[i][Tail];
  end

  for (genvar o = 0; o < Outputs; o++) begin : gen_output
    logic [Inputs-1:0] legs;
    assign legs = select_i[o] & Legs[o];

    localparam int unsigned Count = $countones(Legs[o]);

    if (Count > 1 && Count <= ChainLegs) begin : gen_chain
      localparam order_t Order = order_of(Legs[o]);

      always_comb begin
        logic                 ones, even, odd, tail;
        logic [FlitWidth-1:0] data;
        ones = 1'b0;
        for (int unsigned leg = 3; leg < Count; leg += 2) ones |= legs[Order[leg]];
        even = legs[Order[0]] | ones;
        odd  = legs[Order[1]] | ones;
        data = ({FlitWidth{even}} & data_i[Order[0]]) | ({FlitWidth{odd}} & data_i[Order[1]]) |
               {FlitWidth{even & odd}};
        tail = (even & tails[Order[0]]) | (odd & tails[Order[1]]) | (even & odd);
        for (int unsigned leg = 2; leg < Count; leg += 2) begin
          if (legs[Order[leg]] || legs[Order[leg+1]]) begin
            data = (~data & data_i[Order[leg]]) | (data & data_i[Order[leg+1]]);
            tail = tail ? tails[Order[leg+1]] : tails[Order[leg]];
          end
        end
        data_o[o]      = data;
        tag_o[o][Tail] = tail;
      end
    end else begin : gen_and_or
      // A variable of its own: simulators keep it in a register.
      always_comb begin
        logic [FlitWidth-1:0] data;
        data = '0;
        for (int unsigned i = 0; i < Inputs; i++) begin
          if (Legs[o][i]) data |= legs[i] ? data_i[i] : '0;
        end
        data_o[o] = data;
      end

      assign tag_o[o][Tail] = |(legs & tails);
    end

    assign tag_o[o][Head] = head_i[o];

    `WF_ASSERT(WormholeCrossbarOneSource, $onehot0(select_i[o]) && legs == select_i[o])
    `WF_ASSERT(WormholeCrossbarHeader,
               (legs & occupied_i & (heads ^ {Inputs{head_i[o]}})) == '0)
  end

  // `once` holds while no input has two readers.
  logic once;
  always_comb begin
    logic [Inputs-1:0] pop;
    pop  = '0;
    once = 1'b1;
    for (int unsigned o = 0; o < Outputs; o++) begin
      once &= (pop & {Inputs{room_i[o]}} & select_i[o]) == '0;
      pop  |= {Inputs{room_i[o]}} & select_i[o] & Legs[o];
    end
    pop_o = pop & occupied_i;
    end_o = pop_o & tails;
  end

  `WF_ASSERT(WormholeCrossbarOneReader, once)

endmodule

`endif
