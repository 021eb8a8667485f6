// A manager's side, rtl/axi4/axi4_entry.sv, for any manager, any readiness, and any replies to what
// was asked: what it offers on B, R and to the network stays until it is taken, a write has its data
// when it begins, and a thread never has more outstanding than it may.
module axi4_entry_formal (
  input logic                 clk_i,
  input axi4_pkg::manager_t   s_axi_i,
  input logic [7:0]           s_axi_wdata_i,
  input logic                 s_axi_wstrb_i,
  input logic                 request_ready_i,
  input axi4_pkg::word_t      reply_i,
  input logic [12:0]          reply_data_i
);

  // Addresses from 2^18 on are in no region.
  function automatic axi4_pkg::axi4_t make_axi4();
    make_axi4             = axi4_pkg::default_axi4();
    make_axi4.AddrWidth   = 19;
    make_axi4.DataWidth   = 8;
    make_axi4.IdWidth     = 1;
    make_axi4.Beats       = 2;
    make_axi4.Threads     = 2;
    make_axi4.Outstanding = 2;
  endfunction

  localparam axi4_pkg::axi4_t Axi4 = make_axi4();

  // One cycle of reset.
  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  axi4_pkg::subordinate_t                   s_axi;
  logic [7:0]                               rdata;
  axi4_pkg::word_t                          request;
  logic [axi4_pkg::request_width(Axi4)-1:0] request_data;
  logic                                     reply_ready;

  axi4_entry #(
    .Axi4(Axi4)
  ) u_entry (
    .clk_i          (clk_i),
    .rst_ni         (rst_n),
    .s_axi_i        (s_axi_i),
    .s_axi_wdata_i  (s_axi_wdata_i),
    .s_axi_wstrb_i  (s_axi_wstrb_i),
    .s_axi_o        (s_axi),
    .s_axi_rdata_o  (rdata),
    .request_o      (request),
    .request_data_o (request_data),
    .request_ready_i(request_ready_i),
    .reply_i        (reply_i),
    .reply_data_i   (reply_data_i),
    .reply_ready_o  (reply_ready)
  );

  // Messages without a reply, by kind and ID; what the words on the networks belong to.
  logic [1:0] count_q [4];
  logic       inside_q, reply_inside_q;
  logic [1:0] kind, reply_kind, reply_kind_q;
  logic       starts, ends;

  assign kind       = {request_data[0], request_data[2]};
  assign reply_kind = {reply_data_i[0], reply_data_i[2]};
  assign starts     = request.valid && request_ready_i && !inside_q;
  assign ends       = reply_i.valid && reply_ready && reply_i.last;

  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      for (int k = 0; k < 4; k++) count_q[k] <= '0;
      inside_q       <= 1'b0;
      reply_inside_q <= 1'b0;
    end else begin
      for (int k = 0; k < 4; k++)
        count_q[k] <= count_q[k] + 2'(starts && 32'(kind) == k) - 2'(ends && 32'(reply_kind) == k);
      if (request.valid && request_ready_i) inside_q <= !request.last;
      if (reply_i.valid && reply_ready) begin
        reply_inside_q <= !reply_i.last;
        reply_kind_q   <= reply_kind;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_n) begin
      NetworkAnswersRequests: assume (!reply_i.valid || count_q[reply_kind] != 2'd0);
      NetworkKeepsMessages: assume (!reply_i.valid || !reply_inside_q || reply_kind == reply_kind_q);
      NetworkAnswersWritesOnce: assume (!reply_i.valid || !reply_data_i[0] || reply_i.last);

      EntryKeepsLimit: assert (32'(count_q[0]) <= Axi4.Outstanding &&
                               32'(count_q[1]) <= Axi4.Outstanding &&
                               32'(count_q[2]) <= Axi4.Outstanding &&
                               32'(count_q[3]) <= Axi4.Outstanding);

      WriteSent: cover (request.valid && request.last && request_data != '0 && inside_q);
      ReadAnswered: cover (s_axi.r_valid && s_axi.r.last && s_axi.r.resp == axi4_pkg::Okay);
      ReadRefused: cover (s_axi.r_valid && s_axi.r.last && s_axi.r.resp == axi4_pkg::DecodeError);
      WriteRefused: cover (s_axi.b_valid && s_axi.b.resp == axi4_pkg::DecodeError);
    end
  end

endmodule
