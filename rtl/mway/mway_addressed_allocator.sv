// Allocation unit of a buffer set on a channel with addressed flits, in place of mway_allocator.
//
// The driver names the set, and the buffer of a data flit. A header takes the lowest free buffer of
// its class, which Stat has shown to its driver from the same registers. So nothing is searched by
// content, and nothing is refused: with exact Stat a driver sends only what its receiver can take.
//
// Combinational, from the channel's lines and the buffers' registers. The lines end in one LUT of
// four inputs for each buffer, or five with two classes.
// Illegal: a header without a free buffer of its class, data for a buffer that is full or not mapped
// to the sender (assertions of mway_buffer_set and mway_buffer).
`include "wayfarer_assert.svh"

module mway_addressed_allocator
  import mway_pkg::*;
#(
  parameter int unsigned Buffers          = 4,
  parameter int unsigned ClassZeroBuffers = 4  // buffers below this serve class 0, others class 1
) (
  // The channel's lines; selected_i is that of this set's way.
  input  logic                    selected_i,
  input  flit_tag_e               tag_i,
  input  logic [Buffers-1:0]      slot_i,   // one-hot; data only
  input  logic                    class_i,  // headers only
  // The buffers that are neither allocated nor full.
  input  logic [Buffers-1:0]      free_i,
  // The buffer that takes the flit, one-hot.
  output logic [Buffers-1:0]      push_o,
  output logic                    allocate_o,
  // For the Stat lines: each class's lowest free buffer, one-hot, and whether there is one.
  output logic [1:0][Buffers-1:0] lowest_o,
  output logic [1:0]              available_o
);

  `WF_ASSERT_STATIC(MwayAddressedAllocatorLegal,
                    Buffers >= 1 && Buffers <= MaxBuffers && ClassZeroBuffers >= 1 &&
                    ClassZeroBuffers <= Buffers)

  localparam logic [Buffers-1:0] ClassZero = Buffers'((33'd1 << ClassZeroBuffers) - 33'd1);

  logic [1:0][Buffers-1:0] free;
  logic                    is_header;

  assign free = {free_i & ~ClassZero, free_i & ClassZero};

  for (genvar c = 0; c < 2; c++) begin : gen_class
    logic [Buffers-1:0] above;

    wf_prefix_or #(
      .Size(Buffers)
    ) u_above (
      .bits_i (free[c]),
      .above_o(above),
      .any_o  (available_o[c])
    );

    assign lowest_o[c] = free[c] & ~above;
  end

  assign is_header  = tag_i == TagHeader;
  assign push_o     = selected_i ? (is_header ? lowest_o[class_i] : slot_i) : '0;
  assign allocate_o = selected_i & is_header;

endmodule
