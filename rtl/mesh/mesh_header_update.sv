// A header's step over a link of one dimension and direction: one hop less to go.
//
// Combinational; other flits pass through. `crossed` becomes 0 with the last hop of the dimension,
// else 1 if this is the wrap link or it was 1.
// Parameters: HopOffset and HopWidth, where the hops of the dimension (and phase) lie; Minus, the
// direction; CrossedBit, on a Torus.
`include "wayfarer_assert.svh"

module mesh_header_update #(
  parameter int unsigned HopOffset  = 0,
  parameter int unsigned HopWidth   = 3,
  parameter bit          Minus      = 1'b0,
  parameter bit          Torus      = 1'b0,
  parameter int unsigned CrossedBit = 6,
  parameter int unsigned FlitWidth  = 64
) (
  input  logic                 head_i,
  input  logic                 wraps_i,  // the link is the wrap link of a torus
  input  logic [FlitWidth-1:0] data_i,
  output logic [FlitWidth-1:0] data_o
);

  `WF_ASSERT_STATIC(MeshHeaderUpdateLegal,
                    HopWidth >= 2 && FlitWidth >= HopOffset + HopWidth &&
                    (!Torus || FlitWidth > CrossedBit))

  logic [HopWidth-1:0] hops;
  assign hops = data_i[HopOffset+:HopWidth] + (Minus ? HopWidth'(1) : '1);

  logic [FlitWidth-1:0] header;

  for (genvar i = 0; i < FlitWidth; i++) begin : gen_bit
    if (i >= HopOffset && i < HopOffset + HopWidth) begin : gen_hops
      assign header[i] = hops[i-HopOffset];
    end else if (Torus && i == CrossedBit) begin : gen_crossed
      assign header[i] = hops != '0 && (data_i[i] || wraps_i);
    end else begin : gen_same
      assign header[i] = data_i[i];
    end
  end

  if (!Torus) begin : gen_unused
    logic unused_wraps;
    assign unused_wraps = wraps_i;
  end

  assign data_o = head_i ? header : data_i;

endmodule
