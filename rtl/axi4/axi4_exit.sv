// SPDX-License-Identifier: Apache-2.0
//
// A subordinate's side of a network: requests of a network become transactions of an AXI4 port, and
// the subordinate's answers leave as messages of a network for replies.
//
// Parameters: Axi4 (axi4_pkg).
// request: messages of axi4_entry, whose terminal is the manager's. m_axi: their bursts, in the
// order of arrival, all with ID 0, so that the subordinate answers in order. reply: a word for
// each beat of R, one for each B (axi4_pkg), to the request's terminal with its ID.
// At most Pending reads and Pending writes wait for their answer. R and B are taken whether or not
// further requests are.
// drop_o is high for a cycle after an answer that no request asks for, which is dropped.
// Latency: AW and AR come 1 cycle after the header, W 1 cycle after its word; a reply's first word
// 2 cycles after R, 2 cycles after B. Throughput: a word per cycle; a cycle between two replies.
// Combinational paths: none.
`ifndef AXI4_EXIT_SV_
`define AXI4_EXIT_SV_
`include "wayfarer_assert.svh"

module axi4_exit
  import axi4_pkg::*;
#(
  parameter  axi4_t       Axi4         = default_axi4(),
  localparam int unsigned StrbWidth    = Axi4.DataWidth / 8,
  localparam int unsigned RequestWidth = request_width(Axi4),
  localparam int unsigned ReplyWidth   = reply_width(Axi4)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  word_t                       request_i,
  input  logic [RequestWidth-1:0]     request_data_i,
  output logic                        request_ready_o,
  output manager_t                    m_axi_o,
  output logic [Axi4.DataWidth-1:0] m_axi_wdata_o,
  output logic [StrbWidth-1:0]        m_axi_wstrb_o,
  input  subordinate_t                m_axi_i,
  input  logic [Axi4.DataWidth-1:0] m_axi_rdata_i,
  output word_t                       reply_o,
  output logic [ReplyWidth-1:0]       reply_data_o,
  input  logic                        reply_ready_i,
  output logic                        drop_o
);

  `WF_ASSERT_STATIC(Axi4ExitLegal, axi4_legal(Axi4))

  localparam int unsigned DestWidth    = wf_pkg::index_width(Axi4.Terminals);
  localparam int unsigned HeaderWidth  = header_width(Axi4);
  localparam int unsigned BeatWidth    = beat_width(Axi4);
  localparam int unsigned AddressWidth = HeaderWidth - Axi4.IdWidth - 2;
  localparam int unsigned OrderWidth   = DestWidth + Axi4.IdWidth + 1;

  // The header, or a word of data behind one.
  logic                    inside_q;  // in a write's message, after the header
  logic                    header_ready, header_taken;
  logic                    writes;
  logic [AddressWidth-1:0] address;
  logic [OrderWidth-1:0]   order;

  assign writes  = request_data_i[0];
  assign order   = {request_i.terminal[DestWidth-1:0], request_data_i[1+:Axi4.IdWidth+1]};
  assign address = request_data_i[HeaderWidth-1-:AddressWidth];

  // Readiness for both kinds, as the header's kind must not reach request_ready_o.
  logic read_ready, write_ready, data_ready, reads_full, writes_full;
  assign header_ready    = read_ready && write_ready && !reads_full && !writes_full;
  assign request_ready_o = inside_q ? data_ready : header_ready;
  assign header_taken    = request_i.valid && !inside_q && header_ready;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) inside_q <= 1'b0;
    else if (request_i.valid && request_ready_o) inside_q <= !request_i.last;
  end

  logic                    read_valid, write_valid, data_valid, data_last;
  logic [AddressWidth-1:0] read, write;
  logic [BeatWidth-1:0]    data;

  stream_register #(.Width(AddressWidth)) u_read (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .s_axis_tvalid_i(header_taken && !writes),
    .s_axis_tready_o(read_ready),
    .s_axis_tdata_i (address),
    .m_axis_tvalid_o(read_valid),
    .m_axis_tready_i(m_axi_i.ar_ready),
    .m_axis_tdata_o (read)
  );

  stream_register #(.Width(AddressWidth)) u_write (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .s_axis_tvalid_i(header_taken && writes),
    .s_axis_tready_o(write_ready),
    .s_axis_tdata_i (address),
    .m_axis_tvalid_o(write_valid),
    .m_axis_tready_i(m_axi_i.aw_ready),
    .m_axis_tdata_o (write)
  );

  stream_register #(.Width(BeatWidth + 1)) u_data (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .s_axis_tvalid_i(request_i.valid && inside_q),
    .s_axis_tready_o(data_ready),
    .s_axis_tdata_i ({request_i.last, request_data_i[BeatWidth-1:0]}),
    .m_axis_tvalid_o(data_valid),
    .m_axis_tready_i(m_axi_i.w_ready),
    .m_axis_tdata_o ({data_last, data})
  );

  function automatic address_t unpacked(logic [AddressWidth-1:0] a);
    unpacked       = '0;
    unpacked.burst = Incr;
    unpacked.addr  = MaxAddrWidth'(a[Axi4.AddrWidth-1:0]);
    {unpacked.qos, unpacked.prot, unpacked.cache, unpacked.size, unpacked.len} =
        a[AddressWidth-1:Axi4.AddrWidth];
  endfunction

  assign {m_axi_wstrb_o, m_axi_wdata_o} = data;

  // To whom the answers go, in order.
  logic                  reads_none, writes_none, read_done, write_done;
  logic [OrderWidth-1:0] read_order, write_order;

  /* verilator lint_off PINCONNECTEMPTY */
  wf_fifo #(.Width(OrderWidth), .Depth(Axi4.Pending)) u_reads (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .push_i (header_taken && !writes),
    .data_i (order),
    .pop_i  (read_done),
    .data_o (read_order),
    .level_o(),
    .full_o (reads_full),
    .empty_o(reads_none)
  );

  wf_fifo #(.Width(OrderWidth), .Depth(Axi4.Pending)) u_writes (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .push_i (header_taken && writes),
    .data_i (order),
    .pop_i  (write_done),
    .data_o (write_order),
    .level_o(),
    .full_o (writes_full),
    .empty_o(writes_none)
  );

  // Answers. B has room for all writes: it never waits for R.
  logic                        beat_valid, beat_ready, beat_last, beat_pop;
  logic [1:0]                  beat_resp, resp;
  logic [Axi4.DataWidth-1:0] beat;
  logic                        resp_full, resp_none, resp_pop;

  stream_register #(.Width(Axi4.DataWidth + 3)) u_beats (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .s_axis_tvalid_i(m_axi_i.r_valid),
    .s_axis_tready_o(beat_ready),
    .s_axis_tdata_i ({m_axi_i.r.last, m_axi_i.r.resp, m_axi_rdata_i}),
    .m_axis_tvalid_o(beat_valid),
    .m_axis_tready_i(beat_pop),
    .m_axis_tdata_o ({beat_last, beat_resp, beat})
  );

  wf_fifo #(.Width(2), .Depth(Axi4.Pending)) u_responses (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .push_i (m_axi_i.b_valid && !resp_full),
    .data_i (m_axi_i.b.resp),
    .pop_i  (resp_pop),
    .data_o (resp),
    .level_o(),
    .full_o (resp_full),
    .empty_o(resp_none)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign m_axi_o = '{aw_valid: write_valid, aw: unpacked(write), w_valid: data_valid,
                     w_last: data_last, b_ready: !resp_full, ar_valid: read_valid,
                     ar: unpacked(read), r_ready: beat_ready};

  // One reply after the other; of a read's and a write's that both may go, the write's after a
  // read's.
  typedef enum logic [1:0] {Idle, Read, Write} state_e;

  state_e state_q;
  logic   write_first_q;
  logic   read_stray, write_stray;  // answers that nothing asks for
  logic   read_goes, write_goes, word_taken;

  assign read_stray  = beat_valid && reads_none;
  assign write_stray = !resp_none && writes_none;
  assign read_goes   = beat_valid && !reads_none;
  assign write_goes  = !resp_none && !writes_none;

  assign reply_o.valid    = (state_q == Read && beat_valid) || state_q == Write;
  assign reply_o.last     = state_q == Write || beat_last;
  assign reply_o.terminal = state_q == Write ? 16'(write_order[OrderWidth-1-:DestWidth])
                                             : 16'(read_order[OrderWidth-1-:DestWidth]);
  assign reply_data_o = state_q == Write
      ? {Axi4.DataWidth'(0), resp, write_order[Axi4.IdWidth:0], 1'b1}
      : {beat, beat_resp, read_order[Axi4.IdWidth:0], 1'b0};
  assign word_taken = reply_o.valid && reply_ready_i;

  assign beat_pop   = read_stray || (word_taken && state_q == Read);
  assign resp_pop   = write_stray || (word_taken && state_q == Write);
  assign read_done  = word_taken && state_q == Read && beat_last;
  assign write_done = word_taken && state_q == Write;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q       <= Idle;
      write_first_q <= 1'b0;
      drop_o        <= 1'b0;
    end else begin
      drop_o <= read_stray || write_stray;
      if (state_q == Idle) begin
        if (write_goes && (write_first_q || !read_goes)) state_q <= Write;
        else if (read_goes)                              state_q <= Read;
        if (read_goes || write_goes) begin
          write_first_q <= !(write_goes && (write_first_q || !read_goes));
        end
      end else if (word_taken && reply_o.last) begin
        state_q <= Idle;
      end
    end
  end

  // The subordinate answers with ID 0.
  logic unused;
  assign unused = ^{m_axi_i.b.id, m_axi_i.r.id, request_i.terminal};

  `WF_ASSERT_STABLE(Axi4ExitReplyHeld, reply_o.valid && !reply_ready_i, {reply_o, reply_data_o})
  `WF_ASSERT_STABLE(Axi4ExitReadHeld, m_axi_o.ar_valid && !m_axi_i.ar_ready,
                    {m_axi_o.ar_valid, m_axi_o.ar})
  `WF_ASSERT_STABLE(Axi4ExitWriteHeld, m_axi_o.aw_valid && !m_axi_i.aw_ready,
                    {m_axi_o.aw_valid, m_axi_o.aw})
  `WF_ASSERT_STABLE(Axi4ExitDataHeld, m_axi_o.w_valid && !m_axi_i.w_ready,
                    {m_axi_o.w_valid, m_axi_o.w_last, m_axi_wdata_o, m_axi_wstrb_o})
  `WF_ASSERT(Axi4ExitRepliesHaveOrders,
             !(state_q == Read && reads_none) && !(state_q == Write && writes_none))
  `WF_COVER(Axi4ExitReadsFull, request_i.valid && !inside_q && reads_full)
  `WF_COVER(Axi4ExitWritesFull, request_i.valid && !inside_q && writes_full)
  `WF_COVER(Axi4ExitDataWaits, request_i.valid && inside_q && !data_ready)
  `WF_COVER(Axi4ExitAnswersFull, resp_full)
  `WF_COVER(Axi4ExitReadFirst, state_q == Idle && read_goes && write_goes && !write_first_q)
  `WF_COVER(Axi4ExitWriteFirst, state_q == Idle && read_goes && write_goes && write_first_q)
  `WF_COVER(Axi4ExitReadPauses, state_q == Read && !beat_valid)
  `WF_COVER(Axi4ExitReadStray, read_stray)
  `WF_COVER(Axi4ExitWriteStray, write_stray)

endmodule

`endif
