// SPDX-License-Identifier: Apache-2.0
//
// The buffers of a set with their memory, and the sending half of the set: requests, the buffer
// arbiter, the lines, and the flit that leaves (paper section 3, Figure 2). Router sets
// (mway_buffer_set) and injection sets (mway_injection) differ only in how flits enter.
//
// A header requests the channel only while its receiver has an acceptable buffer; a body or tail
// flit only while the buffer that receives its message is not full. Buffers that may request are
// served round robin. A flit leaves when it is acknowledged; otherwise it stays at the front and is
// sent again. A header enters the memory with the Way and Class of push_flit_i.
//
// With Addressed Stat the lines have an address above the data (mway_pkg::address_width), the
// flit leaves without waiting for the acknowledgement, since it cannot be refused, and the buffer
// that a header gets is known from Stat. All of the address comes from flip-flops, Dest too. The
// memory has a header as it arrived; Way and Class are put on the lines from flip-flops, so that no
// RAM waits for a route. Selections are one-hot: shorter paths than indices.
//
// If Aged, the ages of headers (mway_ages) restrict which buffers may request and send,
// and a header leaves with the age that it has reached.
//
// Latency: a flit pushed in one cycle can be on the lines in the next.
`ifndef MWAY_BANK_SV_
`define MWAY_BANK_SV_
`include "wayfarer_assert.svh"

module mway_bank
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned Lines       = line_count(Config),
  localparam int unsigned Buffers     = Config.Buffers,
  localparam int unsigned BufferWidth = wf_pkg::index_width(Buffers),
  localparam int unsigned LineWidth   = line_width(Config),
  localparam int unsigned PushWidth   = push_width(Config),
  localparam int unsigned SlotWidth   = push_slot_width(Config),
  localparam int unsigned StatWidth   = stat_lines(Config)
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  // An arriving flit.
  input  logic                                      arrives_i,
  input  logic       [Buffers-1:0]                  push_i,       // its buffer, one-hot; else 0
  input  logic       [SlotWidth-1:0]                push_slot_i,  // its number; Addressed: one-hot
  input  logic                                      allocate_i,
  input  flit_info_t                                push_flit_i,
  input  logic       [PushWidth-1:0]                push_data_i,  // Addressed: Dest above
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
  output payload_t                                  payload_o,
  output logic       [LineWidth-1:0]                data_o,
  input  age_lines_t                                age_i,
  input  flit_info_t                                channel_i,
  input  answer_t                                   answer_i,
  input  logic       [StatWidth-1:0]                stat_i
);

  `WF_ASSERT_STATIC(MwayBankLegal, config_legal(Config))

  localparam int unsigned PointerWidth = wf_pkg::index_width(Config.Depth);
  localparam int unsigned WordWidth    = BufferWidth + PointerWidth;  // address of the memory
  localparam int unsigned Slots        = 1 << BufferWidth;

  logic       [Buffers-1:0]                 eligible;
  logic       [Buffers-1:0]                 may_send;
  logic                                     sends;
  logic       [Buffers-1:0]                 chosen;
  logic       [BufferWidth-1:0]             chosen_index;
  logic                                     drive;
  logic       [Buffers-1:0]                 sending;
  logic                                     taken;
  logic       [Buffers-1:0]                 receiver_full;
  logic       [1:0][(1<<Lines)-1:0]         available;
  age_t       [Buffers-1:0]                 age;
  flit_info_t [Slots-1:0]                   front;
  flit_info_t                               sent;
  logic       [Slots-1:0][PointerWidth-1:0] front_pointer;
  logic       [Slots-1:0][PointerWidth-1:0] rear_pointer;
  logic       [WordWidth-1:0]               write;
  logic       [Config.FlitWidth-1:0]        push_word, flit, aged;  // aged: with a header's age
  logic       [Config.FlitWidth-1:0]        memory_q [1<<WordWidth];

  for (genvar b = 0; b < Slots; b++) begin : gen_buffer
    if (b < Buffers) begin : gen_used
      /* verilator lint_off PINCONNECTEMPTY */  // the next flit matters to stages only
      mway_buffer #(
        .Depth       (Config.Depth),
        .BufferWidth (BufferWidth),
        .EarlyFreeing(Config.EarlyFreeing),
        .Registered  (Config.Stat == Addressed)
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
        .next_tag_o     (), .next_way_o(), .next_class_o(),
        .front_o        (front_pointer[b]),
        .rear_o         (rear_pointer[b]),
        .mapped_o       (mapped_o[b]),
        .full_o         (full_o[b]),
        .empty_o        (empty_o[b]),
        .free_o         (free_o[b]),
        .one_left_o     (one_left_o[b]),
        .driver_o       (mapped_driver_o[b]),
        .driver_buffer_o(mapped_buffer_o[b])
      );
      /* verilator lint_on PINCONNECTEMPTY */

      assign front[b].age = age[b];
      assign eligible[b] = front[b].tag == TagHeader
                         ? available[front[b].buffer_class][front[b].way[Lines-1:0]]
                         : front[b].tag != TagInvalid && !receiver_full[b];
    end else begin : gen_padding
      assign front[b]         = '0;
      assign front_pointer[b] = '0;
      assign rear_pointer[b]  = '0;
    end
  end

  wf_arbiter_round_robin #(
    .Requests(Buffers)
  ) u_buffer_arbiter (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(may_send),
    .advance_i(enable_i),
    .grant_o  (chosen),
    .index_o  (chosen_index),
    .valid_o  (sends)
  );

  assign drive            = enable_i & sends;
  assign sending          = enable_i ? chosen : '0;
  assign payload_o.buffer = enable_i ? buffer_t'(chosen_index) : '0;
  assign payload_o.guard  = '0;

  if (Config.Variant == Aged) begin : gen_ages
    mway_ages #(
      .Config(Config)
    ) u_ages (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .push_i         (push_i),
      .push_age_i     (push_flit_i.age),
      .rear_i         (rear_pointer[Buffers-1:0]),
      .front_i        (front[Buffers-1:0]),
      .front_pointer_i(front_pointer[Buffers-1:0]),
      .eligible_i     (eligible),
      .leaves_i       (taken ? sending : '0),
      .age_o          (age),
      .may_send_o     (may_send),
      .request_o      (request_o),
      .lines_i        (age_i),
      .lines_o        (payload_o.age)
    );

    always_comb begin
      aged = flit;
      if (sent.tag == TagHeader) aged[age_offset(Config)+:AgeWidth] = sent.age;
    end
  end else begin : gen_no_ages
    assign may_send      = eligible;
    assign request_o     = sends;
    assign payload_o.age = '0;
    assign age           = '0;
    assign aged          = flit;
    logic unused;
    assign unused = ^{age_i, push_flit_i.age};
  end

  always_ff @(posedge clk_i) begin
    if (arrives_i) memory_q[write] <= push_word;
  end

  if (Config.Stat == Addressed) begin : gen_addressed
    localparam int unsigned Members      = ways(Config);
    localparam int unsigned AddressWidth = address_width(Config);
    localparam int unsigned DestPort     = dest_port(Config);
    localparam int unsigned ViewWidth    = stat_width(Config.Stat != Cyclic, Lines, Buffers);

    logic [(1<<Lines)-1:0][Slots-1:0]      full;
    logic [1:0][(1<<Lines)-1:0][Slots-1:0] lowest;   // of each class and way
    logic [Buffers-1:0][AddressWidth-1:0]  address;  // of the front flits
    logic [AddressWidth-1:0]               sent_address;
    logic [WordWidth-1:0]                  read;
    logic [Config.FlitWidth-1:0]           word;

    assign {full, available} = stat_i[ViewWidth-1:0];
    assign lowest            = $bits(lowest)'(stat_i[StatWidth-1:ViewWidth]);

    assign taken = 1'b1;

    for (genvar b = 0; b < Buffers; b++) begin : gen_address
      logic [(1<<PointerWidth)-1:0][DestPort-1:0] dest_q;
      logic [Lines-1:0]                           target_way_q, way;
      logic [Slots-1:0]                           target_slot_q, slot;  // one-hot

      always_ff @(posedge clk_i) begin
        if (push_i[b]) dest_q[rear_pointer[b]] <= push_data_i[PushWidth-1-:DestPort];
      end

      always_ff @(posedge clk_i) begin
        if (sending[b] && front[b].tag == TagHeader) begin
          target_way_q  <= way;
          target_slot_q <= slot;
        end
      end

      assign receiver_full[b] = |(full[target_way_q] & target_slot_q);

      assign way        = front[b].tag == TagHeader ? front[b].way[Lines-1:0] : target_way_q;
      assign slot       = front[b].tag == TagHeader
                        ? lowest[front[b].buffer_class][front[b].way[Lines-1:0]] : target_slot_q;
      assign address[b] = {dest_q[front_pointer[b]], slot[Buffers-1:0], Members'(1) << way};
    end

    always_comb begin
      sent         = '0;
      sent_address = '0;
      read         = '0;
      write        = '0;
      for (int b = 0; b < Buffers; b++) begin
        if (sending[b])     sent         = sent | front[b];
        if (sending[b])     sent_address = sent_address | address[b];
        if (chosen[b])      read         = read | {BufferWidth'(b), front_pointer[b]};
        if (push_slot_i[b]) write        = write | {BufferWidth'(b), rear_pointer[b]};
      end
    end

    assign word = memory_q[read];
    assign flit = {word[Config.FlitWidth-1:LengthOffset],
                   sent.tag == TagHeader ? {sent.buffer_class, sent.way} : word[ClassBit:0]};

    assign push_word = push_data_i[Config.FlitWidth-1:0];
    assign data_o    = {sent_address, drive ? aged : '0};
    assign payload_o.tag = sent.tag;

    logic unused;
    assign unused = ^{answer_i, channel_i};
  end else begin : gen_matched
    logic [Buffers-1:0][Lines+BufferWidth-1:0] target_q;

    mway_stat_view #(
      .ExactStat(Config.Stat != Cyclic),
      .Lines    (Lines),
      .Buffers  (Buffers)
    ) u_stat_view (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .stat_i         (stat_i),
      .tag_i          (channel_i.tag),
      .way_i          (channel_i.way),
      .class_i        (channel_i.buffer_class),
      .acknowledge_i  (answer_i.acknowledge),
      .fills_i        (answer_i.fills),
      .sending_i      (sending),
      .target_i       (target_q),
      .available_o    (available),
      .receiver_full_o(receiver_full)
    );

    // The target of the rest of the message, from the header's acknowledgement.
    for (genvar b = 0; b < Buffers; b++) begin : gen_target
      always_ff @(posedge clk_i) begin
        if (sending[b] && taken && front[b].tag == TagHeader) begin
          target_q[b] <= {front[b].way[Lines-1:0], answer_i.slot[BufferWidth-1:0]};
        end
      end
    end

    assign taken     = answer_i.acknowledge;
    assign sent      = front[chosen_index];
    assign flit      = memory_q[{chosen_index, front_pointer[chosen_index]}];
    assign data_o    = drive ? aged : '0;
    assign write     = {push_slot_i, rear_pointer[push_slot_i]};
    assign push_word = allocate_i ? {push_data_i[Config.FlitWidth-1:LengthOffset],
                                     push_flit_i.buffer_class, push_flit_i.way} : push_data_i;
    assign payload_o.tag = drive ? sent.tag : TagInvalid;

    logic unused;  // bits above those of this set's numbers; targets and ages
    assign unused = ^{answer_i.slot, channel_i.age, sent};
  end
  `WF_ASSERT(OnePush, $onehot0(push_i) && arrives_i == |push_i)

endmodule

`endif
