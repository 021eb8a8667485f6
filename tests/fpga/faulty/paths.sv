// Every kind of path that tests/fpga/paths.py tells apart; the test fpga_paths_refuses alters the list.
// Combinational paths:
//   address_i -> asynchronous_o
//   low_i -> fields_o
//   add_i -> carry_o
//   a_i -> through_o (Through=1)
//   select_i, case_i -> case_o
module paths #(
  parameter bit Through = 1'b0
) (
  input  logic       clk_i,
  input  logic [1:0] address_i,
  input  logic       a_i,
  input  logic       low_i,
  input  logic [3:0] add_i,
  input  logic [1:0] select_i,
  input  logic [3:0] case_i,
  output logic       asynchronous_o,
  output logic       synchronous_o,
  output logic [1:0] fields_o,
  output logic       high_o,
  output logic       carry_o,
  output logic       through_o,
  output logic       case_o
);

  // A memory's read is combinational from the address, not from the data written.
  logic [3:0] memory;
  always_ff @(posedge clk_i) memory[address_i] <= a_i;
  assign asynchronous_o = memory[address_i];
  always_ff @(posedge clk_i) synchronous_o <= memory[address_i];

  // The bits of a vector are apart.
  logic       high_q;
  logic [1:0] both;
  always_ff @(posedge clk_i) high_q <= a_i;
  assign both     = {high_q, low_i} & {2{synchronous_o}};
  assign high_o   = both[1];
  assign fields_o = {2{both[0]}};

  logic [4:0] sum;
  assign sum     = {1'b0, add_i} + {4'b0, high_q};
  assign carry_o = sum[4];

  assign through_o = Through ? a_i : high_q;
  assign case_o    = case_i[select_i];

endmodule
