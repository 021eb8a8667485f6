// SPDX-License-Identifier: Apache-2.0
//
// A memory of 32-bit words with an AXI4 port: INCR bursts, one read and one write at a time.
module soc_memory #(
  parameter int unsigned Words = 1024
) (
  input  logic        clk,
  input  logic        rst_n,
  // Write address, data and response.
  input  logic        awvalid,
  output logic        awready,
  input  logic [31:0] awaddr,
  input  logic        wvalid,
  output logic        wready,
  input  logic [31:0] wdata,
  input  logic [3:0]  wstrb,
  input  logic        wlast,
  output logic        bvalid,
  input  logic        bready,
  // Read address and data.
  input  logic        arvalid,
  output logic        arready,
  input  logic [31:0] araddr,
  input  logic [7:0]  arlen,
  output logic        rvalid,
  input  logic        rready,
  output logic [31:0] rdata,
  output logic        rlast
);

  localparam int unsigned IndexWidth = $clog2(Words);

  logic [31:0]           memory [Words];
  logic                  writing, reading;
  logic [IndexWidth-1:0] write_index, read_index;
  logic [7:0]            left;

  // A region may be larger than the memory, which then occurs in it again and again.
  logic unused;
  assign unused = ^{awaddr, araddr};

  assign awready = !writing && !bvalid;
  assign wready  = writing;

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      writing <= 1'b0;
      bvalid  <= 1'b0;
    end else begin
      if (awvalid && awready) begin
        writing     <= 1'b1;
        write_index <= awaddr[2+:IndexWidth];
      end
      if (wvalid && wready) begin
        write_index <= write_index + IndexWidth'(1);
        writing     <= !wlast;
        bvalid      <= wlast;
      end else if (bready) begin
        bvalid <= 1'b0;
      end
    end
  end

  for (genvar b = 0; b < 4; b++) begin : gen_byte
    always_ff @(posedge clk) begin
      if (wvalid && wready && wstrb[b]) memory[write_index][8*b+:8] <= wdata[8*b+:8];
    end
  end

  assign arready = !reading;
  assign rvalid  = reading;
  assign rdata   = memory[read_index];
  assign rlast   = left == 8'd0;

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      reading <= 1'b0;
    end else if (arvalid && arready) begin
      reading    <= 1'b1;
      read_index <= araddr[2+:IndexWidth];
      left       <= arlen;
    end else if (rvalid && rready) begin
      reading    <= !rlast;
      read_index <= read_index + IndexWidth'(1);
      left       <= left - 8'd1;
    end
  end

endmodule
