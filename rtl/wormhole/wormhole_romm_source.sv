// SPDX-License-Identifier: Apache-2.0
//
// Source of routes: takes a destination and gives the hops of a header, drawn at random.
//
// Nesson and Johnsson, section 4: routes of n-PHASE ROMM, VALIANT and DIMORDER, and others that
// wormhole_source_pkg lists; ROMM through nodes of the smallest submesh ("quadrant") is BookSim2's,
// not the paper's. sim/family/wormhole/phases.hpp has the rules of each; the distribution is that
// of its enumeration. On a torus a displacement of half an extent goes either way, by a random bit.
// Parameters: Mesh; Routing (wormhole_source_pkg), with the Phases that it has.
// seed_i: of the generator, constant; position_i: this node; dest_i: number of a terminal.
// A destination is taken when valid_i and ready_o are high; its header stays at the output until
// ready_i. Illegal, and asserted: a destination outside the network.
//
// Draws are those of mesh_draws. A number below n is drawn as a number of ceil(log2 n) bits and
// drawn again if it is not below n, so there is no bias.
// Choices that do not depend on the destination are drawn ahead: the order in which phases are
// dealt, and VALIANT's node. Others follow the destination: cuts of displacements (more Phases than
// dimensions) and nodes of the submesh.
// Latency: with a destination taken in cycle t, its header is at the output in cycle t + 1, unless
// it needs draws: one of Window cycles for each, and as many again where it is repeated.
// Throughput: a header every second cycle, but not faster than the draws.
// Combinational paths: none.
`ifndef WORMHOLE_ROMM_SOURCE_SV_
`define WORMHOLE_ROMM_SOURCE_SV_
`include "wayfarer_assert.svh"

module wormhole_romm_source
  import mesh_pkg::*;
  import mesh_stream_pkg::LfsrWidth;
  import stream_pkg::terminal_t;
  import wormhole_source_pkg::*;
#(
  parameter mesh_t       Mesh    = default_mesh(),
  parameter int unsigned Routing = DimensionOrder,
  localparam int unsigned Dimensions = Mesh.Dimensions,
  localparam int unsigned Phases     = Mesh.Phases,
  localparam int unsigned DigitWidth = digit_width(Mesh.Extents),
  localparam int unsigned HopWidth   = hop_width(Mesh.Extents)
) (
  input  logic                                            clk_i,
  input  logic                                            rst_ni,
  input  logic [LfsrWidth-1:0]                            seed_i,
  input  logic [Dimensions-1:0][DigitWidth-1:0]           position_i,
  input  logic                                            valid_i,
  output logic                                            ready_o,
  input  terminal_t                                       dest_i,
  output logic                                            valid_o,
  input  logic                                            ready_i,
  output logic [Phases-1:0][Dimensions-1:0][HopWidth-1:0] hops_o
);

  `WF_ASSERT_STATIC(WormholeRommSourceLegal,
                    mesh_legal(Mesh) &&
                    routing_legal(Mesh.Dimensions, Mesh.Phases, Routing) &&
                    stream_pkg::terminals_legal(nodes(Mesh.Extents)))

  localparam int unsigned Window     = draw_width(Mesh.Torus, Dimensions, Phases, DigitWidth,
                                                   Routing);
  localparam int unsigned Slots      = slots(Dimensions, Phases);
  localparam int unsigned SlotWidth  = wf_pkg::index_width(Slots);
  localparam int unsigned PhaseWidth = wf_pkg::index_width(Phases);
  // Whether a header takes draws after its destination is known.
  localparam bit          Shapes     = Phases > 1 && (Routing == RommNodes ||
                                                      (Routing == Romm && Phases > Dimensions));

  typedef logic [HopWidth-1:0]               hop_t;
  typedef hop_t [Phases-1:0][Dimensions-1:0] hops_t;

  // Random bits.
  logic                 fresh;     // no draw has had the low bits of `random`
  logic                 draws;     // and one has them now
  logic [LfsrWidth-1:0] random;

  mesh_draws #(
    .Window(Window)
  ) u_draws (
    .clk_i   (clk_i),
    .rst_ni  (rst_ni),
    .seed_i  (seed_i),
    .draw_i  (draws),
    .fresh_o (fresh),
    .random_o(random)
  );

  logic unused_random;
  assign unused_random = ^random;

  // The handshake.
  logic  prepared;  // what is drawn ahead has been
  logic  accept, shaped, ahead_draws, shape_draws, shaping_q, valid_q;
  hops_t whole, shape, hops_q;

  assign ready_o = prepared && fresh && !shaping_q && !valid_q;
  assign accept  = valid_i && ready_o;
  assign draws   = ahead_draws || shape_draws || accept;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      shaping_q <= 1'b0;
      valid_q   <= 1'b0;
    end else if (accept) begin
      shaping_q <= Shapes;
      valid_q   <= !Shapes;
    end else if (shaping_q) begin
      shaping_q <= !shaped;
      valid_q   <= shaped;
    end else if (ready_i) begin
      valid_q   <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (accept)         hops_q <= whole;
    else if (shaping_q) hops_q <= shape;
  end

  assign valid_o = valid_q;
  assign hops_o  = hops_q;

  // Displacements of the whole route.
  logic [Dimensions-1:0][DigitWidth-1:0] there;
  hop_t [Dimensions-1:0]                 ways;

  mesh_ways #(
    .Mesh(Mesh)
  ) u_ways (
    .position_i(position_i),
    .dest_i    (dest_i),
    .ties_i    (random[Dimensions-1:0]),
    .there_o   (there),
    .ways_o    (ways)
  );

  logic unused_ways;
  assign unused_ways = ^{there, ways};

  if (Phases == 1) begin : gen_one_phase
    assign prepared    = 1'b1;
    assign ahead_draws = 1'b0;
    assign whole       = ways;

  end else if (Routing == Valiant) begin : gen_valiant
    logic [Dimensions-1:0][DigitWidth-1:0] middle;

    wormhole_romm_middle #(
      .Extents   (Mesh.Extents),
      .Dimensions(Dimensions)
    ) u_middle (
      .clk_i   (clk_i),
      .rst_ni  (rst_ni),
      .again_i (accept),
      .fresh_i (fresh),
      .random_i(random[DigitWidth-1:0]),
      .draws_o (ahead_draws),
      .done_o  (prepared),
      .middle_o(middle)
    );

    for (genvar d = 0; d < Dimensions; d++) begin : gen_dimension
      mesh_displacement #(
        .Extent    (32'(Mesh.Extents[d])),
        .DigitWidth(DigitWidth),
        .Torus     (Mesh.Torus)
      ) u_first (
        .from_i(position_i[d]),
        .to_i  (middle[d]),
        .tie_i (random[d]),
        .hops_o(whole[0][d])
      );

      mesh_displacement #(
        .Extent    (32'(Mesh.Extents[d])),
        .DigitWidth(DigitWidth),
        .Torus     (Mesh.Torus)
      ) u_second (
        .from_i(middle[d]),
        .to_i  (there[d]),
        .tie_i (random[Dimensions+d]),
        .hops_o(whole[1][d])
      );
    end

  end else if (Routing == RommNodes) begin : gen_nodes
    // The last phase has what is left of the way.
    assign prepared    = 1'b1;
    assign ahead_draws = 1'b0;
    assign whole       = {ways, {(Phases - 1) * Dimensions * HopWidth{1'b0}}};

    wormhole_romm_parts #(
      .Phases    (Phases),
      .Dimensions(Dimensions),
      .DigitWidth(DigitWidth)
    ) u_parts (
      .clk_i   (clk_i),
      .rst_ni  (rst_ni),
      .start_i (accept),
      .active_i(shaping_q),
      .fresh_i (fresh),
      .random_i(random[DigitWidth-1:0]),
      .draws_o (shape_draws),
      .hops_i  (hops_q),
      .hops_o  (shape),
      .done_o  (shaped)
    );

  end else begin : gen_deal
    // Displacements take the first slots of the order.
    logic [Slots-1:0][SlotWidth-1:0] order;
    logic [PhaseWidth-1:0]           phase_of [wf_pkg::padded_size(Slots)];

    wormhole_romm_deal #(
      .Slots(Slots)
    ) u_deal (
      .clk_i   (clk_i),
      .rst_ni  (rst_ni),
      .again_i (Shapes ? shaping_q && shaped : accept),
      .fresh_i (fresh),
      .random_i(random[SlotWidth-1:0]),
      .draws_o (ahead_draws),
      .done_o  (prepared),
      .order_o (order)
    );

    for (genvar s = 0; s < wf_pkg::padded_size(Slots); s++) begin : gen_slot
      assign phase_of[s] = s < Slots ? PhaseWidth'(slot_phase(Dimensions, Phases, s)) : '0;
    end
    always_comb begin
      logic [SlotWidth-1:0] rank;  // of a displacement among those that are not zero
      rank  = '0;
      whole = '0;
      for (int unsigned d = 0; d < Dimensions; d++) begin
        whole[phase_of[order[rank]]][d] = ways[d];
        rank = rank + SlotWidth'(ways[d] != '0);
      end
    end

    if (Shapes) begin : gen_cut
      localparam int unsigned CutWidth = larger(DigitWidth, wf_pkg::index_width(Dimensions));

      wormhole_romm_cut #(
        .Phases    (Phases),
        .Dimensions(Dimensions),
        .DigitWidth(DigitWidth)
      ) u_cut (
        .clk_i   (clk_i),
        .rst_ni  (rst_ni),
        .start_i (accept),
        .ways_i  (ways),
        .active_i(shaping_q),
        .fresh_i (fresh),
        .random_i(random[CutWidth-1:0]),
        .draws_o (shape_draws),
        .order_i (order),
        .hops_i  (hops_q),
        .hops_o  (shape),
        .done_o  (shaped)
      );
    end
  end

  if (!Shapes) begin : gen_ready_made
    assign shape_draws = 1'b0;
    assign shaped      = 1'b1;
    assign shape       = hops_q;
  end

  `WF_ASSERT(WormholeRommSourceKnowsDestination, !valid_i || 32'(dest_i) < nodes(Mesh.Extents))
  `WF_ASSERT_STABLE(WormholeRommSourceHeld, valid_o && !ready_i, {valid_o, hops_o})

endmodule

`endif
