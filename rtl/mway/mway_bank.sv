// The buffers of a set with their memory, and the sending half of the set: the buffers' requests
// for the channel, the buffer arbiter, the lines, and the flit that leaves (paper section 3, Figure
// 2). Router sets (mway_buffer_set) and injection sets (mway_injection) differ only in how flits
// enter.
//
// A header requests the channel only while its receiver has an acceptable buffer; a body or tail
// flit only while the buffer that receives its message is not full. Buffers that may request are
// served round robin. A flit leaves when it is acknowledged; otherwise it stays at the front and is
// sent again.
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
  localparam int unsigned StatWidth   = stat_width(Config.ExactStat, Lines, Buffers)
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  // An arriving flit.
  input  logic       [Buffers-1:0]                  push_i,  // one-hot
  input  logic       [BufferWidth-1:0]              push_slot_i,
  input  logic                                      allocate_i,
  input  flit_info_t                                push_flit_i,
  input  logic       [Config.FlitWidth-1:0]         push_data_i,
  input  driver_t                                   push_driver_i,
  input  logic       [BufferWidth-1:0]              push_driver_buffer_i,
  // Status of the buffers, from registers.
  output logic       [Buffers-1:0]                  allocated_o,
  output logic       [Buffers-1:0]                  mapped_o,
  output logic       [Buffers-1:0]                  full_o,
  output logic       [Buffers-1:0]                  empty_o,
  output logic       [Buffers-1:0]                  one_left_o,
  output driver_t    [Buffers-1:0]                  mapped_driver_o,
  output logic       [Buffers-1:0][BufferWidth-1:0] mapped_buffer_o,
  // The channel that the set drives: request and enable of its arbiter, lines out, lines in.
  output logic                                      request_o,
  input  logic                                      enable_i,
  output flit_tag_e                                 tag_o,
  output logic       [BufferWidth-1:0]              buffer_o,
  output logic       [Config.FlitWidth-1:0]         data_o,
  input  flit_info_t                                channel_i,
  input  answer_t                                   answer_i,
  input  logic       [StatWidth-1:0]                stat_i
);

  `WF_ASSERT_STATIC(MwayBankLegal, config_legal(Config))

  localparam int unsigned PointerWidth = wf_pkg::index_width(Config.Depth);
  localparam int unsigned TargetWidth  = Lines + BufferWidth;

  logic      [Buffers-1:0]                            eligible;
  logic      [Buffers-1:0]                            chosen;
  logic      [BufferWidth-1:0]                        chosen_index;
  logic                                               drive;
  logic      [Buffers-1:0]                            sending;
  logic      [Buffers-1:0]                            receiver_full;
  logic      [1:0][(1<<Lines)-1:0]                    available;
  logic      [Buffers-1:0][TargetWidth-1:0]           target_q;
  flit_tag_e [(1<<BufferWidth)-1:0]                   front_tag;
  way_t      [Buffers-1:0]                            front_way;
  logic      [Buffers-1:0]                            front_class;
  logic      [(1<<BufferWidth)-1:0][PointerWidth-1:0] front;
  logic      [(1<<BufferWidth)-1:0][PointerWidth-1:0] rear;
  logic      [Config.FlitWidth-1:0]                   memory_q [1<<(BufferWidth+PointerWidth)];

  mway_stat_view #(
    .ExactStat(Config.ExactStat),
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

  for (genvar b = 0; b < (1 << BufferWidth); b++) begin : gen_buffer
    if (b < Buffers) begin : gen_used
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
        .pop_i          (sending[b] & answer_i.acknowledge),
        .front_tag_o    (front_tag[b]),
        .front_way_o    (front_way[b]),
        .front_class_o  (front_class[b]),
        .front_o        (front[b]),
        .rear_o         (rear[b]),
        .allocated_o    (allocated_o[b]),
        .mapped_o       (mapped_o[b]),
        .full_o         (full_o[b]),
        .empty_o        (empty_o[b]),
        .one_left_o     (one_left_o[b]),
        .driver_o       (mapped_driver_o[b]),
        .driver_buffer_o(mapped_buffer_o[b])
      );

      assign eligible[b] = front_tag[b] == TagHeader
                         ? available[front_class[b]][front_way[b][Lines-1:0]]
                         : front_tag[b] != TagInvalid && !receiver_full[b];

      // The target of the rest of the message, from the header's acknowledgement.
      always_ff @(posedge clk_i) begin
        if (sending[b] && answer_i.acknowledge && front_tag[b] == TagHeader) begin
          target_q[b] <= {front_way[b][Lines-1:0], answer_i.slot[BufferWidth-1:0]};
        end
      end
    end else begin : gen_padding
      assign front_tag[b] = TagInvalid;
      assign front[b]     = '0;
      assign rear[b]      = '0;
    end
  end

  wf_arbiter_round_robin #(
    .Requests(Buffers)
  ) u_buffer_arbiter (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(eligible),
    .advance_i(drive),
    .grant_o  (chosen),
    .index_o  (chosen_index),
    .valid_o  (request_o)
  );

  assign drive   = enable_i & request_o;
  assign sending = drive ? chosen : '0;

  assign tag_o    = drive ? front_tag[chosen_index] : TagInvalid;
  assign buffer_o = drive ? chosen_index : '0;
  assign data_o   = drive ? memory_q[{chosen_index, front[chosen_index]}] : '0;

  always_ff @(posedge clk_i) begin
    if (|push_i) memory_q[{push_slot_i, rear[push_slot_i]}] <= push_data_i;
  end

  logic unused_slot;  // bits above those of this set's numbers
  assign unused_slot = ^answer_i.slot;

  `WF_ASSERT(OnePush, $onehot0(push_i))

endmodule
