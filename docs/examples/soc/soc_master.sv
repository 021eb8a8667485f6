// SPDX-License-Identifier: Apache-2.0
//
// A manager that puts a line of text into a memory, reads it back, and writes what it has read to a
// console, again and again. Each of the three is one AXI4 burst.
module soc_master #(
  parameter int unsigned          Words   = 4,
  parameter logic [Words*32-1:0]  Text    = '0,  // the first character lowest
  parameter logic [31:0]          Memory  = 32'h0,
  parameter logic [31:0]          Console = 32'h0
) (
  input  logic        clk,
  input  logic        rst_n,
  output logic        awvalid,
  input  logic        awready,
  output logic [31:0] awaddr,
  output logic        wvalid,
  input  logic        wready,
  output logic [31:0] wdata,
  output logic        wlast,
  input  logic        bvalid,
  output logic        bready,
  output logic        arvalid,
  input  logic        arready,
  output logic [31:0] araddr,
  output logic [7:0]  len,
  input  logic        rvalid,
  output logic        rready,
  input  logic [31:0] rdata,
  input  logic        rlast
);

  typedef enum logic [1:0] {Store, Load, Print} step_e;

  step_e                        step;
  logic                         address_done;  // AW or AR has been taken
  logic                         data_done;     // and all of W
  logic [$clog2(Words+1)-1:0]   word;
  logic [Words-1:0][31:0]       line;          // what has been read

  assign len     = 8'(Words - 1);
  assign awaddr  = step == Store ? Memory : Console;
  assign araddr  = Memory;
  assign awvalid = step != Load && !address_done;
  assign arvalid = step == Load && !address_done;
  assign wvalid  = step != Load && !data_done;
  assign wdata   = step == Store ? Text[32*word+:32] : line[word];
  assign wlast   = 32'(word) == Words - 1;
  assign bready  = 1'b1;
  assign rready  = 1'b1;

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      step         <= Store;
      address_done <= 1'b0;
      data_done    <= 1'b0;
      word         <= '0;
    end else begin
      if ((awvalid && awready) || (arvalid && arready)) address_done <= 1'b1;
      if ((wvalid && wready) || rvalid) word <= word + 1'b1;
      if (wvalid && wready && wlast) data_done <= 1'b1;
      if (bvalid || (rvalid && rlast)) begin
        step         <= step == Store ? Load : step == Load ? Print : Store;
        address_done <= 1'b0;
        data_done    <= 1'b0;
        word         <= '0;
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rvalid) line[word] <= rdata;
  end

endmodule
