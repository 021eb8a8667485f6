// SPDX-License-Identifier: Apache-2.0
//
// The arbitration of an m-way channel alone, for placement: an arbiter for each of `Members` drivers
// and their wired-OR priority lines, here gates. From register to register its longest path is the
// settling of the lines: from the current driver's number over all lines to the next number.
//
// Latency: one cycle, that of mway_arbiter. Illegal: as there.
`ifndef MWAY_ARBITRATION_SV_
`define MWAY_ARBITRATION_SV_

module mway_arbitration
  import mway_pkg::*;
#(
  parameter int unsigned Members = 5,  // 2 to 16
  localparam int unsigned Lines = wf_pkg::index_width(Members)
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [Members-1:0] request_i,
  output logic [Members-1:0] enable_o
);

  logic [Members-1:0] po3;
  logic [Members-1:0] po2;
  logic [Members-1:0] po1;
  logic [Members-1:0] po0;
  logic               s3;
  logic               s2;
  logic               s1;
  logic               s0;

  assign s3 = |po3;
  assign s2 = |po2;
  assign s1 = |po1;
  assign s0 = |po0;

  for (genvar i = 0; i < Members; i++) begin : gen_member
    mway_arbiter #(
      .Lines(Lines)
    ) u_arbiter (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .id_i     (driver_t'(i)),
      .request_i(request_i[i]),
      .s3_i     (s3),
      .s2_i     (s2),
      .s1_i     (s1),
      .s0_i     (s0),
      .po3_o    (po3[i]),
      .po2_o    (po2[i]),
      .po1_o    (po1[i]),
      .po0_o    (po0[i]),
      .driver_o (),
      .enable_o (enable_o[i])
    );
  end

endmodule

`endif
