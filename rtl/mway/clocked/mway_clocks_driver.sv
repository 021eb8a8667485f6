// SPDX-License-Identifier: Apache-2.0
//
// The driving half of a buffer set with two clocks (docs/mway-clocked.md): the read
// pointers, requests, the buffer arbiter and the lines, in the clock of the channel that the
// set drives. It sends as mway_bank does; mway_clocks_receiver, in the other clock, has the
// memory.
//
// A buffer holds the flits between its read pointer and its write pointer, which has come
// through registers of this clock (wf_gray_sync): those are in the memory and do not change.
// Without such a flit, what the memory shows is not used: front_i counts as zeros then, bit by
// bit, and data_o as well when nothing is sent.
//
// A header with TagInvalid begins a message to discard: it and all flits up to its tail leave
// without appearing on the channel.
//
// Latency: a flit whose pointer is on write_gray_i in one cycle can be on the lines in the
// same.
`ifndef MWAY_CLOCKS_DRIVER_SV_
`define MWAY_CLOCKS_DRIVER_SV_
`include "wayfarer_assert.svh"

module mway_clocks_driver
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t Config = config_of(Clocked),
  localparam int unsigned Lines        = line_count(Config),
  localparam int unsigned Buffers      = Config.Buffers,
  localparam int unsigned BufferWidth  = wf_pkg::index_width(Buffers),
  localparam int unsigned AddressWidth = wf_pkg::index_width(Config.Depth),
  localparam int unsigned PointerWidth = AddressWidth + 1,
  localparam int unsigned WordWidth    = BufferWidth + AddressWidth,
  localparam int unsigned StatWidth    = stat_lines(Config)
) (
  input  logic                                       clk_i,
  input  logic                                       rst_ni,
  // Pointers in Gray code: those of writing as they have come here, and those of reading.
  input  logic       [Buffers-1:0][PointerWidth-1:0] write_gray_i,
  output logic       [Buffers-1:0][PointerWidth-1:0] read_gray_o,
  // The memory, of the other clock.
  output logic       [Buffers-1:0][AddressWidth-1:0] front_o,
  input  flit_info_t [Buffers-1:0]                   front_i,
  output logic       [WordWidth-1:0]                 read_o,
  input  logic       [Config.FlitWidth-1:0]          read_data_i,
  // The channel: request and enable of its arbiter, lines out, lines in.
  output logic                                       request_o,
  input  logic                                       enable_i,
  output payload_t                                   payload_o,
  output logic       [Config.FlitWidth-1:0]          data_o,
  input  flit_info_t                                 channel_i,
  input  answer_t                                    answer_i,
  input  logic       [StatWidth-1:0]                 stat_i
);

  `WF_ASSERT_STATIC(MwayClocksDriverLegal, config_legal(Config) && Config.Variant == Clocked)

  localparam int unsigned Slots = 1 << BufferWidth;

  typedef logic [PointerWidth-1:0] pointer_t;

  flit_info_t [Slots-1:0]                    front;
  logic       [Slots-1:0][AddressWidth-1:0]  read_address;
  logic       [Buffers-1:0]                  eligible;
  logic       [Buffers-1:0]                  chosen;
  logic       [BufferWidth-1:0]              chosen_index;
  logic                                      drive;
  logic       [Buffers-1:0]                  sending;
  logic                                      taken;
  logic       [Buffers-1:0]                  receiver_full;
  logic       [1:0][(1<<Lines)-1:0]          available;
  logic       [Buffers-1:0][Lines+BufferWidth-1:0] target_q;

  for (genvar b = 0; b < Slots; b++) begin : gen_buffer
    if (b < Buffers) begin : gen_used
      pointer_t   read_d, read_q, read_gray_q;
      logic       empty, leaves, discard, discard_q, pop;
      flit_info_t shown;

      assign empty    = read_gray_q == write_gray_i[b];
      assign shown    = empty ? '0 : front_i[b];
      assign discard  = ~empty & (discard_q | shown.tag == TagInvalid);
      assign front[b] = discard ? '0 : shown;
      assign leaves   = sending[b] & taken;
      assign pop      = leaves | discard;
      assign read_d   = read_q + pointer_t'(pop);

      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          read_q      <= '0;
          read_gray_q <= '0;
          discard_q   <= 1'b0;
        end else begin
          read_q      <= read_d;
          read_gray_q <= read_d ^ (read_d >> 1);
          if (discard) discard_q <= shown.tag != TagTail;
        end
      end

      assign read_address[b] = read_q[AddressWidth-1:0];
      assign front_o[b]      = read_address[b];
      assign read_gray_o[b]  = read_gray_q;
      assign eligible[b]     = front[b].tag == TagHeader
                             ? available[front[b].buffer_class][front[b].way[Lines-1:0]]
                             : front[b].tag != TagInvalid && !receiver_full[b];

      // The target of the rest of the message, from the header's acknowledgement.
      always_ff @(posedge clk_i) begin
        if (leaves && front[b].tag == TagHeader) begin
          target_q[b] <= {front[b].way[Lines-1:0], answer_i.slot[BufferWidth-1:0]};
        end
      end

      `WF_ASSERT(ClocksReadGray, read_gray_q == (read_q ^ (read_q >> 1)))
      `WF_ASSERT(ClocksNoUnderflow, !leaves || (!empty && !discard))
      `WF_ASSERT_STABLE(ClocksFrontHeld, front[b].tag != TagInvalid && !leaves, front[b])
    end else begin : gen_padding
      assign front[b]        = '0;
      assign read_address[b] = '0;
    end
  end

  mway_stat_view #(
    .ExactStat(1'b1),
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

  assign drive   = enable_i & request_o;
  assign sending = enable_i ? chosen : '0;
  assign taken   = answer_i.acknowledge;
  assign read_o  = {chosen_index, read_address[chosen_index]};

  assign payload_o = '{guard: '0, age: '0, tag: drive ? front[chosen_index].tag : TagInvalid,
                       buffer: enable_i ? buffer_t'(chosen_index) : '0};
  assign data_o    = drive ? read_data_i : '0;

  logic unused;  // bits above those of this set's numbers; ages
  assign unused = ^{answer_i.slot, channel_i.age, front};

endmodule

`endif
