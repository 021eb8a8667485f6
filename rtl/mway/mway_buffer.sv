// SPDX-License-Identifier: Apache-2.0
//
// State of one buffer (paper section 3.3, Figure 5): allocation A, full F, driver number Drv,
// driver's buffer number Buf, front and rear pointers, and the tag, way and class of every flit
// it holds. The data of the flits lies in the memory of the buffer set (mway_bank).
//
// A is split in two bits. `allocated` means that no header may be accepted; `mapped` that body and
// tail flits of (Drv, Buf) belong here. Early freeing clears both when the tail arrives, so that
// the next message can queue after it. Late freeing keeps `allocated` until the tail leaves, but
// must close the mapping when the tail arrives: the sender's buffer is free from then on, and its
// next message would match two buffers otherwise.
//
// A flit pushed with TagInvalid is the header of a message to discard: it and all flits up to its
// tail are popped without appearing at the output. One push and one pop per cycle; a flit can be
// popped in the cycle after it was pushed. Illegal: push when full, pop when front_tag_o is
// TagInvalid.
//
// Registered selects registers of their own for full, empty and free, where long paths begin; else
// they are decoded from the level, which simulates faster.
`ifndef MWAY_BUFFER_SV_
`define MWAY_BUFFER_SV_
`include "wayfarer_assert.svh"

module mway_buffer
  import mway_pkg::*;
#(
  parameter int unsigned Depth        = 2,
  parameter int unsigned BufferWidth  = 2,
  parameter bit          EarlyFreeing = 1'b1,
  parameter bit          Registered   = 1'b0,
  localparam int unsigned PointerWidth = wf_pkg::index_width(Depth)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  // A flit arrives; allocate_i with a header.
  input  logic                    push_i,
  input  logic                    allocate_i,
  input  flit_tag_e               push_tag_i,
  input  way_t                    push_way_i,
  input  logic                    push_class_i,
  input  driver_t                 driver_i,
  input  logic [BufferWidth-1:0]  driver_buffer_i,
  // The front flit leaves.
  input  logic                    pop_i,
  output flit_tag_e               front_tag_o,  // TagInvalid: no flit to send
  output way_t                    front_way_o,
  output logic                    front_class_o,
  output flit_tag_e               next_tag_o,   // the flit behind the front one
  output way_t                    next_way_o,
  output logic                    next_class_o,
  output logic [PointerWidth-1:0] front_o,
  output logic [PointerWidth-1:0] rear_o,
  // Status, all from registers.
  output logic                    mapped_o,
  output logic                    full_o,
  output logic                    empty_o,
  output logic                    free_o,      // neither allocated nor full
  output logic                    one_left_o,  // one more flit fills it
  output driver_t                 driver_o,
  output logic [BufferWidth-1:0]  driver_buffer_o
);

  `WF_ASSERT_STATIC(MwayBufferLegal,
                    Depth >= 1 && Depth <= MaxDepth && BufferWidth >= 1 &&
                    BufferWidth <= wf_pkg::index_width(MaxBuffers))

  localparam int unsigned LevelWidth = $clog2(Depth + 1);
  localparam int unsigned Slots      = 1 << PointerWidth;

  typedef struct packed {
    flit_tag_e tag;
    way_t      way;
    logic      buffer_class;
  } slot_t;

  slot_t [Slots-1:0]        slots_q;
  logic  [LevelWidth-1:0]   level_q;
  logic  [PointerWidth-1:0] front_q;
  logic  [PointerWidth-1:0] rear_q;
  logic                     allocated_q;
  logic                     mapped_q;
  logic                     discard_q;
  driver_t                  driver_q;
  logic  [BufferWidth-1:0]  driver_buffer_q;
  slot_t                    front, next;
  logic  [PointerWidth-1:0] second;  // the slot behind the front one
  logic                     discard;
  logic                     pop;
  logic                     tail_arrives;
  logic                     tail_leaves;
  logic                     frees;

  assign one_left_o = level_q == LevelWidth'(Depth - 1);

  assign second        = front_q == PointerWidth'(Depth - 1) ? '0 : front_q + 1'b1;
  assign front         = slots_q[front_q];
  assign next          = slots_q[second];
  assign discard       = ~empty_o & (discard_q | (front.tag == TagInvalid));
  assign pop           = pop_i | discard;
  assign front_tag_o   = empty_o | discard ? TagInvalid : front.tag;
  assign front_way_o   = front.way;
  assign front_class_o = front.buffer_class;
  assign next_tag_o    = empty_o | level_q == LevelWidth'(1) ? TagInvalid : next.tag;
  assign next_way_o    = next.way;
  assign next_class_o  = next.buffer_class;
  assign front_o       = front_q;
  assign rear_o        = rear_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      level_q   <= '0;
      front_q   <= '0;
      rear_q    <= '0;
      discard_q <= 1'b0;
    end else begin
      if (push_i != pop) level_q <= push_i ? level_q + 1'b1 : level_q - 1'b1;
      if (push_i) rear_q <= rear_q == PointerWidth'(Depth - 1) ? '0 : rear_q + 1'b1;
      if (pop) front_q <= second;
      if (discard) discard_q <= front.tag != TagTail;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_i) slots_q[rear_q] <= '{push_tag_i, push_way_i, push_class_i};
  end

  assign tail_arrives = push_i & (push_tag_i == TagTail);
  assign tail_leaves  = pop & (front.tag == TagTail);
  assign frees        = EarlyFreeing ? tail_arrives : tail_leaves;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      allocated_q <= 1'b0;
      mapped_q    <= 1'b0;
    end else if (allocate_i) begin
      allocated_q <= 1'b1;
      mapped_q    <= 1'b1;
    end else begin
      if (tail_arrives) mapped_q <= 1'b0;
      if (frees) allocated_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (allocate_i) begin
      driver_q        <= driver_i;
      driver_buffer_q <= driver_buffer_i;
    end
  end

  if (Registered) begin : gen_registered
    logic full_d, full_q;
    logic empty_q;
    logic free_q;

    assign full_d = ~pop & (push_i ? one_left_o : full_q);

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        full_q  <= 1'b0;
        empty_q <= 1'b1;
        free_q  <= 1'b1;
      end else begin
        full_q  <= full_d;
        empty_q <= ~push_i & (empty_q | (pop & level_q == LevelWidth'(1)));
        free_q  <= ~full_d & ~allocate_i & (frees | ~allocated_q);
      end
    end

    assign full_o  = full_q;
    assign empty_o = empty_q;
    assign free_o  = free_q;

    `WF_ASSERT(MwayBufferFlagsAgree,
               full_q == (level_q == LevelWidth'(Depth)) && empty_q == (level_q == '0) &&
               free_q == (!allocated_q && !full_q))
  end else begin : gen_decoded
    assign full_o  = level_q == LevelWidth'(Depth);
    assign empty_o = level_q == '0;
    assign free_o  = ~allocated_q & ~full_o;
  end

  assign mapped_o        = mapped_q;
  assign driver_o        = driver_q;
  assign driver_buffer_o = driver_buffer_q;

  `WF_ASSERT(NoOverflow, !push_i || !full_o)
  `WF_ASSERT(NoUnderflow, !pop_i || (!empty_o && !discard))
  `WF_ASSERT(AllocateFreeBuffer, !allocate_i || (push_i && !allocated_q))
  `WF_ASSERT(DataOnlyMapped, !push_i || allocate_i || mapped_q)
  `WF_ASSERT_STABLE(MwayBufferFrontHeld, front_tag_o != TagInvalid && !pop_i,
                    {front_tag_o, front_way_o, front_class_o})
  `WF_COVER(MwayBufferFull, full_o)
  `WF_COVER(MwayBufferPassesOneFlit, push_i && pop_i && one_left_o)
  `WF_COVER(MwayBufferMappedAgain, allocate_i && !empty_o)
  `WF_COVER(MwayBufferEmptyWithinMessage, mapped_q && empty_o)
  `WF_COVER(MwayBufferDiscards, discard)

endmodule

`endif
