// The crossbar: joins buffers, not ports, so that all of them can move a flit at once.
//
// Combinational. An output that is connected sees the front flit of its source; fed_o says that
// there is one. take_i takes that flit, which pops its buffer; end_o says that it was a tail.
// Parameters: Inputs and Outputs, buffers on either side; FlitWidth.
`include "wayfarer_assert.svh"

module wormhole_crossbar
  import mesh_pkg::*;
#(
  parameter int unsigned Inputs    = 10,
  parameter int unsigned Outputs   = 10,
  parameter int unsigned FlitWidth = 64,
  localparam int unsigned IndexWidth = wf_pkg::index_width(Inputs)
) (
  // Inputs.
  input  logic [Inputs-1:0]     occupied_i,
  input  flit_tag_t             tag_i  [Inputs],
  input  logic [FlitWidth-1:0]  data_i [Inputs],
  output logic [Inputs-1:0]     pop_o,
  // Outputs.
  input  logic [Outputs-1:0]    connected_i,
  input  logic [IndexWidth-1:0] source_i [Outputs],
  output logic [Outputs-1:0]    fed_o,
  output flit_tag_t             tag_o  [Outputs],
  output logic [FlitWidth-1:0]  data_o [Outputs],
  input  logic [Outputs-1:0]    take_i,
  output logic [Outputs-1:0]    end_o
);

  `WF_ASSERT_STATIC(WormholeCrossbarLegal, Inputs >= 1 && Outputs >= 1 && FlitWidth >= 1)

  localparam int unsigned Padded = wf_pkg::padded_size(Inputs);

  // Padded, so that no index leads outside.
  logic [Padded-1:0]    occupied;
  flit_tag_t            tag  [Padded];
  logic [FlitWidth-1:0] data [Padded];

  assign occupied = Padded'(occupied_i);

  for (genvar i = 0; i < Padded; i++) begin : gen_input
    if (i < Inputs) begin : gen_used
      logic [Outputs-1:0] taken;
      for (genvar o = 0; o < Outputs; o++) begin : gen_output
        assign taken[o] = take_i[o] && source_i[o] == IndexWidth'(i);
      end
      assign pop_o[i] = |taken;
      assign tag[i]   = tag_i[i];
      assign data[i]  = data_i[i];
      `WF_ASSERT_COMB(WormholeCrossbarOneReader, $onehot0(taken))
    end else begin : gen_padding
      assign tag[i]  = '0;
      assign data[i] = '0;
    end
  end

  for (genvar o = 0; o < Outputs; o++) begin : gen_output
    assign fed_o[o]  = connected_i[o] && occupied[source_i[o]];
    assign tag_o[o]  = tag[source_i[o]];
    assign data_o[o] = data[source_i[o]];
    assign end_o[o]  = take_i[o] && tag_o[o][Tail];
  end

  `WF_ASSERT_COMB(WormholeCrossbarTakesWhatIsThere, (take_i & ~fed_o) == '0)

endmodule
