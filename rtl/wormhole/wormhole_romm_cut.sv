// SPDX-License-Identifier: Apache-2.0
//
// Cuts displacements of a ROMM route with more phases than dimensions until every phase has a piece
// or none can be cut.
//
// Parameters: Phases, more than Dimensions, which are at least 1; DigitWidth, bits of a distance.
// Round r, from 1 to ceil(Phases / Dimensions) - 1, cuts displacements of r pieces that are longer
// than r hops, one after the other in random order, once each. The point of a cut is uniform among
// the remaining points. The piece after it goes to the next slot of the order.
// start_i: the header is loaded with the whole displacements ways_i in the first slots of order_i;
// active_i from the next cycle on until done_o. hops_i is the header, a register outside, and
// hops_o its next value. A cycle with draws_o takes random_i, which has enough bits for a
// dimension and for a distance.
// Latency: per cut two draws, plus repeated ones, and one cycle per slot up to that of the piece;
// one cycle per round.
// Combinational paths:
//   active_i, fresh_i -> draws_o
//   active_i, order_i, hops_i -> hops_o
//   active_i -> done_o
`ifndef WORMHOLE_ROMM_CUT_SV_
`define WORMHOLE_ROMM_CUT_SV_
`include "wayfarer_assert.svh"

module wormhole_romm_cut #(
  parameter int unsigned Phases     = 4,
  parameter int unsigned Dimensions = 2,
  parameter int unsigned DigitWidth = 2,
  localparam int unsigned HopWidth  = DigitWidth + 1,
  localparam int unsigned SlotWidth = wf_pkg::index_width(Phases),
  localparam int unsigned DimWidth  = wf_pkg::index_width(Dimensions),
  localparam int unsigned DrawWidth = DigitWidth > DimWidth ? DigitWidth : DimWidth
) (
  input  logic                                            clk_i,
  input  logic                                            rst_ni,
  input  logic                                            start_i,
  input  logic [Dimensions-1:0][HopWidth-1:0]             ways_i,
  input  logic                                            active_i,
  input  logic                                            fresh_i,
  input  logic [DrawWidth-1:0]                            random_i,
  output logic                                            draws_o,
  input  logic [Phases-1:0][SlotWidth-1:0]                order_i,
  input  logic [Phases-1:0][Dimensions-1:0][HopWidth-1:0] hops_i,
  output logic [Phases-1:0][Dimensions-1:0][HopWidth-1:0] hops_o,
  output logic                                            done_o
);

  `WF_ASSERT_STATIC(WormholeRommCutLegal,
                    Phases > Dimensions && Phases <= mesh_pkg::MaxPhases && Dimensions >= 1 &&
                    DigitWidth >= 1 && DigitWidth <= 16)

  localparam int unsigned Rounds     = wf_pkg::ceil_div(Phases, Dimensions) - 1;
  localparam int unsigned CountWidth = wf_pkg::count_width(Phases);

  typedef enum logic [1:0] {
    Pick,   // a displacement
    Point,  // in it
    Find    // the slot with the piece that has the point
  } step_e;

  typedef logic [CountWidth-1:0] count_t;
  typedef logic [DigitWidth-1:0] digit_t;

  step_e                step_q;
  count_t               round_q, total_q;  // total: pieces of all displacements
  count_t               count_q  [Dimensions];
  digit_t               length_q [Dimensions];
  logic [DimWidth-1:0]  dimension_q, dimension;
  digit_t               point_q, point, most;  // a point: hops before it that could be points
  logic [SlotWidth-1:0] slot_q;
  logic [Dimensions-1:0] candidate;
  logic                 full, picks, points;

  for (genvar d = 0; d < Dimensions; d++) begin : gen_candidate
    assign candidate[d] = count_q[d] == round_q && 32'(length_q[d]) > 32'(round_q);
  end

  assign full    = total_q == count_t'(Phases) || 32'(round_q) > Rounds;
  assign done_o  = active_i && step_q == Pick && full;
  assign picks   = step_q == Pick && !full && candidate != '0;
  assign draws_o = active_i && fresh_i && (picks || step_q == Point);

  assign dimension = random_i[DimWidth-1:0];
  assign most      = length_q[dimension_q] - DigitWidth'(count_q[dimension_q]) - digit_t'(1);
  assign point     = random_i[DigitWidth-1:0] &
                     digit_t'(wormhole_source_pkg::smear(16'(most)));
  assign points    = draws_o && step_q == Point && point <= most;

  // The piece in the slot under search, and the points in it.
  logic [HopWidth-1:0] piece;
  digit_t              size, room;
  logic                minus, splits;

  assign piece  = hops_i[slot_q][dimension_q];
  assign minus  = piece[HopWidth-1];
  assign size   = DigitWidth'(minus ? -piece : piece);
  assign room   = size == '0 ? '0 : size - digit_t'(1);
  assign splits = active_i && step_q == Find && point_q < room;

  always_comb begin
    digit_t before_point;
    before_point = point_q + digit_t'(1);
    hops_o       = hops_i;
    if (splits) begin
      hops_o[slot_q][dimension_q] = minus ? -{1'b0, before_point} : {1'b0, before_point};
      hops_o[order_i[SlotWidth'(total_q)]][dimension_q] =
          minus ? piece + {1'b0, before_point} : piece - {1'b0, before_point};
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || start_i) begin
      step_q  <= Pick;
      round_q <= count_t'(1);
    end else if (active_i) begin
      case (step_q)
        Pick: begin
          if (!full && candidate == '0) round_q <= round_q + count_t'(1);
          if (draws_o && 32'(dimension) < Dimensions && candidate[dimension]) step_q <= Point;
        end
        Point: if (points) step_q <= Find;
        default: if (splits) step_q <= Pick;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (step_q == Pick) dimension_q <= dimension;
    if (points) begin
      point_q <= point;
      slot_q  <= '0;
    end else if (step_q == Find) begin
      point_q <= point_q - room;
      slot_q  <= slot_q + SlotWidth'(1);
    end
  end

  for (genvar d = 0; d < Dimensions; d++) begin : gen_count
    always_ff @(posedge clk_i) begin
      if (start_i) begin
        count_q[d]  <= count_t'(ways_i[d] != '0);
        length_q[d] <= DigitWidth'(ways_i[d][HopWidth-1] ? -ways_i[d] : ways_i[d]);
      end else if (splits && 32'(dimension_q) == d) begin
        count_q[d] <= count_q[d] + count_t'(1);
      end
    end
  end
  count_t wholes;  // displacements that are not zero
  always_comb begin
    wholes = '0;
    for (int unsigned d = 0; d < Dimensions; d++) wholes = wholes + count_t'(ways_i[d] != '0);
  end
  always_ff @(posedge clk_i) begin
    if (start_i)     total_q <= wholes;
    else if (splits) total_q <= total_q + count_t'(1);
  end

  `WF_ASSERT(WormholeRommCutNewSlotIsEmpty,
             !splits || hops_i[order_i[SlotWidth'(total_q)]] == '0)

endmodule

`endif
