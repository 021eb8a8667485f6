// A subordinate's side, rtl/axi4/axi4_exit.sv, for any legal requests, any answers, and any readiness:
// what it offers on AR, AW, W and to the network stays until it is taken, and W has its words in
// order, with WLAST in the last of each message.
module axi4_exit_formal (
  input logic                     clk_i,
  input axi4_pkg::word_t          request_i,
  input logic [36:0]              request_data_i,
  input axi4_pkg::subordinate_t   m_axi_i,
  input logic [7:0]               m_axi_rdata_i,
  input logic                     reply_ready_i
);

  function automatic axi4_pkg::axi4_t make_axi4();
    make_axi4           = axi4_pkg::default_axi4();
    make_axi4.AddrWidth = 12;
    make_axi4.DataWidth = 8;
    make_axi4.IdWidth   = 1;
    make_axi4.Beats     = 2;
    make_axi4.Threads   = 1;
    make_axi4.Pending   = 2;
    make_axi4.Terminals = 2;
  endfunction

  localparam axi4_pkg::axi4_t Axi4 = make_axi4();

  // One cycle of reset.
  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  logic                                     request_ready, drop;
  axi4_pkg::manager_t                       m_axi;
  logic [7:0]                               wdata;
  logic                                     wstrb;
  axi4_pkg::word_t                          reply;
  logic [axi4_pkg::reply_width(Axi4)-1:0]   reply_data;

  axi4_exit #(
    .Axi4(Axi4)
  ) u_exit (
    .clk_i          (clk_i),
    .rst_ni         (rst_n),
    .request_i      (request_i),
    .request_data_i (request_data_i),
    .request_ready_o(request_ready),
    .m_axi_o        (m_axi),
    .m_axi_wdata_o  (wdata),
    .m_axi_wstrb_o  (wstrb),
    .m_axi_i        (m_axi_i),
    .m_axi_rdata_i  (m_axi_rdata_i),
    .reply_o        (reply),
    .reply_data_o   (reply_data),
    .reply_ready_i  (reply_ready_i),
    .drop_o         (drop)
  );

  // Words of the message that are in, and data words and messages that W still has to give.
  logic [1:0] words_q, due_q;
  logic       in, data_in, out;

  assign in      = request_i.valid && request_ready;
  assign data_in = in && words_q != 2'd0;
  assign out     = m_axi.w_valid && m_axi_i.w_ready;

  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      words_q <= '0;
      due_q   <= '0;
    end else begin
      if (in) words_q <= request_i.last ? '0 : words_q + 2'd1;
      due_q <= due_q + 2'(data_in) - 2'(out);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      // A read's message is a header, a write's has one or two words of data.
      UserSendsMessages: assume (!request_i.valid ||
          (words_q == 2'd0 ? request_i.last == !request_data_i[0]
                           : request_i.last || words_q < 2'd2));

      ExitDataCounts: assert (m_axi.w_valid == (due_q != 2'd0));

      Answered: cover (reply.valid && reply.last && reply_data[0]);
      ReadAnswered: cover (reply.valid && reply.last && !reply_data[0] && reply_ready_i);
      Dropped: cover (drop);
    end
  end

endmodule
