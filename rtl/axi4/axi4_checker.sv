// SPDX-License-Identifier: Apache-2.0
//
// Checks the protocol of an AXI4 port, in simulation and in proofs: what is offered on a channel
// stays until it is taken; no INCR burst crosses a multiple of 4096 bytes; W has a beat for each of
// AW, with WLAST in the last of a burst; B and R answer what was asked, with RLAST in the last
// beat.
//
// Parameters: Axi4 (axi4_pkg). IDs are told apart by their low four bits.
// Connect it to the signals of a port; it has no outputs, and no logic in synthesis. At most 255
// bursts wait for an answer.
// Combinational paths: none.
`ifndef AXI4_CHECKER_SV_
`define AXI4_CHECKER_SV_
`include "wayfarer_assert.svh"

module axi4_checker
  import axi4_pkg::*;
#(
  parameter  axi4_t       Axi4      = default_axi4(),
  localparam int unsigned StrbWidth = Axi4.DataWidth / 8
) (
  input logic                      clk_i,
  input logic                      rst_ni,
  input manager_t                  manager_i,
  input logic [Axi4.DataWidth-1:0] wdata_i,
  input logic [StrbWidth-1:0]      wstrb_i,
  input subordinate_t              subordinate_i,
  input logic [Axi4.DataWidth-1:0] rdata_i
);

  `WF_ASSERT_STATIC(Axi4CheckerLegal, axi4_legal(Axi4))

  localparam int unsigned SlotWidth = 4;
  localparam int unsigned Slots     = 1 << SlotWidth;

  function automatic bit in_page(logic [PageWidth-1:0] offset, logic [7:0] len, logic [2:0] size,
                                 logic [1:0] burst);
    logic [16:0] begins, bytes;
    begins  = (17'(offset) >> size) << size;
    bytes   = (17'(len) + 17'd1) << size;
    in_page = burst != Incr || begins + bytes <= 17'd4096;
  endfunction

  logic aw, w, b, ar, r;
  assign aw = manager_i.aw_valid && subordinate_i.aw_ready;
  assign w  = manager_i.w_valid && subordinate_i.w_ready;
  assign b  = subordinate_i.b_valid && manager_i.b_ready;
  assign ar = manager_i.ar_valid && subordinate_i.ar_ready;
  assign r  = subordinate_i.r_valid && manager_i.r_ready;

  // Bursts of AW less those of W, which may be ahead, and the same of beats.
  logic signed [9:0]  ahead_bursts_q;
  logic signed [16:0] ahead_beats_q;
  logic               open_q;  // W is in the middle of a burst
  // By ID: writes and reads without an answer, and the beats of the reads.
  logic [Slots-1:0][7:0]  writes_q, reads_q;
  logic [Slots-1:0][15:0] beats_q;
  // Writes whose data are in less the answers.
  logic signed [9:0] written_q;

  logic [SlotWidth-1:0] aw_slot, b_slot, ar_slot, r_slot;
  assign aw_slot = manager_i.aw.id[SlotWidth-1:0];
  assign b_slot  = subordinate_i.b.id[SlotWidth-1:0];
  assign ar_slot = manager_i.ar.id[SlotWidth-1:0];
  assign r_slot  = subordinate_i.r.id[SlotWidth-1:0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ahead_bursts_q <= '0;
      ahead_beats_q  <= '0;
      open_q         <= 1'b0;
      written_q      <= '0;
    end else begin
      ahead_bursts_q <= ahead_bursts_q + 10'(aw) - 10'(w && manager_i.w_last);
      ahead_beats_q  <= ahead_beats_q + (aw ? 17'(manager_i.aw.len) + 17'd1 : '0) - 17'(w);
      if (w) open_q  <= !manager_i.w_last;
      written_q      <= written_q + 10'(w && manager_i.w_last) - 10'(b);
    end
  end

  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    logic [15:0] asked;
    assign asked = ar && 32'(ar_slot) == s ? 16'(manager_i.ar.len) + 16'd1 : '0;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        writes_q[s] <= '0;
        reads_q[s]  <= '0;
        beats_q[s]  <= '0;
      end else begin
        writes_q[s] <= writes_q[s] + 8'(aw && 32'(aw_slot) == s) - 8'(b && 32'(b_slot) == s);
        reads_q[s]  <= reads_q[s] + 8'(ar && 32'(ar_slot) == s) -
                       8'(r && subordinate_i.r.last && 32'(r_slot) == s);
        beats_q[s]  <= beats_q[s] + asked - 16'(r && 32'(r_slot) == s);
      end
    end
  end

  `WF_ASSERT(Axi4BurstInPage,
             (!manager_i.aw_valid || in_page(manager_i.aw.addr[PageWidth-1:0], manager_i.aw.len,
                                             manager_i.aw.size, manager_i.aw.burst)) &&
             (!manager_i.ar_valid || in_page(manager_i.ar.addr[PageWidth-1:0], manager_i.ar.len,
                                             manager_i.ar.size, manager_i.ar.burst)))
  // Where W has as many bursts as AW, it has as many beats, or more of a burst that is ahead.
  `WF_ASSERT(Axi4LastOfWrite, ahead_bursts_q != '0 ||
                              (open_q ? ahead_beats_q <= 17'sd0 : ahead_beats_q == '0))
  `WF_ASSERT(Axi4WriteAnswered, !subordinate_i.b_valid ||
                                (writes_q[b_slot] != '0 && written_q > 10'sd0))
  `WF_ASSERT(Axi4ReadAnswered, !subordinate_i.r_valid || reads_q[r_slot] != '0)
  // The last beat of all reads is one's last; another leaves a beat for each read.
  `WF_ASSERT(Axi4LastOfRead, !subordinate_i.r_valid ||
                             (subordinate_i.r.last ? beats_q[r_slot] >= 16'(reads_q[r_slot])
                                                   : beats_q[r_slot] > 16'(reads_q[r_slot])))
  `WF_ASSERT_STABLE(Axi4WriteAddressHeld, manager_i.aw_valid && !subordinate_i.aw_ready,
                    {manager_i.aw_valid, manager_i.aw})
  `WF_ASSERT_STABLE(Axi4WriteDataHeld, manager_i.w_valid && !subordinate_i.w_ready,
                    {manager_i.w_valid, manager_i.w_last, wdata_i, wstrb_i})
  `WF_ASSERT_STABLE(Axi4WriteAnswerHeld, subordinate_i.b_valid && !manager_i.b_ready,
                    {subordinate_i.b_valid, subordinate_i.b})
  `WF_ASSERT_STABLE(Axi4ReadAddressHeld, manager_i.ar_valid && !subordinate_i.ar_ready,
                    {manager_i.ar_valid, manager_i.ar})
  `WF_ASSERT_STABLE(Axi4ReadDataHeld, subordinate_i.r_valid && !manager_i.r_ready,
                    {subordinate_i.r_valid, subordinate_i.r, rdata_i})
  `WF_COVER(Axi4CheckerDataAhead, ahead_bursts_q < 10'sd0)
  `WF_COVER(Axi4CheckerDataBehind, ahead_bursts_q > 10'sd0)
  `WF_COVER(Axi4CheckerReadsAlternate, r && !subordinate_i.r.last && $countones(reads_q) > 1)

endmodule

`endif
