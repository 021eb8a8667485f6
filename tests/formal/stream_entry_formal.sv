// The queue of rtl/stream/stream_entry.sv, for any words offered at any time and any pops: exactly the
// words of legal messages come out, in order and unchanged. Whether a message is legal is computed
// here from all of its words.
module stream_entry_formal #(
  parameter int unsigned Width     = 1,
  parameter int unsigned MaxWords  = 2,
  parameter int unsigned Depth     = 3,
  parameter int unsigned Terminals = 2
) (
  input logic             clk_i,
  input logic             valid_i,
  input logic [Width-1:0] data_i,
  input logic [15:0]      dest_i,
  input logic             last_i,
  input logic             pop_i,
  // Whether to track the word that is taken now.
  input logic             follow_i
);

  localparam int unsigned CountWidth = wf_pkg::count_width(MaxWords);
  localparam int unsigned LevelWidth = wf_pkg::count_width(Depth) + 1;

  // One cycle of reset.
  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic                  ready, valid, last;
  logic [3:0]            drop;
  logic [15:0]           dest;
  logic [CountWidth-1:0] words, place;
  logic [Width-1:0]      data;

  stream_entry #(
    .Width    (Width),
    .MaxWords (MaxWords),
    .Depth    (Depth),
    .Terminals(Terminals)
  ) u_entry (
    .clk_i          (clk_i),
    .rst_ni         (rst_n),
    .s_axis_tvalid_i(valid_i),
    .s_axis_tready_o(ready),
    .s_axis_tdata_i (data_i),
    .s_axis_tdest_i (dest_i),
    .s_axis_tlast_i (last_i),
    .drop_o         (drop),
    .valid_o        (valid),
    .dest_o         (dest),
    .words_o        (words),
    .place_o        (place),
    .data_o         (data),
    .last_o         (last),
    .pop_i          (pop_i)
  );

  // The message on the stream: words so far, and whether it can still be legal.
  logic [CountWidth-1:0] sent_q;
  logic                  bad_q;
  logic [15:0]           dest_q;
  logic                  taken, bad, commit;
  // Words of legal messages that have not been popped.
  logic [LevelWidth-1:0] level_q;
  // One arbitrary word, from the cycle in which it is taken: words before it, and what it is.
  logic                  followed_q, inside_q, complete_q;
  logic [LevelWidth-1:0] before_q;
  logic [Width-1:0]      word_q;
  logic                  last_q;
  logic [15:0]           to_q;
  logic [CountWidth-1:0] place_q;

  assign taken  = valid_i && ready;
  assign bad    = bad_q || (sent_q == '0 ? 32'(dest_i) >= Terminals : dest_i != dest_q) ||
                  (32'(sent_q) + 1 == MaxWords && !last_i);
  assign commit = taken && last_i && !bad;

  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      sent_q     <= '0;
      bad_q      <= 1'b0;
      level_q    <= '0;
      followed_q <= 1'b0;
      inside_q   <= 1'b0;
      complete_q <= 1'b0;
    end else begin
      level_q <= level_q + (commit ? LevelWidth'(sent_q) + LevelWidth'(1) : '0) -
                 LevelWidth'(pop_i);
      if (taken) begin
        if (sent_q == '0) dest_q <= dest_i;
        sent_q <= last_i ? '0 : (32'(sent_q) < MaxWords ? sent_q + CountWidth'(1) : sent_q);
        bad_q  <= bad && !last_i;
      end
      if (!followed_q) begin
        if (taken && follow_i && !bad) begin
          followed_q <= 1'b1;
          inside_q   <= 1'b1;
          complete_q <= last_i;
          before_q   <= level_q + LevelWidth'(sent_q) - LevelWidth'(pop_i);
          word_q     <= data_i;
          last_q     <= last_i;
          to_q       <= dest_i;
          place_q    <= sent_q;
        end
      end else if (inside_q) begin
        if (taken && !complete_q && bad) inside_q <= 1'b0;  // its message is dropped
        else if (pop_i && before_q == '0) inside_q <= 1'b0;
        if (commit) complete_q <= 1'b1;
        if (pop_i) before_q <= before_q - LevelWidth'(1);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      UserPopsWords: assume (!pop_i || valid);

      EntryShowsComplete: assert (valid == (level_q != '0));
      EntryWordUnchanged: assert (!(inside_q && complete_q && before_q == '0) ||
                                  (valid && data == word_q && last == last_q && dest == to_q &&
                                   place == place_q));

      Full: cover (32'(level_q) == Depth);
      FollowedLeaves: cover (followed_q && complete_q && !inside_q && place_q != '0);
      FollowedDropped: cover (followed_q && !complete_q && !inside_q);
      DroppedOutside: cover (drop[stream_pkg::DropDestination]);
      DroppedOversized: cover (drop[stream_pkg::DropOversized]);
      DroppedChanged: cover (drop[stream_pkg::DropChanged]);
      Withdrawn: cover (drop[stream_pkg::DropWithdrawn]);
    end
  end

endmodule
