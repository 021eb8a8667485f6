// The queue of rtl/stream/stream_fifo_dual_clock.sv between two clocks of any ratio and phase: each
// clock is a free input, so that its edges come at any time, also together with those of the other.
// Words leave in order, each once, unchanged.
//
// A register that samples a pointer while it changes takes the old value, or the new value at a
// later edge. A metastable register can take no other: one bit of the pointer changes at a time
// (WritePointerOneBit, ReadPointerOneBit), and an edge may come just before or just after any
// other.
module stream_fifo_dual_clock_formal #(
  parameter int unsigned Width = 1,
  parameter int unsigned Depth = 4
) (
  input logic             s_clk_i,
  input logic             m_clk_i,
  input logic             valid_i,
  input logic [Width-1:0] data_i,
  input logic             ready_i,
  // Whether to track the word that is taken now.
  input logic             follow_i
);

  localparam int unsigned NumberWidth = wf_pkg::index_width(Depth) + 1;
  typedef logic [NumberWidth-1:0] number_t;

  // Reset: at least 4 cycles of each clock.
  logic [2:0] s_cycles_q = '0;
  logic [2:0] m_cycles_q = '0;
  logic       rst_n;

  always_ff @(posedge s_clk_i) if (!s_cycles_q[2]) s_cycles_q <= s_cycles_q + 3'd1;
  always_ff @(posedge m_clk_i) if (!m_cycles_q[2]) m_cycles_q <= m_cycles_q + 3'd1;
  assign rst_n = s_cycles_q[2] && m_cycles_q[2];

  logic             ready, valid, push, out;
  logic [Width-1:0] data;

  stream_fifo_dual_clock #(
    .Width(Width),
    .Depth(Depth)
  ) u_fifo (
    .arst_ni        (rst_n),
    .s_axis_clk_i   (s_clk_i),
    .s_axis_tvalid_i(valid_i),
    .s_axis_tready_o(ready),
    .s_axis_tdata_i (data_i),
    .m_axis_clk_i   (m_clk_i),
    .m_axis_tvalid_o(valid),
    .m_axis_tready_i(ready_i),
    .m_axis_tdata_o (data)
  );

  assign push = rst_n && valid_i && ready;
  assign out  = rst_n && valid && ready_i;

  // Numbers of words in and out, and one arbitrary word: its number and value, and whether it is
  // out.
  number_t          in_q = '0;
  number_t          out_q = '0;
  number_t          number_q;
  logic             followed_q = 1'b0;
  logic             left_q = 1'b0;
  logic [Width-1:0] word_q;
  number_t          held;  // words in the queue, the output register included

  always_ff @(posedge s_clk_i) begin
    if (push) begin
      in_q <= in_q + number_t'(1);
      if (follow_i && !followed_q) begin
        followed_q <= 1'b1;
        number_q   <= in_q;
        word_q     <= data_i;
      end
    end
  end

  always_ff @(posedge m_clk_i) begin
    if (out) begin
      out_q  <= out_q + number_t'(1);
      left_q <= left_q || (followed_q && out_q == number_q);
    end
  end

  assign held = in_q - out_q;

  // Pointers as the other side samples them.
  number_t write_before_q, read_before_q;
  always_ff @(posedge s_clk_i) write_before_q <= u_fifo.write_gray_q;
  always_ff @(posedge m_clk_i) read_before_q <= u_fifo.read_gray_q;

  always_ff @(posedge m_clk_i) begin
    if (rst_n) begin
      ReadPointerOneBit: assert ($onehot0(read_before_q ^ u_fifo.read_gray_q));
      CrossedNothingInvented: assert (!valid || held != '0);
      CrossedUnchanged: assert (!(valid && followed_q && !left_q && out_q == number_q) ||
                                data == word_q);
    end
  end

  always_ff @(posedge s_clk_i) begin
    if (rst_n) begin
      WritePointerOneBit: assert ($onehot0(write_before_q ^ u_fifo.write_gray_q));
      CrossedHasRoom: assert (!push || 32'(held) <= Depth);
      Full: cover (32'(held) == Depth + 1);
      LastInLeaves: cover (left_q && held == '0);
    end
  end

endmodule
