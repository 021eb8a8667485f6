// SPDX-License-Identifier: Apache-2.0
//
// A header's step over a link of one dimension and direction: one hop less to go.
//
// Combinational; other flits pass through. `crossed` becomes 0 with the last hop of the dimension,
// else 1 if this is the wrap link or it was 1.
// Parameters: HopOffset and HopWidth, where the hops of the dimension (and phase) lie; Minus, the
// direction; CrossedBit, on a Torus; Around, the extent of the ring if the link may lead away from
// the destination, else 0: if the way back is longer than half the ring, the hops go on around it.
`ifndef MESH_HEADER_UPDATE_SV_
`define MESH_HEADER_UPDATE_SV_
`include "wayfarer_assert.svh"

module mesh_header_update #(
  parameter int unsigned HopOffset  = 0,
  parameter int unsigned HopWidth   = 3,
  parameter bit          Minus      = 1'b0,
  parameter bit          Torus      = 1'b0,
  parameter int unsigned CrossedBit = 6,
  parameter int unsigned Around     = 0,
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

  if (Around == 0) begin : gen_towards
    assign hops = data_i[HopOffset+:HopWidth] + (Minus ? HopWidth'(1) : '1);
  end else begin : gen_around
    localparam logic signed [HopWidth:0] Ring = (HopWidth + 1)'(Around);
    localparam logic signed [HopWidth:0] Half = (HopWidth + 1)'(Around / 2);
    logic signed [HopWidth:0] left, back;
    assign left = $signed({data_i[HopOffset+HopWidth-1], data_i[HopOffset+:HopWidth]}) +
                  (Minus ? (HopWidth + 1)'(1) : '1);
    if (Minus) begin : gen_minus
      assign back = left > Half ? left - Ring : left;
    end else begin : gen_plus
      assign back = left < -Half ? left + Ring : left;
    end
    assign hops = back[HopWidth-1:0];

    logic unused_sign;
    assign unused_sign = back[HopWidth];
  end

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

`endif
