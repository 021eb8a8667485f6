// The buffers of a set with their memory, and the sending half of the set: the buffers' requests
// for the channel, the buffer arbiter, the lines, and the flit that leaves (paper section 3, Figure
// 2). Router sets (mway_buffer_set) and injection sets (mway_injection) differ only in how flits
// enter.
//
// A header requests the channel only while its receiver has an acceptable buffer; a body or tail
// flit only while the buffer that receives its message is not full. Buffers that may request are
// served round robin. A flit leaves when it is acknowledged; otherwise it stays at the front and is
// sent again. The memory has a header as it arrived; Way and Class are put on the lines from flip-flops.
//
// With Config.Addressed the lines have an address above the data (mway_pkg::address_width), the
// flit leaves without waiting for the acknowledgement, since it cannot be refused, and the buffer
// that a header gets is known from Stat. All of the address comes from flip-flops, Dest too.
//
// Latency: a flit pushed in one cycle can be on the lines in the next.
`include "wayfarer_assert.svh"

module mway_bank
  import mway_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned Lines       = line_count(Config),
  localparam int unsigned Buffers     = Config.Buffers,
  localparam int unsigned BufferWidth = wf_pkg::index_width(Buffers),
  localparam int unsigned LineWidth   = line_width(Config),
  localparam int unsigned DestPort    = dest_port(Config),
  localparam int unsigned StatWidth   = stat_lines(Config)
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  // An arriving flit.
  input  logic                                      arrives_i,
  input  logic       [Buffers-1:0]                  push_i,  // its buffer, one-hot; else 0
  input  logic                                      allocate_i,
  input  flit_info_t                                push_flit_i,
  input  logic       [Config.FlitWidth-1:0]         push_data_i,
  input  logic       [DestPort-1:0]                 push_dest_i,  // headers; if Addressed
  input  driver_t                                   push_driver_i,
  input  logic       [BufferWidth-1:0]              push_driver_buffer_i,
  // Status of the buffers, from registers.
  output logic       [Buffers-1:0]                  mapped_o,
  output logic       [Buffers-1:0]                  full_o,
  output logic       [Buffers-1:0]                  empty_o,
  output logic       [Buffers-1:0]                  free_o,  // neither allocated nor full
  output logic       [Buffers-1:0]                  one_left_o,
  output driver_t    [Buffers-1:0]                  mapped_driver_o,
  output logic       [Buffers-1:0][BufferWidth-1:0] mapped_buffer_o,
  // The channel that the set drives: request and enable of its arbiter, lines out, lines in.
  output logic                                      request_o,
  input  logic                                      enable_i,
  output flit_tag_e                                 tag_o,
  output logic       [BufferWidth-1:0]              buffer_o,
  output logic       [LineWidth-1:0]                data_o,
  input  flit_info_t                                channel_i,
  input  answer_t                                   answer_i,
  input  logic       [StatWidth-1:0]                stat_i
);

  `WF_ASSERT_STATIC(MwayBankLegal, config_legal(Config))

  localparam int unsigned PointerWidth = wf_pkg::index_width(Config.Depth);
  localparam int unsigned WordWidth    = BufferWidth + PointerWidth;  // address of the memory
  localparam int unsigned Slots        = 1 << BufferWidth;
  localparam int unsigned ViewWidth    = stat_width(Config.ExactStat, Lines, Buffers, 0);

  logic       [Buffers-1:0]                   eligible;
  logic       [Buffers-1:0]                   chosen;
  logic       [BufferWidth-1:0]               chosen_index;
  logic       [Buffers-1:0]                   sending;
  logic                                       taken;
  logic       [Buffers-1:0]                   receiver_full;
  logic       [1:0][(1<<Lines)-1:0]           available;
  logic       [Buffers-1:0][Lines-1:0]        target_way_q;
  logic       [Buffers-1:0][Slots-1:0]        target_slot_q;  // one-hot
  logic       [Slots-1:0]                     header_slot;    // of the header on the lines
  flit_info_t [Buffers-1:0]                   front;
  logic       [Buffers-1:0][PointerWidth-1:0] front_pointer;
  logic       [Buffers-1:0][PointerWidth-1:0] rear_pointer;
  flit_info_t                                 sent;
  logic       [WordWidth-1:0]                 read;
  logic       [WordWidth-1:0]                 write;
  logic       [Config.FlitWidth-1:0]          flit;
  logic       [Config.FlitWidth-1:0]          memory_q [1<<WordWidth];

  mway_stat_view #(
    .ExactStat(Config.ExactStat),
    .Lines    (Lines),
    .Buffers  (Buffers)
  ) u_stat_view (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .stat_i         (stat_i[ViewWidth-1:0]),
    .tag_i          (channel_i.tag),
    .way_i          (channel_i.way),
    .class_i        (channel_i.buffer_class),
    .acknowledge_i  (answer_i.acknowledge),
    .fills_i        (answer_i.fills),
    .sending_i      (sending),
    .target_way_i   (target_way_q),
    .target_slot_i  (target_slot_q),
    .available_o    (available),
    .receiver_full_o(receiver_full)
  );

  for (genvar b = 0; b < Buffers; b++) begin : gen_buffer
    /* verilator lint_off PINCONNECTEMPTY */  // free_o covers it
    mway_buffer #(
      .Depth       (Config.Depth),
      .BufferWidth (BufferWidth),
      .EarlyFreeing(Config.EarlyFreeing)
    ) u_buffer (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .push_i         (push_i[b]),
      .allocate_i     (push_i[b] & allocate_i),
      .push_tag_i     (push_flit_i.tag),
      .push_way_i     (push_flit_i.way),
      .push_class_i   (push_flit_i.buffer_class),
      .driver_i       (push_driver_i),
      .driver_buffer_i(push_driver_buffer_i),
      .pop_i          (sending[b] & taken),
      .front_tag_o    (front[b].tag),
      .front_way_o    (front[b].way),
      .front_class_o  (front[b].buffer_class),
      .front_o        (front_pointer[b]),
      .rear_o         (rear_pointer[b]),
      .allocated_o    (),
      .mapped_o       (mapped_o[b]),
      .full_o         (full_o[b]),
      .empty_o        (empty_o[b]),
      .free_o         (free_o[b]),
      .one_left_o     (one_left_o[b]),
      .driver_o       (mapped_driver_o[b]),
      .driver_buffer_o(mapped_buffer_o[b])
    );
    /* verilator lint_on PINCONNECTEMPTY */

    assign eligible[b] = front[b].tag == TagHeader
                       ? available[front[b].buffer_class][front[b].way[Lines-1:0]]
                       : front[b].tag != TagInvalid && !receiver_full[b];

    // The target of the rest of the message.
    always_ff @(posedge clk_i) begin
      if (sending[b] && taken && front[b].tag == TagHeader) begin
        target_way_q[b]  <= front[b].way[Lines-1:0];
        target_slot_q[b] <= header_slot;
      end
    end
  end

  wf_arbiter_round_robin #(
    .Requests(Buffers)
  ) u_buffer_arbiter (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(eligible),
    .advance_i(enable_i),
    .grant_o  (chosen),
    .index_o  (chosen_index),
    .valid_o  (request_o)
  );

  assign sending = enable_i ? chosen : '0;

  // Under conditions that simulation can skip: most sets neither send nor receive.
  always_comb begin
    sent = '0;
    read = '0;
    flit = '0;
    if (enable_i && request_o) begin
      for (int b = 0; b < Buffers; b++) begin
        if (chosen[b]) sent = sent | front[b];
        if (chosen[b]) read = read | {BufferWidth'(b), front_pointer[b]};
      end
      flit = memory_q[read];
      if (sent.tag == TagHeader) flit[ClassBit:0] = {sent.buffer_class, sent.way};
    end
  end

  assign tag_o    = sent.tag;
  assign buffer_o = enable_i ? chosen_index : '0;

  always_comb begin
    write = '0;
    if (arrives_i) begin
      for (int b = 0; b < Buffers; b++) begin
        if (push_i[b]) write = write | {BufferWidth'(b), rear_pointer[b]};
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (arrives_i) memory_q[write] <= push_data_i;
  end

  if (Config.Addressed) begin : gen_addressed
    localparam int unsigned Members      = ways(Config);
    localparam int unsigned AddressWidth = address_width(Config);

    logic [Buffers-1:0][AddressWidth-1:0]     address;  // of the front flits
    logic [AddressWidth-1:0]                  sent_address;
    logic [1:0][(1<<Lines)-1:0][Slots-1:0]    lowest;   // of each class and way

    for (genvar b = 0; b < Buffers; b++) begin : gen_address
      logic [(1<<PointerWidth)-1:0][DestPort-1:0] dest_q;
      logic [Lines-1:0]                           way;

      always_ff @(posedge clk_i) begin
        if (push_i[b]) dest_q[rear_pointer[b]] <= push_dest_i;
      end

      assign way        = front[b].tag == TagHeader ? front[b].way[Lines-1:0] : target_way_q[b];
      assign address[b] = {dest_q[front_pointer[b]], front[b].buffer_class,
                           target_slot_q[b][Buffers-1:0], Members'(1) << way};
    end

    always_comb begin
      sent_address = '0;
      for (int b = 0; b < Buffers; b++) begin
        if (sending[b]) sent_address |= address[b];
      end
    end

    assign data_o      = {sent_address, flit};
    assign taken       = 1'b1;
    assign lowest      = $bits(lowest)'(stat_i[StatWidth-1:ViewWidth]);
    assign header_slot = lowest[sent.buffer_class][sent.way[Lines-1:0]];

    logic unused_answer;
    assign unused_answer = ^answer_i;
  end else begin : gen_matched
    assign data_o      = flit;
    assign taken       = answer_i.acknowledge;
    assign header_slot = Slots'(1) << answer_i.slot[BufferWidth-1:0];

    logic unused;  // bits above those of this set's numbers
    assign unused = ^{answer_i.slot, push_dest_i};
  end

  `WF_ASSERT(OnePush, $onehot0(push_i) && arrives_i == |push_i)

endmodule
