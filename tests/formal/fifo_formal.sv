// The queue of rtl/common/wf_fifo.sv: words leave in the order in which they came, unchanged, and the
// level is their number. The user is free within the contract: it does not push into a full queue
// without a pop, nor pop an empty one.
module fifo_formal #(
  parameter int unsigned Width = 3,
  parameter int unsigned Depth = 1
) (
  input logic             clk_i,
  input logic             push_i,
  input logic [Width-1:0] data_i,
  input logic             pop_i,
  // Whether to track the word that enters now.
  input logic             follow_i
);

  localparam int unsigned LevelWidth = wf_pkg::count_width(Depth);

  // One cycle of reset.
  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic [Width-1:0]      data;
  logic [LevelWidth-1:0] level;
  logic                  full, empty;

  wf_fifo #(
    .Width(Width),
    .Depth(Depth)
  ) u_fifo (
    .clk_i  (clk_i),
    .rst_ni (rst_n),
    .push_i (push_i),
    .data_i (data_i),
    .pop_i  (pop_i),
    .data_o (data),
    .level_o(level),
    .full_o (full),
    .empty_o(empty)
  );

  // Words inside, counted here; and one arbitrary word, tracked from its entry: the number of words
  // before it, and its value.
  logic [LevelWidth-1:0] count_q, before_q;
  logic                  followed_q, inside_q;
  logic [Width-1:0]      word_q;

  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      count_q    <= '0;
      followed_q <= 1'b0;
      inside_q   <= 1'b0;
    end else begin
      count_q <= count_q + LevelWidth'(push_i) - LevelWidth'(pop_i);
      if (!followed_q) begin
        followed_q <= push_i && follow_i;
        inside_q   <= push_i && follow_i;
        before_q   <= count_q - LevelWidth'(pop_i);
        word_q     <= data_i;
      end else if (inside_q && pop_i) begin
        inside_q <= before_q != '0;
        before_q <= before_q - LevelWidth'(1);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      UserPushesWithRoom: assume (!push_i || !full || pop_i);
      UserPopsWords: assume (!pop_i || !empty);

      LevelCounts: assert (level == count_q && full == (32'(count_q) == Depth) &&
                           empty == (count_q == '0));
      FollowedUnchanged: assert (!(inside_q && before_q == '0) || data == word_q);

      Full: cover (full);
      FullPushPop: cover (full && push_i && pop_i);
      LastInLeaves: cover (followed_q && !inside_q && empty);
      if (Depth > 1) FollowedBehind: cover (inside_q && 32'(before_q) == Depth - 1);
    end
  end

endmodule
