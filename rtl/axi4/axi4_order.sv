// SPDX-License-Identifier: Apache-2.0
//
// Order of a manager's transactions in one direction, reads or writes: for each thread, how many
// messages have no reply yet, and the terminal that they went to.
//
// Parameters: Axi4 (axi4_pkg).
// A thread may send if nothing of it is outstanding, or if fewer than Outstanding messages are, all
// of them to the same terminal. On a network that keeps the order of a pair's messages, and with
// subordinates' sides that answer in order, replies then come in the order of the requests.
// may_o and empty_o answer for thread_i and dest_i; start_i counts a message of theirs, end_i one
// reply to end_thread_i. Latency: combinational answers; counts change at the clock.
// Illegal: start_i without may_o, end_i of a thread that has nothing outstanding (asserted).
// Combinational paths:
//   thread_i, dest_i -> may_o
//   thread_i -> empty_o
`ifndef AXI4_ORDER_SV_
`define AXI4_ORDER_SV_
`include "wayfarer_assert.svh"

module axi4_order
  import axi4_pkg::*;
#(
  parameter  axi4_t       Axi4        = default_axi4(),
  localparam int unsigned ThreadWidth = wf_pkg::index_width(Axi4.Threads),
  localparam int unsigned DestWidth   = wf_pkg::index_width(Axi4.Terminals)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [ThreadWidth-1:0] thread_i,
  input  logic [DestWidth-1:0]   dest_i,
  output logic                   may_o,
  output logic                   empty_o,
  input  logic                   start_i,
  input  logic                   end_i,
  input  logic [ThreadWidth-1:0] end_thread_i
);

  `WF_ASSERT_STATIC(Axi4OrderLegal, axi4_legal(Axi4))

  localparam int unsigned CountWidth = wf_pkg::count_width(Axi4.Outstanding);
  localparam int unsigned Padded     = wf_pkg::padded_size(Axi4.Threads);

  // A thread number has a bit more than it needs if there is one thread.
  logic [Padded-1:0][CountWidth-1:0] count;
  logic [Padded-1:0][DestWidth-1:0]  dest;

  for (genvar t = 0; t < Padded; t++) begin : gen_thread
    if (t < Axi4.Threads) begin : gen_count
      logic [CountWidth-1:0] count_q;
      logic [DestWidth-1:0]  dest_q;
      logic                  starts, ends;

      assign starts = start_i && 32'(thread_i) == t;
      assign ends   = end_i && 32'(end_thread_i) == t;

      always_ff @(posedge clk_i) begin
        if (!rst_ni)             count_q <= '0;
        else if (starts != ends) count_q <= starts ? count_q + CountWidth'(1)
                                                   : count_q - CountWidth'(1);
      end

      always_ff @(posedge clk_i) begin
        if (starts) dest_q <= dest_i;
      end

      assign count[t] = count_q;
      assign dest[t]  = dest_q;

      `WF_ASSERT(Axi4OrderCountBounded, 32'(count_q) <= Axi4.Outstanding)
      `WF_ASSERT(Axi4OrderEndsWhatStarted, !ends || count_q != '0)
    end else begin : gen_none
      assign count[t] = '0;
      assign dest[t]  = '0;
    end
  end

  assign empty_o = count[thread_i] == '0;
  assign may_o   = empty_o || (32'(count[thread_i]) < Axi4.Outstanding &&
                               dest[thread_i] == dest_i);

  `WF_ASSERT(Axi4OrderStartsIfItMay, !start_i || may_o)
  `WF_COVER(Axi4OrderThreadFull, 32'(count[thread_i]) == Axi4.Outstanding)
  `WF_COVER(Axi4OrderOtherTerminal, !may_o && 32'(count[thread_i]) < Axi4.Outstanding)
  `WF_COVER(Axi4OrderSeveral, start_i && !empty_o)
  `WF_COVER(Axi4OrderStartsAsItEnds, start_i && end_i && thread_i == end_thread_i)

endmodule

`endif
