// SPDX-License-Identifier: Apache-2.0
//
// Allocation and mapping unit of a buffer set (paper sections 3.4 and 3.5, Figure 6).
//
// A header is accepted by the set named in its Way, if a buffer of its Class is neither
// allocated nor full: the lowest such buffer is allocated. A body or tail flit names no receiver:
// every set searches its buffers by content for (Drv, Buf), and the one mapped buffer that matches
// accepts it unless it is full. The acknowledgement carries the accepting buffer's number, which
// the driver needs to track that buffer's full status, and whether this flit fills it.
//
// Combinational, from the channel's lines and the buffers' registers.
`ifndef MWAY_ALLOCATOR_SV_
`define MWAY_ALLOCATOR_SV_
`include "wayfarer_assert.svh"

module mway_allocator
  import mway_pkg::*;
#(
  parameter int unsigned Buffers          = 4,
  parameter int unsigned ClassZeroBuffers = 4,  // buffers below this serve class 0, others class 1
  localparam int unsigned BufferWidth = wf_pkg::index_width(Buffers)
) (
  input  logic                                   clk_i,  // clock and reset: for assertions only
  input  logic                                   rst_ni,
  input  way_t                                   own_way_i,
  input  logic                                   split_i,  // else all buffers serve class 0
  // The channel's lines.
  input  flit_tag_e                              tag_i,
  input  driver_t                                driver_i,
  input  logic    [BufferWidth-1:0]              driver_buffer_i,
  input  way_t                                   way_i,    // headers only
  input  logic                                   class_i,  // headers only
  // The buffers.
  input  logic    [Buffers-1:0]                  free_i,  // neither allocated nor full
  input  logic    [Buffers-1:0]                  mapped_i,
  input  logic    [Buffers-1:0]                  full_i,
  input  logic    [Buffers-1:0]                  one_left_i,
  input  driver_t [Buffers-1:0]                  mapped_driver_i,
  input  logic    [Buffers-1:0][BufferWidth-1:0] mapped_buffer_i,
  // The buffer that takes the flit, one-hot, and the acknowledgement.
  output logic    [Buffers-1:0]                  push_o,
  output logic                                   allocate_o,
  output logic                                   acknowledge_o,
  output logic    [BufferWidth-1:0]              slot_o,
  output logic                                   fills_o,
  // Availability of each class, for the Stat lines.
  output logic    [1:0]                          available_o
);

  `WF_ASSERT_STATIC(MwayAllocatorLegal,
                    Buffers >= 1 && Buffers <= MaxBuffers && ClassZeroBuffers >= 1 &&
                    ClassZeroBuffers <= Buffers)

  function automatic logic [Buffers-1:0] class_members(bit buffer_class);
    logic [Buffers-1:0] members;
    for (int unsigned b = 0; b < Buffers; b++) begin
      members[b] = (b >= ClassZeroBuffers) == buffer_class;
    end
    return members;
  endfunction

  localparam logic [Buffers-1:0] ClassZero = class_members(1'b0);
  localparam logic [Buffers-1:0] ClassOne  = class_members(1'b1);

  logic [Buffers-1:0] class_zero;
  logic [Buffers-1:0] match;
  logic [Buffers-1:0] lowest_free;
  logic               is_header;
  logic               is_data;

  assign is_header = tag_i == TagHeader && way_i == own_way_i;
  assign is_data   = tag_i == TagBody || tag_i == TagTail;

  assign class_zero  = split_i ? ClassZero : '1;
  assign available_o = {|(free_i & ClassOne), |(free_i & class_zero)};

  /* verilator lint_off PINCONNECTEMPTY */  // the number is taken from push_o, for both kinds
  wf_arbiter_fixed #(
    .Requests(Buffers)
  ) u_lowest (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(free_i & (class_i ? ClassOne : class_zero)),
    .grant_o  (lowest_free),
    .index_o  (),
    .valid_o  ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  for (genvar b = 0; b < Buffers; b++) begin : gen_match
    assign match[b] = mapped_i[b] & (mapped_driver_i[b] == driver_i) &
                      (mapped_buffer_i[b] == driver_buffer_i);
  end

  assign push_o        = is_header ? lowest_free : (is_data ? match & ~full_i : '0);
  assign acknowledge_o = |push_o;
  assign allocate_o    = is_header & acknowledge_o;
  assign fills_o       = |(push_o & one_left_i);

  wf_onehot_to_index #(
    .Size(Buffers)
  ) u_slot (
    .clk_i   (clk_i),
    .rst_ni  (rst_ni),
    .onehot_i(push_o),
    .index_o (slot_o)
  );

  `WF_ASSERT(MappingUnique, !is_data || $onehot0(match))
  `WF_COVER(MwayAllocatorHeaderRefused, is_header && !acknowledge_o)
  `WF_COVER(MwayAllocatorDataRefused, is_data && (match & full_i) != '0)
  `WF_COVER(MwayAllocatorClassZero, allocate_o && !class_i)
  `WF_COVER(MwayAllocatorClassOne, allocate_o && class_i)
  `WF_COVER(MwayAllocatorFills, fills_o)
  `WF_COVER(MwayAllocatorOneClassFull, ^available_o)

endmodule

`endif
