// SPDX-License-Identifier: Apache-2.0
//
// A console with an AXI4 port: the bytes of a write, lowest first, come out as characters. A burst comes
// out as a whole. It has nothing to read.
module soc_console (
  input  logic        clk,
  input  logic        rst_n,
  input  logic        awvalid,
  output logic        awready,
  input  logic        wvalid,
  output logic        wready,
  input  logic [31:0] wdata,
  input  logic [3:0]  wstrb,
  input  logic        wlast,
  output logic        bvalid,
  input  logic        bready,
  // The characters.
  output logic        char_valid,
  output logic [7:0]  char_data
);

  logic        writing, last;
  logic [31:0] bytes;
  logic [3:0]  left;  // bytes of the word that are not yet out

  assign awready    = !writing && !bvalid;
  assign wready     = writing && left == 4'd0 && !last;
  assign char_valid = left[0];
  assign char_data       = bytes[7:0];

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      writing <= 1'b0;
      last    <= 1'b0;
      left    <= 4'd0;
      bvalid  <= 1'b0;
    end else begin
      if (awvalid && awready) writing <= 1'b1;
      if (bvalid && bready) bvalid <= 1'b0;
      if (wvalid && wready) begin
        bytes <= wdata;
        left  <= wstrb;
        last  <= wlast;
      end else if (left != 4'd0) begin
        bytes <= bytes >> 8;
        left  <= left >> 1;
      end else if (last) begin
        last    <= 1'b0;
        writing <= 1'b0;
        bvalid  <= 1'b1;
      end
    end
  end

endmodule
