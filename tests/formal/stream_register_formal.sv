// The register slice of rtl/stream/stream_register.sv, for any stream that keeps the protocol and any
// TREADY: words leave in order, each once, unchanged.
module stream_register_formal #(
  parameter int unsigned Width = 2
) (
  input logic             clk_i,
  input logic             valid_i,
  input logic [Width-1:0] data_i,
  input logic             ready_i,
  // Whether to track the word that is taken now.
  input logic             follow_i
);

  // One cycle of reset.
  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic             ready, valid;
  logic [Width-1:0] data;

  stream_register #(
    .Width(Width)
  ) u_register (
    .clk_i          (clk_i),
    .rst_ni         (rst_n),
    .s_axis_tvalid_i(valid_i),
    .s_axis_tready_o(ready),
    .s_axis_tdata_i (data_i),
    .m_axis_tvalid_o(valid),
    .m_axis_tready_i(ready_i),
    .m_axis_tdata_o (data)
  );

  // Words inside, counted here; and one arbitrary word: words before it, and its value.
  logic [1:0]       count_q, before_q;
  logic             followed_q, inside_q;
  logic [Width-1:0] word_q;
  logic             push, out;

  assign push = valid_i && ready;
  assign out  = valid && ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      count_q    <= '0;
      followed_q <= 1'b0;
      inside_q   <= 1'b0;
    end else begin
      count_q <= count_q + 2'(push) - 2'(out);
      if (!followed_q) begin
        followed_q <= push && follow_i;
        inside_q   <= push && follow_i;
        before_q   <= count_q - 2'(out);
        word_q     <= data_i;
      end else if (inside_q && out) begin
        inside_q <= before_q != '0;
        before_q <= before_q - 2'd1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      RegisterCounts: assert (valid == (count_q != '0) && ready == (count_q != 2'd2));
      RegisterWordUnchanged: assert (!(inside_q && before_q == '0) || data == word_q);

      Full: cover (count_q == 2'd2);
      FullThroughput: cover (push && out && count_q == 2'd1);
      LastInLeaves: cover (followed_q && !inside_q && count_q == '0);
    end
  end

endmodule
