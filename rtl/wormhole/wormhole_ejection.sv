// The delivery lanes of the wormhole router: they have no buffer, and hand the processor what the
// crossbar feeds them, unless it stalls.
//
// stall_i is registered: it holds for the cycle after. Each lane delivers a flit a cycle.
module wormhole_ejection #(
  parameter int unsigned Lanes = 2
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             stall_i,
  input  logic [Lanes-1:0] fed_i,
  output logic [Lanes-1:0] take_o
);

  logic stall_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) stall_q <= 1'b0;
    else         stall_q <= stall_i;
  end

  assign take_o = stall_q ? '0 : fed_i;

endmodule
