// Theorem 4 of the ROMM paper for one router: how often a header can be passed over. Input buffers
// ask for a group of output buffers whenever they hold no connection, and keep asking until they
// have one; when connections end is free. `watch_i` chooses the header that is followed.
// WholeMessages: an output buffer that is not empty is not given away; when it is empty is free.
module wormhole_waiting_formal #(
  parameter int unsigned Requests = 3,
  parameter int unsigned Outputs  = 2,
  parameter bit          WholeMessages = 1'b0
) (
  input logic                clk_i,
  input logic [Requests-1:0] ask_i,
  input logic [Outputs-1:0]  end_i,
  input logic [Outputs-1:0]  empty_i,
  input logic [Requests-1:0] watch_i
);

  // Connections of one output buffer that pass the header: the others hold an input buffer each,
  // unless they wait to be empty.
  localparam int unsigned Most = Requests - (WholeMessages ? 1 : Outputs);

  // One cycle of reset.
  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic [Requests-1:0] asks_q, granted, held, ended, watch_q;
  logic [Requests-1:0] select [Outputs];
  logic [Outputs-1:0]  unused_fed, unused_head, ends, owned_q, connects;
  logic [7:0]          passed_q [Outputs];

  wormhole_vc_allocator #(
    .Requests(Requests),
    .Outputs (Outputs)
  ) u_allocator (
    .clk_i     (clk_i),
    .rst_ni    (rst_n),
    .request_i (asks_q),
    .granted_o (granted),
    .occupied_i('1),
    .vacant_i  (WholeMessages ? empty_i : '1),
    .select_o  (select),
    .fed_o     (unused_fed),
    .head_o    (unused_head),
    .room_i    ('1),
    .end_i     (ended)
  );

  logic watched, in_turn;
  assign watched = (asks_q & watch_q & ~granted) != '0;

  always_comb begin
    held    = '0;
    ended   = '0;
    in_turn = 1'b1;
    for (int unsigned l = 0; l < Outputs; l++) begin
      ends[l]     = end_i[l] && select[l] != '0;
      connects[l] = select[l] != '0 && !owned_q[l];
      in_turn &= passed_q[l] <= 8'(Most);
      if (ends[l]) ended |= select[l];
      else         held |= select[l];
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      asks_q  <= '0;
      owned_q <= '0;
      watch_q <= watch_i;
      for (int unsigned l = 0; l < Outputs; l++) passed_q[l] <= '0;
    end else begin
      asks_q <= (asks_q | ask_i) & ~granted & ~held;
      for (int unsigned l = 0; l < Outputs; l++) begin
        owned_q[l]  <= select[l] != '0 && !ends[l];
        passed_q[l] <= watched ? passed_q[l] + 8'(connects[l]) : '0;
      end
    end
  end

  // The first step ends with the reset, so that it is this value for ever.
  always_comb if (!rst_n) OneHeaderIsWatched: assume ($onehot(watch_i));

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      PassedInTurn: assert (in_turn);
      AllPass: cover (passed_q[0] == 8'(Most));
    end
  end

endmodule
