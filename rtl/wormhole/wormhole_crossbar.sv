// The crossbar: joins buffers, not ports, so that all of them can move a flit at once.
//
// Combinational. An output sees the front flit of the input that select_i names, one-hot, or zeros.
// If it has room (room_i) and that input a flit (occupied_i), the flit moves, which pops the
// input's buffer; end_o says that it was a tail. Neither waits to learn which outputs are fed.
// Parameters: Inputs and Outputs, buffers on either side; FlitWidth. Legs[o][i]: output o may
// select input i. Only these legs are built; to select another is illegal. Chains: an output's
// data are a chain of multiplexers (wormhole_select), smaller and deeper than AND and OR.
`include "wayfarer_assert.svh"

module wormhole_crossbar
  import mesh_pkg::*;
#(
  parameter int unsigned Inputs    = 10,
  parameter int unsigned Outputs   = 10,
  parameter int unsigned FlitWidth = 64,
  parameter bit [Outputs-1:0][Inputs-1:0] Legs = '1,
  parameter bit Chains = 1'b0
) (
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
  output logic [Outputs-1:0]    end_o
);

  `WF_ASSERT_STATIC(WormholeCrossbarLegal, Inputs >= 1 && Outputs >= 1 && FlitWidth >= 1)

  logic [Inputs-1:0] heads, tails, leaving;
  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    assign heads[i] = tag_i[i][Head];
    assign tails[i] = tag_i[i][Tail];
  end
  assign leaving = tails & occupied_i;

  for (genvar o = 0; o < Outputs; o++) begin : gen_output
    logic [Inputs-1:0] legs;
    assign legs = select_i[o] & Legs[o];

    if (Chains) begin : gen_chain
      wormhole_select #(.Words(Inputs), .Width(FlitWidth), .Legs(Legs[o])) u_data (
        .select_i(legs),
        .word_i  (data_i),
        .word_o  (data_o[o])
      );
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
    end

    assign tag_o[o][Head] = |(legs & heads);
    assign tag_o[o][Tail] = |(legs & tails);
    assign end_o[o]       = room_i[o] && |(legs & leaving);

    `WF_ASSERT_COMB(WormholeCrossbarOneSource, $onehot0(select_i[o]) && legs == select_i[o])
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
  end

  `WF_ASSERT_COMB(WormholeCrossbarOneReader, once)

endmodule
