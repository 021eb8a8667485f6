// SPDX-License-Identifier: Apache-2.0
//
// The receiving half of a buffer set with two clocks (docs/mway-clocked.md): allocation,
// mapping and routing, the write pointers, and the memory. All in the clock of the channel that
// the set receives from; mway_clocks_driver is the other half, in the clock of the channel it
// drives.
//
// Write pointers leave in Gray code, from registers. Read pointers come through registers of
// this clock (wf_gray_sync), late: a buffer looks full, or not yet empty, for a while after a
// flit has left. That is safe. With early freeing a buffer is free when it is not mapped and
// not full; with late freeing, when it is not mapped and empty.
//
// The other half reads the memory in its own clock, at the addresses front_i and read_i. A word
// is written before its pointer leaves, and is not written again before the read pointer has
// passed it, so that it does not change while it is read.
//
// error_o pulses when a header arrives whose destination lies outside the network: its message
// is accepted and discarded.
// Latency: of a flit accepted in one cycle, write_gray_o has the pointer in the next.
// Combinational paths:
//   front_i -> front_o
//   read_i -> read_data_o
//   tag_i, data_i, driver_i, driver_buffer_i, own_way_i -> acknowledge_o, slot_o
//   tag_i, data_i, own_way_i -> error_o
`ifndef MWAY_CLOCKS_RECEIVER_SV_
`define MWAY_CLOCKS_RECEIVER_SV_
`include "wayfarer_assert.svh"

module mway_clocks_receiver
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t     Config           = config_of(Clocked),
  localparam int unsigned Buffers       = Config.Buffers,
  localparam int unsigned BufferWidth   = wf_pkg::index_width(Buffers),
  localparam int unsigned AddressWidth  = wf_pkg::index_width(Config.Depth),
  localparam int unsigned PointerWidth  = AddressWidth + 1,
  localparam int unsigned WordWidth     = BufferWidth + AddressWidth,
  localparam int unsigned PositionWidth = position_width(Config.Extents),
  localparam int unsigned StatusWidth   = status_width(Config)
) (
  input  logic                                       clk_i,
  input  logic                                       rst_ni,
  // The channel: its lines, this set's way on it, and the set's answer and status.
  input  way_t                                       own_way_i,
  input  flit_tag_e                                  tag_i,
  input  driver_t                                    driver_i,
  input  logic       [BufferWidth-1:0]               driver_buffer_i,
  input  logic       [Config.FlitWidth-1:0]          data_i,
  output logic                                       acknowledge_o,
  output logic       [BufferWidth-1:0]               slot_o,
  output logic       [StatusWidth-1:0]               status_o,
  output logic                                       error_o,
  // Position of the channel that the set drives: constant.
  input  logic       [PositionWidth-1:0]             position_i,
  // Pointers in Gray code: those of writing, and those of reading as they have come here.
  output logic       [Buffers-1:0][PointerWidth-1:0] write_gray_o,
  input  logic       [Buffers-1:0][PointerWidth-1:0] read_gray_i,
  // The memory, as the other clock reads it: of each buffer the flit at front_i, and the data at
  // read_i.
  input  logic       [Buffers-1:0][AddressWidth-1:0] front_i,
  output flit_info_t [Buffers-1:0]                   front_o,
  input  logic       [WordWidth-1:0]                 read_i,
  output logic       [Config.FlitWidth-1:0]          read_data_o
);

  `WF_ASSERT_STATIC(MwayClocksReceiverLegal,
                    config_legal(Config) && Config.Variant == Clocked)

  localparam int unsigned DestPort = dest_port(Config);
  localparam int unsigned Slots    = 1 << BufferWidth;

  typedef logic [PointerWidth-1:0] pointer_t;

  // Gray pointers that are a whole buffer apart differ in their two upper bits.
  localparam pointer_t FullMask = pointer_t'(3) << (AddressWidth - 1);

  logic    [Buffers-1:0]                  push;
  logic                                   allocate;
  logic    [Buffers-1:0]                  mapped;
  logic    [Buffers-1:0]                  full;
  logic    [Buffers-1:0]                  free;
  driver_t [Buffers-1:0]                  mapped_driver;
  logic    [Buffers-1:0][BufferWidth-1:0] mapped_buffer;
  logic    [Slots-1:0][AddressWidth-1:0]  write_address;
  way_t                                   next_way;
  logic                                   next_class;
  logic                                   legal;
  flit_tag_e                              push_tag;
  logic    [Config.FlitWidth-1:0]         push_word;
  status_t                                status;
  logic    [Config.FlitWidth-1:0]         memory_q [1<<WordWidth];

  /* verilator lint_off PINCONNECTEMPTY */  // exact Stat shows when a buffer is full
  mway_allocator #(
    .Buffers         (Buffers),
    .ClassZeroBuffers(class_zero_buffers(Config))
  ) u_allocator (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .own_way_i      (own_way_i),
    .split_i        (1'b1),
    .tag_i          (tag_i),
    .driver_i       (driver_i),
    .driver_buffer_i(driver_buffer_i),
    .way_i          (data_i[WayWidth-1:0]),
    .class_i        (data_i[ClassBit]),
    .free_i         (free),
    .mapped_i       (mapped),
    .full_i         (full),
    .one_left_i     ('0),
    .mapped_driver_i(mapped_driver),
    .mapped_buffer_i(mapped_buffer),
    .push_o         (push),
    .allocate_o     (allocate),
    .acknowledge_o  (acknowledge_o),
    .slot_o         (slot_o),
    .fills_o        (),
    .available_o    (status.available)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign status.full = MaxBuffers'(full);
  assign status_o    = status;

  mway_route #(
    .Extents   (Config.Extents),
    .Torus     (Config.Torus),
    .Processors(Config.Processors)
  ) u_route (
    .position_i   (position_i),
    .destination_i(data_i[DestOffset+:DestPort]),
    .way_o        (next_way),
    .class_o      (next_class),
    .legal_o      (legal)
  );

  assign error_o   = allocate & ~legal;
  assign push_tag  = error_o ? TagInvalid : tag_i;
  assign push_word = allocate ? {data_i[Config.FlitWidth-1:LengthOffset], next_class, next_way}
                              : data_i;

  for (genvar b = 0; b < Slots; b++) begin : gen_buffer
    if (b < Buffers) begin : gen_used
      pointer_t                      write_d, write_q, write_gray_q;
      logic                          mapped_q;
      driver_t                       driver_q;
      logic [BufferWidth-1:0]        driver_buffer_q;
      flit_info_t [Config.Depth-1:0] slots_q;

      assign write_d = write_q + pointer_t'(push[b]);

      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          write_q      <= '0;
          write_gray_q <= '0;
          mapped_q     <= 1'b0;
        end else begin
          write_q      <= write_d;
          write_gray_q <= write_d ^ (write_d >> 1);
          if (push[b]) mapped_q <= tag_i != TagTail;
        end
      end

      always_ff @(posedge clk_i) begin
        if (push[b]) slots_q[write_address[b]] <= '{age: '0, tag: push_tag, way: next_way,
                                                    buffer_class: next_class};
      end

      always_ff @(posedge clk_i) begin
        if (push[b] && allocate) begin
          driver_q        <= driver_i;
          driver_buffer_q <= driver_buffer_i;
        end
      end

      assign write_address[b] = write_q[AddressWidth-1:0];
      assign write_gray_o[b]  = write_gray_q;
      assign front_o[b]       = slots_q[front_i[b]];
      assign full[b]          = write_gray_q == (read_gray_i[b] ^ FullMask);
      assign free[b]          = ~mapped_q & (Config.EarlyFreeing ? ~full[b]
                                                                 : write_gray_q == read_gray_i[b]);
      assign mapped[b]        = mapped_q;
      assign mapped_driver[b] = driver_q;
      assign mapped_buffer[b] = driver_buffer_q;

      `WF_ASSERT(ClocksWriteGray, write_gray_q == (write_q ^ (write_q >> 1)))
      `WF_ASSERT(ClocksNoOverflow, !push[b] || !full[b])
      `WF_ASSERT(ClocksAllocateFreeBuffer, !(push[b] && allocate) || !mapped_q)
      `WF_ASSERT(ClocksDataOnlyMapped, !push[b] || allocate || mapped_q)
    end else begin : gen_padding
      assign write_address[b] = '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (acknowledge_o) memory_q[{slot_o, write_address[slot_o]}] <= push_word;
  end

  assign read_data_o = memory_q[read_i];

endmodule

`endif
