// Takes the place of a member that a channel at the edge of a mesh does not have: zeros on every
// line, as a driver (of one identifier) and as a receiver (of the opposite one).
`include "wayfarer_assert.svh"

module mway_tieoff
  import mway_pkg::*;
#(
  parameter int unsigned FlitWidth = 128,
  parameter int unsigned Buffers   = 4,
  localparam int unsigned BufferWidth = wf_pkg::index_width(Buffers)
) (
  output logic                   po3_o,
  output logic                   po2_o,
  output logic                   po1_o,
  output logic                   po0_o,
  output flit_tag_e              tag_o,
  output logic [BufferWidth-1:0] buffer_o,
  output logic [FlitWidth-1:0]   data_o,
  output logic                   acknowledge_o,
  output logic                   fills_o,
  output logic [BufferWidth-1:0] slot_o,
  output logic [1:0]             available_o,
  output logic [Buffers-1:0]     full_o
);

  `WF_ASSERT_STATIC(MwayTieoffLegal, FlitWidth >= 1 && Buffers >= 1 && Buffers <= MaxBuffers)

  assign po3_o         = 1'b0;
  assign po2_o         = 1'b0;
  assign po1_o         = 1'b0;
  assign po0_o         = 1'b0;
  assign tag_o         = TagInvalid;
  assign buffer_o      = '0;
  assign data_o        = '0;
  assign acknowledge_o = 1'b0;
  assign fills_o       = 1'b0;
  assign slot_o        = '0;
  assign available_o   = '0;
  assign full_o        = '0;

endmodule
