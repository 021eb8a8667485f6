// SPDX-License-Identifier: Apache-2.0
//
// mway_bank with two registered stages (mway_stages): the chosen flit's tag, Way, Class, source and
// address are registers, and the memory is read from a registered address while the flit is on the
// lines. Arriving flits are written to the memory a cycle later; no flit is read that early.
//
// The memory has headers as they arrived; Way and Class are put on the lines from registers.
// Exact Stat: flits are addressed (mway_bank), and the free buffer for a header is the one that
// Stat has shown in the cycle of its choice. A flit is refused only where Stat shows its buffer as
// full: by a processor that has stalled since. Cyclic Stat: flits are matched and may be refused.
`ifndef MWAY_STAGED_BANK_SV_
`define MWAY_STAGED_BANK_SV_
`include "wayfarer_assert.svh"

module mway_staged_bank
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
  // An arriving flit, as in mway_bank.
  input  logic                                      arrives_i,
  input  logic       [Buffers-1:0]                  push_i,
  input  logic       [SlotWidth-1:0]                push_slot_i,
  input  logic                                      allocate_i,
  input  flit_info_t                                push_flit_i,
  input  logic       [PushWidth-1:0]                push_data_i,
  input  driver_t                                   push_driver_i,
  input  logic       [BufferWidth-1:0]              push_driver_buffer_i,
  // Status of the buffers, from registers.
  output logic       [Buffers-1:0]                  mapped_o,
  output logic       [Buffers-1:0]                  full_o,
  output logic       [Buffers-1:0]                  empty_o,
  output logic       [Buffers-1:0]                  free_o,
  output logic       [Buffers-1:0]                  one_left_o,
  output driver_t    [Buffers-1:0]                  mapped_driver_o,
  output logic       [Buffers-1:0][BufferWidth-1:0] mapped_buffer_o,
  // The channel that the set drives.
  output logic                                      request_o,
  input  logic                                      enable_i,
  output payload_t                                  payload_o,
  output logic       [LineWidth-1:0]                data_o,
  input  flit_info_t                                channel_i,
  input  answer_t                                   answer_i,
  input  logic       [StatWidth-1:0]                stat_i
);

  `WF_ASSERT_STATIC(MwayStagedBankLegal, config_legal(Config) &&
                    (Config.Variant == Pipelined || Config.Stat != Addressed))

  localparam int unsigned PointerWidth = wf_pkg::index_width(Config.Depth);
  localparam int unsigned WordWidth    = BufferWidth + PointerWidth;  // address of the memory
  localparam int unsigned Slots        = 1 << BufferWidth;

  flit_info_t [Buffers-1:0]                 front, next;
  logic       [Slots-1:0][PointerWidth-1:0] front_pointer;
  logic       [Slots-1:0][PointerWidth-1:0] rear_pointer;
  logic       [1:0][(1<<Lines)-1:0]         available;
  logic       [Buffers-1:0]                 receiver_full;
  logic       [Buffers-1:0]                 choice, sending;
  logic                                     taken, fills;
  // The chosen flit.
  flit_info_t                               chosen_flit, flit_q;
  logic       [WordWidth-1:0]               read, read_q;
  // A flit that has arrived.
  logic                                     arrived_q;
  logic       [WordWidth-1:0]               write, write_q;
  logic       [Config.FlitWidth-1:0]        word_q;
  logic       [Config.FlitWidth-1:0]        memory_q [1<<WordWidth];
  logic       [Config.FlitWidth-1:0]        word, flit;

  for (genvar b = 0; b < Slots; b++) begin : gen_buffer
    if (b < Buffers) begin : gen_used
      mway_buffer #(
        .Depth       (Config.Depth),
        .BufferWidth (BufferWidth),
        .EarlyFreeing(Config.EarlyFreeing),
        .Registered  (1'b1)
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
        .next_tag_o     (next[b].tag),
        .next_way_o     (next[b].way),
        .next_class_o   (next[b].buffer_class),
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

      assign front[b].age = '0;
      assign next[b].age  = '0;
    end else begin : gen_padding
      assign front_pointer[b] = '0;
      assign rear_pointer[b]  = '0;
    end
  end

  mway_stages #(
    .Lines  (Lines),
    .Buffers(Buffers)
  ) u_stages (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .front_i        (front),
    .next_i         (next),
    .available_i    (available),
    .receiver_full_i(receiver_full),
    .channel_i      (channel_i),
    .enable_i       (enable_i),
    .taken_i        (taken),
    .fills_i        (fills),
    .request_o      (request_o),
    .choice_o       (choice),
    .sending_o      (sending)
  );

  always_comb begin
    chosen_flit = '0;
    read        = '0;
    for (int b = 0; b < Buffers; b++) begin
      if (choice[b]) chosen_flit = chosen_flit | front[b];
      if (choice[b]) read        = read | {BufferWidth'(b), front_pointer[b]};
    end
  end

  always_ff @(posedge clk_i) begin
    flit_q    <= rst_ni ? chosen_flit : '0;
    read_q    <= rst_ni ? read : '0;
    arrived_q <= arrives_i;
    write_q   <= write;
    word_q    <= push_data_i[Config.FlitWidth-1:0];
    if (arrived_q) memory_q[write_q] <= word_q;
  end

  assign word  = memory_q[read_q];
  assign flit  = {word[Config.FlitWidth-1:LengthOffset],
                  flit_q.tag == TagHeader ? {flit_q.buffer_class, flit_q.way} : word[ClassBit:0]};

  // Without a chosen flit the tag, source and address are 0.
  assign payload_o = '{guard: '0, age: '0, tag: enable_i ? flit_q.tag : TagInvalid,
                       buffer: enable_i ? buffer_t'(read_q[WordWidth-1:PointerWidth]) : '0};

  if (Config.Stat == Addressed) begin : gen_addressed
    localparam int unsigned Members   = ways(Config);
    localparam int unsigned DestPort  = dest_port(Config);
    localparam int unsigned ViewWidth = stat_width(Config.Stat != Cyclic, Lines, Buffers);
    localparam int unsigned LeftWidth = (1 << Lines) * Slots;

    logic [(1<<Lines)-1:0][Slots-1:0]      full, one_left;
    logic [1:0][(1<<Lines)-1:0][Slots-1:0] lowest;  // of each class and way
    // The receiver of each front flit and its buffer, both one-hot.
    logic [Buffers-1:0][Members-1:0]       receiver;
    logic [Buffers-1:0][Slots-1:0]         slot;
    logic [Buffers-1:0][DestPort-1:0]      dest;
    logic [Members-1:0]                    chosen_receiver, receiver_q;
    logic [Slots-1:0]                      chosen_slot, slot_q;
    logic [DestPort-1:0]                   chosen_dest, dest_q;

    assign {full, available} = stat_i[ViewWidth-1:0];
    assign lowest            = $bits(lowest)'(stat_i[StatWidth-LeftWidth-1:ViewWidth]);
    assign one_left          = stat_i[StatWidth-1-:LeftWidth];

    // The receiver's row of a vector of all.
    function automatic logic [Slots-1:0] selected(logic [Members-1:0] which,
                                                  logic [(1<<Lines)-1:0][Slots-1:0] rows);
      selected = '0;
      for (int unsigned m = 0; m < Members; m++) begin
        if (which[m]) selected = selected | rows[m];
      end
    endfunction

    for (genvar b = 0; b < Buffers; b++) begin : gen_address
      logic [(1<<PointerWidth)-1:0][DestPort-1:0] dests_q;
      logic [Members-1:0]                         target_receiver_q;
      logic [Slots-1:0]                           target_slot_q;
      logic                                       is_header;

      always_ff @(posedge clk_i) begin
        if (push_i[b]) dests_q[rear_pointer[b]] <= push_data_i[PushWidth-1-:DestPort];
      end

      always_ff @(posedge clk_i) begin
        if (sending[b] && flit_q.tag == TagHeader) begin
          target_receiver_q <= receiver_q;
          target_slot_q     <= slot_q;
        end
      end

      assign is_header        = front[b].tag == TagHeader;
      assign receiver_full[b] = |(selected(target_receiver_q, full) & target_slot_q);
      assign receiver[b]      = is_header ? Members'(1) << front[b].way : target_receiver_q;
      assign slot[b]          = is_header
                              ? lowest[front[b].buffer_class][front[b].way[Lines-1:0]]
                              : target_slot_q;
      assign dest[b]          = dests_q[front_pointer[b]];
    end

    always_comb begin
      chosen_receiver = '0;
      chosen_slot     = '0;
      chosen_dest     = '0;
      write           = '0;
      for (int b = 0; b < Buffers; b++) begin
        if (choice[b])      chosen_receiver = chosen_receiver | receiver[b];
        if (choice[b])      chosen_slot     = chosen_slot | slot[b];
        if (choice[b])      chosen_dest     = chosen_dest | dest[b];
        if (push_slot_i[b]) write           = write | {BufferWidth'(b), rear_pointer[b]};
      end
    end

    always_ff @(posedge clk_i) begin
      receiver_q <= chosen_receiver;
      slot_q     <= chosen_slot;
      dest_q     <= chosen_dest;
    end

    assign taken  = ~|(selected(receiver_q, full) & slot_q);
    assign fills  = |(selected(receiver_q, one_left) & slot_q);
    assign data_o = enable_i ? {dest_q, slot_q[Buffers-1:0], receiver_q, flit} : '0;

    logic unused;
    assign unused = ^answer_i;
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

    for (genvar b = 0; b < Buffers; b++) begin : gen_target
      always_ff @(posedge clk_i) begin
        if (sending[b] && taken && flit_q.tag == TagHeader) begin
          target_q[b] <= {flit_q.way[Lines-1:0], answer_i.slot[BufferWidth-1:0]};
        end
      end
    end

    assign taken  = answer_i.acknowledge;
    assign fills  = answer_i.fills;
    assign data_o = enable_i ? flit : '0;
    assign write  = {push_slot_i, rear_pointer[push_slot_i]};

    logic unused;  // bits above those of this set's numbers
    assign unused = ^answer_i.slot;
  end

  logic unused_age;
  assign unused_age = ^{push_flit_i.age, flit_q.age};

  logic [Buffers-1:0] at_front;  // the register's flit is the buffer's front flit
  for (genvar b = 0; b < Buffers; b++) begin : gen_like
    assign at_front[b] = front[b] == flit_q;
  end

  `WF_ASSERT(OneStagedPush, $onehot0(push_i) && arrives_i == |push_i)
  `WF_ASSERT(StagedFlitAtFront, $onehot0(sending) && (sending & ~at_front) == '0)

endmodule

`endif
