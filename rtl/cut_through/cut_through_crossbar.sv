// Crossbar of the cut-through router: joins input buffers to output buffers and moves their flits.
//
// Parameters: Inputs and Outputs, the buffers of a node; FlitWidth.
// Latency: combinational. A connection made in a cycle (connect_input_i and connect_output_i,
// one-hot or zero) moves its header in that cycle, and ends with the tail. Every connected input
// buffer that holds a flit moves one a cycle: the output buffer has room for the whole message.
// input_connected_o and output_connected_o are registers.
// Illegal: connecting a buffer that is already connected.
`include "wayfarer_assert.svh"

module cut_through_crossbar
  import mesh_pkg::*;
#(
  parameter int unsigned Inputs    = 13,
  parameter int unsigned Outputs   = 13,
  parameter int unsigned FlitWidth = 64
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic [Inputs-1:0]    connect_input_i,
  input  logic [Outputs-1:0]   connect_output_i,
  output logic [Inputs-1:0]    input_connected_o,
  output logic [Outputs-1:0]   output_connected_o,
  // Input buffers.
  input  logic [Inputs-1:0]    holds_i,
  input  flit_tag_t            tag_i  [Inputs],
  input  logic [FlitWidth-1:0] data_i [Inputs],
  output logic [Inputs-1:0]    pop_o,
  // Output buffers.
  output logic [Outputs-1:0]   push_o,
  output flit_tag_t            tag_o  [Outputs],
  output logic [FlitWidth-1:0] data_o [Outputs]
);

  `WF_ASSERT_STATIC(CutThroughCrossbarLegal, Inputs >= 1 && Outputs >= 1 && FlitWidth >= 1)

  localparam int unsigned SourceWidth = wf_pkg::index_width(Inputs);
  localparam int unsigned Padded      = wf_pkg::padded_size(Inputs);

  // Padded: any value of a source index selects an element.
  logic [Padded-1:0]    holds;
  flit_tag_t            tag [Padded];
  logic [FlitWidth-1:0] data[Padded];

  assign holds = Padded'(holds_i);

  for (genvar i = 0; i < Padded; i++) begin : gen_padding
    if (i < Inputs) begin : gen_input
      assign tag[i]  = tag_i[i];
      assign data[i] = data_i[i];
    end else begin : gen_none
      assign tag[i]  = '0;
      assign data[i] = '0;
    end
  end

  logic [SourceWidth-1:0] connect_source;

  wf_onehot_to_index #(
    .Size(Inputs)
  ) u_source (
    .onehot_i(connect_input_i),
    .index_o (connect_source)
  );

  logic [Inputs-1:0] input_joined, input_connected_q;

  assign input_joined = input_connected_q | connect_input_i;
  assign pop_o        = input_joined & holds_i;

  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    always_ff @(posedge clk_i) begin
      if (!rst_ni) input_connected_q[i] <= 1'b0;
      else         input_connected_q[i] <= input_joined[i] && !(pop_o[i] && tag_i[i][Tail]);
    end
  end

  logic [Outputs-1:0] output_joined, output_connected_q;

  assign output_joined = output_connected_q | connect_output_i;

  for (genvar o = 0; o < Outputs; o++) begin : gen_output
    logic [SourceWidth-1:0] source_q, source;

    assign source    = connect_output_i[o] ? connect_source : source_q;
    assign push_o[o] = output_joined[o] && holds[source];
    assign tag_o[o]  = tag[source];
    assign data_o[o] = data[source];

    always_ff @(posedge clk_i) begin
      source_q <= source;
      if (!rst_ni) output_connected_q[o] <= 1'b0;
      else         output_connected_q[o] <= output_joined[o] && !(push_o[o] && tag_o[o][Tail]);
    end
  end

  assign input_connected_o  = input_connected_q;
  assign output_connected_o = output_connected_q;

  `WF_ASSERT(CutThroughConnectsPairs, $onehot0(connect_input_i) && $onehot0(connect_output_i) &&
                                      (|connect_input_i) == (|connect_output_i))
  `WF_ASSERT(CutThroughConnectsOnce, (connect_input_i & input_connected_q) == '0 &&
                                     (connect_output_i & output_connected_q) == '0)
  `WF_ASSERT(CutThroughEveryFlitMovesOnce, $countones(pop_o) == $countones(push_o))

endmodule
