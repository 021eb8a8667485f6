// SPDX-License-Identifier: Apache-2.0
//
// A manager's side of a network: an AXI4 port for the manager, whose transactions leave as messages
// of a network for requests, and are answered by messages of a network for replies.
//
// Parameters: Axi4, Map (axi4_pkg).
// s_axi: reads and writes of INCR bursts. Bursts of more than Beats beats are split, and their
// replies joined: BRESP is the worst of the parts' (DECERR, SLVERR, OKAY). Transactions of one ID
// are answered in order, reads and writes apart; beats of reads of different IDs may alternate.
// Bursts that axi4_address refuses are answered DECERR, in order, and do not enter the network.
// A write enters the network when the data of its message are in: a manager may wait with its data
// for a read.
// request: a header, and for a write its data (axi4_pkg). reply: what axi4_exit sends.
// The manager must take B and R whether or not its further requests are taken.
// Latency without waiting: a header leaves three cycles after its address, with a write's last
// data word at the earliest 1 cycle before; B and R come 1 cycle after their reply.
// Throughput: a message of n words in n + 1 cycles; a word of a reply in each cycle.
// Combinational paths: none.
`ifndef AXI4_ENTRY_SV_
`define AXI4_ENTRY_SV_
`include "wayfarer_assert.svh"

module axi4_entry
  import axi4_pkg::*;
#(
  parameter  axi4_t       Axi4         = default_axi4(),
  parameter  map_t        Map          = default_map(),
  localparam int unsigned StrbWidth    = Axi4.DataWidth / 8,
  localparam int unsigned RequestWidth = request_width(Axi4),
  localparam int unsigned ReplyWidth   = reply_width(Axi4)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  manager_t                    s_axi_i,
  input  logic [Axi4.DataWidth-1:0] s_axi_wdata_i,
  input  logic [StrbWidth-1:0]        s_axi_wstrb_i,
  output subordinate_t                s_axi_o,
  output logic [Axi4.DataWidth-1:0] s_axi_rdata_o,
  output word_t                       request_o,
  output logic [RequestWidth-1:0]     request_data_o,
  input  logic                        request_ready_i,
  input  word_t                       reply_i,
  input  logic [ReplyWidth-1:0]       reply_data_i,
  output logic                        reply_ready_o
);

  `WF_ASSERT_STATIC(Axi4EntryLegal,
                    axi4_legal(Axi4) && map_legal(Map, Axi4.Terminals))

  localparam int unsigned ThreadWidth = wf_pkg::index_width(Axi4.Threads);
  localparam int unsigned DestWidth   = wf_pkg::index_width(Axi4.Terminals);
  localparam int unsigned BeatWidth   = beat_width(Axi4);
  localparam int unsigned LevelWidth  = wf_pkg::count_width(Axi4.Beats);

  // The fronts of the address channels.
  logic                 read_valid, read_ready, read_final, read_refused, read_next;
  logic                 write_valid, write_ready, write_final, write_refused, write_next;
  address_t             read, write;
  logic [DestWidth-1:0] read_dest, write_dest;

  axi4_address #(.Axi4(Axi4), .Map(Map)) u_read (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .valid_i  (s_axi_i.ar_valid),
    .ready_o  (read_ready),
    .address_i(s_axi_i.ar),
    .valid_o  (read_valid),
    .address_o(read),
    .dest_o   (read_dest),
    .final_o  (read_final),
    .refused_o(read_refused),
    .next_i   (read_next)
  );

  axi4_address #(.Axi4(Axi4), .Map(Map)) u_write (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .valid_i  (s_axi_i.aw_valid),
    .ready_o  (write_ready),
    .address_i(s_axi_i.aw),
    .valid_o  (write_valid),
    .address_o(write),
    .dest_o   (write_dest),
    .final_o  (write_final),
    .refused_o(write_refused),
    .next_i   (write_next)
  );

  // Write data, of one message at least.
  logic [BeatWidth-1:0]  beat;
  logic [LevelWidth-1:0] level;
  logic                  full, none, pop;

  wf_fifo #(.Width(BeatWidth), .Depth(Axi4.Beats)) u_data (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .push_i (s_axi_i.w_valid && !full),
    .data_i ({s_axi_wstrb_i, s_axi_wdata_i}),
    .pop_i  (pop),
    .data_o (beat),
    .level_o(level),
    .full_o (full),
    .empty_o(none)
  );

  logic read_may, read_alone, read_start, read_end;
  logic write_may, write_alone, write_start, write_end;
  logic [ThreadWidth-1:0] reply_thread;

  axi4_order #(.Axi4(Axi4)) u_reads (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .thread_i    (ThreadWidth'(thread_of(Axi4, read.id))),
    .dest_i      (read_dest),
    .may_o       (read_may),
    .empty_o     (read_alone),
    .start_i     (read_start),
    .end_i       (read_end),
    .end_thread_i(reply_thread)
  );

  axi4_order #(.Axi4(Axi4)) u_writes (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .thread_i    (ThreadWidth'(thread_of(Axi4, write.id))),
    .dest_i      (write_dest),
    .may_o       (write_may),
    .empty_o     (write_alone),
    .start_i     (write_start),
    .end_i       (write_end),
    .end_thread_i(reply_thread)
  );

  // One message after the other. Of a read and a write that both may go, the write goes first
  // after a read.
  typedef enum logic [1:0] {Idle, ReadHeader, WriteHeader, WriteData} state_e;

  state_e     state_q;
  logic       write_first_q;
  logic [7:0] left_q;  // data words of the message, less one
  logic       read_goes, write_goes, taken;
  // Refused bursts whose answer has not been taken.
  logic       read_denied, write_denied;

  assign read_goes  = read_valid && !read_refused && read_may && !read_denied;
  assign write_goes = write_valid && !write_refused && write_may && !write_denied &&
                      32'(level) > 32'(write.len);

  assign write_start = state_q == Idle && write_goes && (write_first_q || !read_goes);
  assign read_start  = state_q == Idle && read_goes && !write_start;
  assign taken       = state_q != Idle && request_ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q       <= Idle;
      write_first_q <= 1'b0;
    end else if (state_q == Idle) begin
      if (write_start)     state_q <= WriteHeader;
      else if (read_start) state_q <= ReadHeader;
      if (write_start || read_start) write_first_q <= read_start;
    end else if (taken) begin
      if (state_q == WriteHeader) state_q <= WriteData;
      else if (request_o.last)    state_q <= Idle;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == WriteHeader) left_q <= write.len;
    else if (taken)             left_q <= left_q - 8'd1;
  end

  address_t front;
  assign front = state_q == ReadHeader ? read : write;
  assign request_data_o = state_q == WriteData
      ? RequestWidth'(beat)
      : RequestWidth'({front.qos, front.prot, front.cache, front.size, front.len,
                       front.addr[Axi4.AddrWidth-1:0], front.id[Axi4.IdWidth-1:0],
                       state_q == ReadHeader ? read_final : write_final, state_q == WriteHeader});

  assign request_o.valid    = state_q != Idle;
  assign request_o.last     = state_q == ReadHeader || (state_q == WriteData && left_q == 8'd0);
  assign request_o.terminal = state_q == ReadHeader ? 16'(read_dest) : 16'(write_dest);

  // Refused bursts: a write's data are dropped, then B is due; a read's beats are due at once.
  logic       deny_read, deny_write, drop;
  logic [7:0] dropped_q;

  assign deny_read  = read_valid && read_refused && read_alone && !read_denied;
  assign drop       = write_valid && write_refused && write_alone && !write_denied && !none;
  assign deny_write = drop && dropped_q == write.len;

  always_ff @(posedge clk_i) begin
    if (!rst_ni)   dropped_q <= '0;
    else if (drop) dropped_q <= deny_write ? '0 : dropped_q + 8'd1;
  end

  assign pop        = drop || (taken && state_q == WriteData);
  assign read_next  = deny_read || (taken && state_q == ReadHeader);
  assign write_next = deny_write || (taken && state_q == WriteData && request_o.last);

  // Replies.
  logic                  reply_valid, reply_ready, reply_last;
  logic [ReplyWidth-1:0] reply;

  stream_register #(.Width(ReplyWidth + 1)) u_reply (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .s_axis_tvalid_i(reply_i.valid),
    .s_axis_tready_o(reply_ready_o),
    .s_axis_tdata_i ({reply_i.last, reply_data_i}),
    .m_axis_tvalid_o(reply_valid),
    .m_axis_tready_i(reply_ready),
    .m_axis_tdata_o ({reply_last, reply})
  );

  logic b_valid, r_valid;
  b_t   b;
  r_t   r;

  axi4_answers #(.Axi4(Axi4)) u_answers (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .valid_i       (reply_valid),
    .ready_o       (reply_ready),
    .last_i        (reply_last),
    .reply_i       (reply),
    .deny_read_i   (deny_read),
    .read_id_i     (read.id),
    .read_len_i    (read.len),
    .read_denied_o (read_denied),
    .deny_write_i  (deny_write),
    .write_id_i    (write.id),
    .write_denied_o(write_denied),
    .read_end_o    (read_end),
    .write_end_o   (write_end),
    .thread_o      (reply_thread),
    .b_valid_o     (b_valid),
    .b_ready_i     (s_axi_i.b_ready),
    .b_o           (b),
    .r_valid_o     (r_valid),
    .r_ready_i     (s_axi_i.r_ready),
    .r_o           (r),
    .r_data_o      (s_axi_rdata_o)
  );

  assign s_axi_o = '{aw_ready: write_ready, w_ready: !full, b_valid: b_valid, b: b,
                     ar_ready: read_ready, r_valid: r_valid, r: r};

  // W has a beat for each of AW, with WLAST in the last one; the reply's TID is not needed.
  logic unused;
  assign unused = ^{s_axi_i.w_last, reply_i.terminal, front};

  `WF_ASSERT(Axi4EntryDataReady, state_q != WriteData || !none)
  `WF_ASSERT_STABLE(Axi4EntryRequestHeld, request_o.valid && !request_ready_i,
                    {request_o, request_data_o})
  // Both may go; a read or a write waits, and why.
  `WF_COVER(Axi4EntryReadFirst, read_start && write_goes)
  `WF_COVER(Axi4EntryWriteFirst, write_start && read_goes)
  `WF_COVER(Axi4EntryDataFull, full && s_axi_i.w_valid)
  `WF_COVER(Axi4EntryDataFirst, !none && !write_valid)
  `WF_COVER(Axi4EntryWriteWithoutData, write_valid && write_may && 32'(level) <= 32'(write.len))
  `WF_COVER(Axi4EntryReadHeldBack, read_valid && !read_refused && !read_may)
  `WF_COVER(Axi4EntryWriteHeldBack, write_valid && !write_refused && !write_may)
  `WF_COVER(Axi4EntryReadBehindDenied, read_valid && !read_refused && read_may && read_denied)
  `WF_COVER(Axi4EntryWriteBehindDenied, write_valid && !write_refused && write_may && write_denied)
  `WF_COVER(Axi4EntryReadDenied, deny_read)
  `WF_COVER(Axi4EntryWriteDenied, deny_write)
  `WF_COVER(Axi4EntryReadDenialWaits, read_valid && read_refused && !read_alone)
  `WF_COVER(Axi4EntryWriteDenialWaits, write_valid && write_refused && !write_alone)

endmodule

`endif
