// SPDX-License-Identifier: Apache-2.0
//
// Management port of a switch: an APB slave for its tables and counters, which also clears the
// tables after a reset.
//
// Parameters: Lids, Groups, entries of the forwarding and the multicast table; Events, packets that
// may be discarded or forwarded in a cycle.
// Address: {table (2 bits), entry (16 bits)}, a word of 32 bits each; table 3 has the counters, of
// packets discarded (entry 0) and forwarded (entry 1), read only.
// Latency: a transfer takes APB's two cycles; a write counts from the cycle after them. The
// counters include the events of the current cycle, discarded_i and forwarded_i.
// For clear_cycles(Lids, Groups) cycles after a reset clearing_o is high, entry after entry is
// cleared, and transfers wait (pready_o low). pslverr_o: the address does not exist or is read
// only.
`ifndef IBA_MANAGEMENT_SV_
`define IBA_MANAGEMENT_SV_
`include "wayfarer_assert.svh"

module iba_management
  import iba_pkg::*;
#(
  parameter int unsigned Lids   = 17,
  parameter int unsigned Groups = 16,
  parameter int unsigned Events = 10
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  // APB.
  input  logic              psel_i,
  input  logic              penable_i,
  input  logic              pwrite_i,
  input  logic [17:0]       paddr_i,
  input  logic [31:0]       pwdata_i,
  output logic [31:0]       prdata_o,
  output logic              pready_o,
  output logic              pslverr_o,
  // Tables.
  output logic              clearing_o,
  output logic              write_o,
  output table_t            table_o,
  output entry_t            entry_o,
  output value_t            value_o,
  input  value_t            value_i,
  input  logic              exists_i,
  // Counters.
  input  logic [Events-1:0] discarded_i,
  input  logic [Events-1:0] forwarded_i
);

  `WF_ASSERT_STATIC(IbaManagementLegal,
                    Lids >= 1 && Lids <= 32'(FirstMulticast) && Groups >= 1 &&
                    Groups <= MaxGroups && Events >= 1)

  localparam int unsigned ClearCycles = clear_cycles(Lids, Groups);

  logic [31:0] discarded, forwarded;

  iba_counter #(
    .Events(Events)
  ) u_discarded (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .event_i(discarded_i),
    .count_o(discarded)
  );

  iba_counter #(
    .Events(Events)
  ) u_forwarded (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .event_i(forwarded_i),
    .count_o(forwarded)
  );

  // The next entry to clear.
  entry_t clear_q;
  logic   clearing_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      clear_q    <= '0;
      clearing_q <= 1'b1;
    end else if (clearing_q) begin
      clear_q    <= clear_q + entry_t'(1);
      clearing_q <= clear_q != entry_t'(ClearCycles - 1);
    end
  end

  logic access, is_counter;

  assign access     = psel_i && penable_i && !clearing_q;
  assign is_counter = table_o == Counters && entry_o <= entry_t'(1);

  assign clearing_o = clearing_q;
  assign table_o    = paddr_i[17:16];
  assign entry_o    = clearing_q ? clear_q : paddr_i[15:0];
  assign value_o    = pwdata_i[$bits(value_t)-1:0];
  assign write_o    = access && pwrite_i;

  assign pready_o   = !clearing_q;
  assign pslverr_o  = access && (pwrite_i ? !exists_i : !exists_i && !is_counter);

  always_comb begin
    prdata_o = 32'(value_i);
    if (is_counter) prdata_o = entry_o[0] ? forwarded : discarded;
  end

  logic unused_data;
  assign unused_data = ^pwdata_i[31:$bits(value_t)];

`ifdef WAYFARER_ASSERT_ON
  // The previous cycle was a transfer's first, or a wait cycle.
  logic set_up_q;
  always_ff @(posedge clk_i) begin
    set_up_q <= psel_i && !(penable_i && pready_o);
  end
`endif
  `WF_ASSERT(IbaManagementSetUp, !(psel_i && penable_i) || set_up_q)

  `WF_ASSERT_STABLE(IbaManagementTransferHeld, psel_i && !(penable_i && pready_o),
                    {psel_i, pwrite_i, paddr_i, pwdata_i})

endmodule

`endif
