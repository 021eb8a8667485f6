// SPDX-License-Identifier: Apache-2.0
//
// The lowest free buffer of each class, for the Stat lines of a channel with addressed flits.
//
// It is the buffer that mway_allocator would give to a header, so that the header's driver can name
// it.
//
// Combinational, from the buffers' registers.
`ifndef MWAY_LOWEST_FREE_SV_
`define MWAY_LOWEST_FREE_SV_
`include "wayfarer_assert.svh"

module mway_lowest_free
  import mway_pkg::*;
#(
  parameter int unsigned Buffers          = 4,
  parameter int unsigned ClassZeroBuffers = 4  // buffers below this serve class 0, others class 1
) (
  input  logic                    clk_i,  // clock and reset: for assertions only
  input  logic                    rst_ni,
  input  logic                    split_i,  // else all buffers serve class 0
  // The buffers that are neither allocated nor full.
  input  logic [Buffers-1:0]      free_i,
  // Per class: the lowest free buffer, one-hot, and whether there is one.
  output logic [1:0][Buffers-1:0] lowest_o,
  output logic [1:0]              available_o
);

  `WF_ASSERT_STATIC(MwayLowestFreeLegal,
                    Buffers >= 1 && Buffers <= MaxBuffers && ClassZeroBuffers >= 1 &&
                    ClassZeroBuffers <= Buffers)

  localparam logic [Buffers-1:0] ClassZero = Buffers'((33'd1 << ClassZeroBuffers) - 33'd1);

  logic [1:0][Buffers-1:0] free;

  assign free = {free_i & ~ClassZero, split_i ? free_i & ClassZero : free_i};

  for (genvar c = 0; c < 2; c++) begin : gen_class
    logic [Buffers-1:0] above;

    wf_prefix_or #(
      .Size(Buffers)
    ) u_above (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .bits_i (free[c]),
      .above_o(above),
      .any_o  (available_o[c])
    );

    assign lowest_o[c] = free[c] & ~above;

    `WF_ASSERT(ArbiterGrantOnehot, $onehot0(lowest_o[c]))
    `WF_ASSERT(ArbiterWorkConserving, available_o[c] == (lowest_o[c] != '0))
  end

endmodule

`endif
