// SPDX-License-Identifier: Apache-2.0
//
// Control of on-chip traffic: the phases of a run, its settings, and an APB slave to all of it.
//
// Parameters: Terminals, 2 to traffic_pkg::MaxTerminals; Settings, after reset.
// A run: clear (64 cycles, or one a terminal if these are more), run (`cycles` cycles, 0: until
// stopped), drain (until 16 cycles pass in which no message is missing and no word is offered or
// moves, or 4096 in which none moves), done. now_o counts cycles modulo 2^16, from 0 at the first
// of clear.
// APB, no wait states, 32 bits, byte addresses:
//   000  write: bit 0 starts a run if none is on; bit 1 ends phase run.
//        read: phase (2:0, traffic_pkg::phase_e), failed (3): an error, a drop, a saturated
//        counter, or missing messages at the end
//   004  terminals
//   008  pattern
//   00c  load
//   010  hot (15:0), hot_share (31:16)
//   014  turn_off (15:0), turn_on (31:16)
//   018  least (7:0), most (15:8)
//   01c  cycles
//   020  seed
//   024  saturated counters 31..0
//   028  saturated counters from 32 on
//   100 + 4 n  counter n (traffic_pkg::Count*)
// pslverr_o: an address that does not exist, a write to a register that cannot be written, to a
// setting during a run, or a start during a run. Such writes are ignored, and such reads give 0.
// Combinational paths:
//   paddr_i -> index_o
//   missing_i, failed_i -> failed_o
`ifndef TRAFFIC_CONTROL_SV_
`define TRAFFIC_CONTROL_SV_
`include "wayfarer_assert.svh"

module traffic_control
  import traffic_pkg::*;
#(
  parameter int unsigned Terminals = 16,
  parameter settings_t   Settings  = default_settings(),
  localparam int unsigned IndexWidth = wf_pkg::index_width(Counters)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  psel_i,
  input  logic                  penable_i,
  input  logic                  pwrite_i,
  input  logic [8:0]            paddr_i,
  input  logic [31:0]           pwdata_i,
  output logic [31:0]           prdata_o,
  output logic                  pready_o,
  output logic                  pslverr_o,
  output phase_e                phase_o,
  output stamp_t                now_o,
  output settings_t             settings_o,
  input  logic                  offered_i,  // a source offers a word
  input  logic                  moved_i,    // a word was sent or received
  // Counters.
  output logic [IndexWidth-1:0] index_o,
  input  logic [31:0]           value_i,
  input  logic [Counters-1:0]   saturated_i,
  input  logic                  missing_i,
  input  logic                  failed_i,
  output logic                  failed_o
);

  `WF_ASSERT_STATIC(TrafficControlLegal, Terminals >= 2 && Terminals <= MaxTerminals)

  localparam int unsigned ClearCycles = (Terminals > 64) ? Terminals : 64;
  localparam int unsigned QuietWidth  = 12;
  localparam int unsigned SettledBit  = 4;

  phase_e      phase_q;
  stamp_t      now_q;
  settings_t   settings_q;
  logic [31:0] left_q;
  logic [QuietWidth-1:0] quiet_q;
  logic        settled, starts, stops, still;

  // APB: decoded in the first cycle of a transfer.
  logic        setup, counter, write_q, error, error_q;
  logic [5:0]  number, number_q;
  logic [31:0] read, read_q;

  assign setup   = psel_i && !penable_i;
  assign counter = paddr_i[8];
  assign number  = paddr_i[7:2];
  assign index_o = paddr_i[2+:IndexWidth];
  assign still   = phase_q == PhaseIdle || phase_q == PhaseDone;

  always_comb begin
    read  = '0;
    error = pwrite_i;
    if (counter) begin
      read  = value_i;
      error = pwrite_i || 32'(number) >= Counters;
    end else begin
      case (number)
        6'd0: begin
          read  = 32'({failed_o, phase_q});
          error = pwrite_i && pwdata_i[0] && !still;
        end
        6'd1: read = Terminals;
        6'd2: read = 32'(settings_q.pattern);
        6'd3: read = 32'(settings_q.load);
        6'd4: read = {settings_q.hot_share, settings_q.hot};
        6'd5: read = {settings_q.turn_on, settings_q.turn_off};
        6'd6: read = {16'd0, settings_q.most, settings_q.least};
        6'd7: read = settings_q.cycles;
        6'd8: read = settings_q.seed;
        6'd9: read = saturated_i[31:0];
        6'd10: read = 32'(saturated_i[Counters-1:32]);
        default: error = 1'b1;
      endcase
      if (number >= 6'd2 && number <= 6'd8) error = pwrite_i && !still;
    end
    if (paddr_i[1:0] != '0) error = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q <= 1'b0;
      error_q <= 1'b0;
    end else begin
      write_q <= setup && pwrite_i && !error && !counter;
      error_q <= setup && error;
    end
  end

  always_ff @(posedge clk_i) begin
    number_q <= number;
    read_q   <= (error || pwrite_i) ? '0 : read;
  end

  assign prdata_o  = read_q;
  assign pslverr_o = error_q;
  assign pready_o  = 1'b1;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      settings_q <= Settings;
    end else if (write_q) begin
      case (number_q)
        6'd2: settings_q.pattern <= pwdata_i[2:0];
        6'd3: settings_q.load <= pwdata_i[15:0];
        6'd4: {settings_q.hot_share, settings_q.hot} <= pwdata_i;
        6'd5: {settings_q.turn_on, settings_q.turn_off} <= pwdata_i;
        6'd6: {settings_q.most, settings_q.least} <= pwdata_i[15:0];
        6'd7: settings_q.cycles <= pwdata_i;
        6'd8: settings_q.seed <= pwdata_i;
        default: ;
      endcase
    end
  end

  // Phases.
  assign starts  = write_q && number_q == '0 && pwdata_i[0];
  assign stops   = write_q && number_q == '0 && pwdata_i[1];
  assign settled = (quiet_q[SettledBit] && !missing_i && !offered_i) || quiet_q == '1;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      phase_q <= PhaseIdle;
      now_q   <= '0;
      left_q  <= '0;
      quiet_q <= '0;
    end else begin
      now_q   <= starts ? '0 : now_q + stamp_t'(1);
      left_q  <= (phase_q == PhaseRun) ? left_q - 32'd1 : settings_q.cycles;
      quiet_q <= (moved_i || phase_q != PhaseDrain) ? '0 : quiet_q + QuietWidth'(1);
      case (phase_q)
        PhaseClear: if (32'(now_q) == ClearCycles - 1) phase_q <= PhaseRun;
        PhaseRun:   if (left_q == 32'd1 || stops) phase_q <= PhaseDrain;
        PhaseDrain: if (settled) phase_q <= PhaseDone;
        default:    if (starts) phase_q <= PhaseClear;
      endcase
    end
  end

  assign phase_o    = phase_q;
  assign now_o      = now_q;
  assign settings_o = settings_q;
  assign failed_o   = failed_i || (phase_q == PhaseDone && missing_i);

  `WF_ASSERT(TrafficControlPhaseExists, phase_q <= PhaseDone)
  `WF_ASSERT(TrafficControlReadsOrFails, !(pslverr_o && prdata_o != '0))

endmodule

`endif
