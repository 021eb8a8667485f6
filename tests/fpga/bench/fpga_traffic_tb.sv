// A small m-way mesh with on-chip traffic in any simulator: fails if a message is lost, doubled, altered
// or comes to the wrong terminal, or if the run does not end.
module fpga_traffic_tb;
  import traffic_pkg::*;

  localparam int Longest = 100_000;  // cycles; the run has 20,000 and then drains

  logic        clk   = 1'b0;
  logic        rst_n = 1'b0;
  logic        psel, penable, pwrite, failed;
  logic [8:0]  paddr;
  logic [31:0] pwdata, prdata;
  phase_e      phase;

  always #5 clk = !clk;

  fpga_traffic #(
    .K0(3),
    .K1(2)
  ) u_network (
    .clk_i    (clk),
    .rst_ni   (rst_n),
    .psel_i   (psel),
    .penable_i(penable),
    .pwrite_i (pwrite),
    .paddr_i  (paddr),
    .pwdata_i (pwdata),
    .prdata_o (prdata),
    .pready_o (),
    .pslverr_o(),
    .phase_o  (phase),
    .failed_o (failed),
    .ready_o  ()
  );

  // Starts the run.
  fpga_board #(
    .Divisor(1)
  ) u_board (
    .clk_i    (clk),
    .rst_ni   (rst_n),
    .button_i (1'b0),
    .tx_o     (),
    .led_o    (),
    .psel_o   (psel),
    .penable_o(penable),
    .pwrite_o (pwrite),
    .paddr_o  (paddr),
    .pwdata_o (pwdata),
    .prdata_i (prdata),
    .phase_i  (phase),
    .failed_i (failed)
  );

  initial begin
    repeat (5) @(posedge clk);
    rst_n <= 1'b1;
    for (int cycle = 0; phase != PhaseDone; cycle++) begin
      if (cycle == Longest) $fatal(1, "the run does not end");
      @(posedge clk);
    end
    if (failed) $fatal(1, "the run has failed");
    $display("every message arrived once, unaltered");
    $finish;
  end

endmodule
