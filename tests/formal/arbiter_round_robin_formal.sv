// The arbiter of rtl/common/wf_arbiter_round_robin.sv: a requester that holds its request is
// granted within Requests advances. The module's own assertions cover the rest: one grant, to a
// requester, whenever there is a request. Requests and advances are free.
module arbiter_round_robin_formal #(
  parameter int unsigned Requests = 4
) (
  input logic                clk_i,
  input logic [Requests-1:0] request_i,
  input logic                advance_i
);

  localparam int unsigned CountWidth = wf_pkg::count_width(Requests);
  localparam int unsigned IndexWidth = wf_pkg::index_width(Requests);

  // One cycle of reset.
  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic [Requests-1:0]   grant;
  logic [IndexWidth-1:0] index;
  logic                  valid;

  wf_arbiter_round_robin #(
    .Requests(Requests)
  ) u_arbiter (
    .clk_i    (clk_i),
    .rst_ni   (rst_n),
    .request_i(request_i),
    .advance_i(advance_i),
    .grant_o  (grant),
    .index_o  (index),
    .valid_o  (valid)
  );

  for (genvar i = 0; i < Requests; i++) begin : gen_requester
    // Advances granted to others since this one began to request.
    logic [CountWidth-1:0] passed_q;

    always_ff @(posedge clk_i) begin
      if (!rst_n || !request_i[i] || (advance_i && grant[i])) passed_q <= '0;
      else if (advance_i && 32'(passed_q) < Requests) passed_q <= passed_q + CountWidth'(1);

      if (rst_n) begin
        ServedInTurn: assert (32'(passed_q) < Requests);
        IndexIsGrant: assert (!grant[i] || index == IndexWidth'(i));
        LastInLine: cover (32'(passed_q) == Requests - 1 && grant[i]);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      if (Requests > 1) AllRequest: cover (request_i == '1 && advance_i && !grant[0]);
      Idle: cover (!valid && advance_i);
    end
  end

endmodule
