// One fault per module, which tests/fpga/synthesize.py must refuse. Not part of the library.

module sound (
  input  logic clk_i,
  input  logic d_i,
  output logic q_o
);
  always_ff @(posedge clk_i) q_o <= d_i;
endmodule

module with_latch (
  input  logic enable_i,
  input  logic d_i,
  output logic q_o
);
  always_latch if (enable_i) q_o = d_i;
endmodule

module with_forgotten_else (
  input  logic enable_i,
  input  logic d_i,
  output logic q_o
);
  always_comb if (enable_i) q_o = d_i;
endmodule

module with_loop (
  input  logic d_i,
  output logic q_o
);
  logic a, b;
  assign a = b ^ d_i;
  assign b = ~a;
  assign q_o = a;
endmodule

module with_undriven_net (
  input  logic d_i,
  output logic q_o
);
  logic a;
  assign q_o = a ^ d_i;
endmodule

module with_undriven_output_bit (
  input  logic       d_i,
  output logic [1:0] q_o
);
  assign q_o[0] = d_i;
endmodule

module with_missing_module (
  input  logic d_i,
  output logic q_o
);
  nowhere u_nowhere (.d_i(d_i), .q_o(q_o));
endmodule
