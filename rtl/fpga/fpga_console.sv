// SPDX-License-Identifier: Apache-2.0
//
// Runs on-chip traffic over APB and reports its counters as text on a serial line.
//
// Parameters: Divisor, clock cycles of a bit on the line, at least 1.
// After reset, and when restart_i is high while it is idle, it starts a run, waits for its end,
// and sends 48 lines: a name, padded to 16 characters, a blank, a value in 8 hexadecimal
// digits, a line feed. The last one, `end`, has the sum of the other values modulo 2^32.
// The APB slave must be traffic_control or alike: no wait states, control at address 0.
// busy_o: from the start of a run until the last character is out.
// Combinational paths: none.
`ifndef FPGA_CONSOLE_SV_
`define FPGA_CONSOLE_SV_
`include "wayfarer_assert.svh"

module fpga_console #(
  parameter int unsigned Divisor = 217
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        restart_i,
  output logic        busy_o,
  output logic        tx_o,
  output logic        psel_o,
  output logic        penable_o,
  output logic        pwrite_o,
  output logic [8:0]  paddr_o,
  output logic [31:0] pwdata_o,
  input  logic [31:0] prdata_i
);

  `WF_ASSERT_STATIC(FpgaConsoleLegal, Divisor >= 1)

  localparam logic [5:0] Registers = 6'd11;  // lines of them; counters follow
  localparam logic [5:0] Last      = 6'd47;
  localparam logic [4:0] NameSize  = 5'd16;
  localparam logic [4:0] LineFeed  = 5'd25;

  // Start and Wait are transfers of two cycles, and Read is one for each line.
  typedef enum logic [2:0] {
    Idle,
    Start,
    Wait,
    Read,
    Text
  } state_e;

  state_e        state_q;
  logic          enable_q;
  logic [5:0]    line_q;
  logic [4:0]    place_q;
  logic [127:0]  name, name_q;
  logic [31:0]   value_q, sum_q;
  logic [7:0]    digit, character;
  logic          access, done, ready, sends;

  fpga_names u_names (
    .clk_i (clk_i),
    .rst_ni(rst_ni),
    .line_i(line_q),
    .name_o(name)
  );

  assign digit     = (value_q[31:28] < 4'd10) ? "0" + 8'(value_q[31:28])
                                              : "a" + 8'(value_q[31:28]) - 8'd10;
  assign character = (place_q < NameSize)  ? name_q[127:120] :
                     (place_q == NameSize) ? " " :
                     (place_q == LineFeed) ? 8'h0a : digit;
  assign sends     = state_q == Text && ready;
  assign access    = state_q == Start || state_q == Wait || (state_q == Read && line_q != Last);
  assign done      = enable_q && prdata_i[2:0] == traffic_pkg::PhaseDone;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q  <= Start;
      enable_q <= 1'b0;
      line_q   <= '0;
      place_q  <= '0;
    end else begin
      enable_q <= access && !enable_q;
      case (state_q)
        Start: if (enable_q) state_q <= Wait;
        Wait: begin
          line_q  <= '0;
          place_q <= '0;
          if (done) state_q <= Read;
        end
        Read: if (enable_q || line_q == Last) state_q <= Text;
        Text: if (ready) begin
          place_q <= (place_q == LineFeed) ? '0 : place_q + 5'd1;
          if (place_q == LineFeed) begin
            line_q  <= line_q + 6'd1;
            state_q <= (line_q == Last) ? Idle : Read;
          end
        end
        default: if (restart_i && ready) state_q <= Start;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == Start) begin
      sum_q <= '0;
    end else if (state_q == Read) begin
      name_q <= name;
      if (line_q == Last) begin
        value_q <= sum_q;
      end else if (enable_q) begin
        value_q <= prdata_i;
        sum_q   <= sum_q + prdata_i;
      end
    end else if (sends) begin
      if (place_q < NameSize) name_q <= name_q << 8;
      if (place_q > NameSize) value_q <= value_q << 4;
    end
  end

  fpga_uart #(
    .Divisor(Divisor)
  ) u_uart (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .valid_i(state_q == Text),
    .ready_o(ready),
    .data_i (character),
    .tx_o   (tx_o)
  );

  assign busy_o    = state_q != Idle || !ready;
  assign psel_o    = access;
  assign penable_o = enable_q;
  assign pwrite_o  = state_q == Start;
  assign paddr_o   = (state_q != Read)    ? '0 :
                     (line_q < Registers) ? {1'b0, line_q, 2'b00}
                                          : {1'b1, line_q - Registers, 2'b00};
  assign pwdata_o  = 32'd1;

  `WF_ASSERT(FpgaConsoleEnablesSelected, !penable_o || psel_o)
  `WF_ASSERT_STABLE(FpgaConsoleTransferHeld, psel_o && !penable_o,
                    {psel_o, pwrite_o, paddr_o, pwdata_o})
  `WF_COVER(FpgaConsoleRunGoesOn, state_q == Wait && enable_q && !done)
  `WF_COVER(FpgaConsoleSum, state_q == Read && line_q == Last)
  `WF_COVER(FpgaConsoleCharacterWaits, state_q == Text && !ready)
  `WF_COVER(FpgaConsoleStays, state_q == Idle && ready && !restart_i)
  `WF_COVER(FpgaConsoleRestarts, state_q == Idle && ready && restart_i)
  `WF_COVER(FpgaConsoleRestartWaits, state_q == Idle && !ready && restart_i)

endmodule

`endif
