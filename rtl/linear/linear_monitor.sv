// Deadline monitor of a host: measures the time of each of its periodic messages from release_i to
// delivered_i, and records whether one is later than its deadline.
//
// program_i loads the registers and clears the monitor. A message released in cycle c and delivered
// in cycle t has the response t - c; worst_o is the greatest so far. missed_o rises at the end of
// the cycle in which the oldest message's response is bound to exceed deadline_i (or does), and
// stays; deadline_i = 0: never. outstanding_o counts messages released and not delivered.
// Messages arrive in the order sent and are released every period_i cycles exactly, so that the age
// of the oldest one gives the ages of all. Ages and counts saturate at 2^Width - 1: later results
// are then no longer exact.
// A delivery while no message is outstanding is ignored: it is not one of the periodic messages.
// Illegal: programming while messages of the host are in the network.
`include "wayfarer_assert.svh"

module linear_monitor
  import linear_pkg::*;
#(
  parameter int unsigned Width = CountWidth
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             program_i,
  input  logic [Width-1:0] period_i,
  input  logic [Width-1:0] deadline_i,
  input  logic             release_i,
  input  logic             delivered_i,
  output logic             missed_o,
  output logic [Width-1:0] worst_o,
  output logic [Width-1:0] outstanding_o
);

  `WF_ASSERT_STATIC(LinearMonitorLegal, Width >= 1)

  logic [Width-1:0] period_q, deadline_q;
  logic [Width-1:0] outstanding_q, worst_q;
  logic [Width-1:0] age_q;  // of the oldest message, while one is outstanding
  logic             missed_q;
  logic             waits, delivered, late;

  assign waits     = outstanding_q != '0;
  assign delivered = delivered_i && waits;
  assign late      = waits && deadline_q != '0 &&
                     (delivered ? age_q > deadline_q : age_q >= deadline_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      period_q   <= '0;
      deadline_q <= '0;
    end else if (program_i) begin
      period_q   <= period_i;
      deadline_q <= deadline_i;
    end
  end

  // In the cycle after its release a message is one cycle old, and period cycles younger than the
  // one before it.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !waits) age_q <= Width'(1);
    else if (delivered)    age_q <= age_q - period_q + Width'(1);
    else if (age_q != '1)  age_q <= age_q + Width'(1);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || program_i) begin
      outstanding_q <= '0;
      worst_q       <= '0;
      missed_q      <= 1'b0;
    end else begin
      if (delivered && !release_i) begin
        outstanding_q <= outstanding_q - Width'(1);
      end else if (release_i && !delivered && outstanding_q != '1) begin
        outstanding_q <= outstanding_q + Width'(1);
      end
      if (delivered && age_q > worst_q) worst_q <= age_q;
      if (late) missed_q <= 1'b1;
    end
  end

  assign missed_o      = missed_q;
  assign worst_o       = worst_q;
  assign outstanding_o = outstanding_q;

  `WF_ASSERT(LinearMonitorSecondIsYounger, outstanding_q <= Width'(1) || age_q >= period_q)

endmodule
