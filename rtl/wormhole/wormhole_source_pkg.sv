// SPDX-License-Identifier: Apache-2.0
//
// Routings that a source of headers draws, and the header of a message on a stream.
`ifndef WORMHOLE_SOURCE_PKG_SV_
`define WORMHOLE_SOURCE_PKG_SV_
/* verilator lint_off TIMESCALEMOD */

package wormhole_source_pkg;

  // How the phases of a route are drawn; the numbers are those of WormholeRoutingKind in C++.
  localparam int DimensionOrder = 0;  // one phase
  localparam int Romm           = 1;  // displacements, whole or cut, dealt to the phases
  localparam int Valiant        = 2;  // by way of a node drawn from all
  localparam int EitherOrder    = 3;  // two dimensions, either of them first
  localparam int RommNodes      = 4;  // by way of nodes of the least submesh: BookSim2's

  function automatic bit routing_legal(int unsigned dimensions, int unsigned phases,
                                      int unsigned routing);
    case (routing)
      DimensionOrder: routing_legal = phases == 1;
      Valiant:        routing_legal = phases == 2;
      EitherOrder:    routing_legal = phases == 2 && dimensions == 2;
      default:        routing_legal = routing == Romm || routing == RommNodes;
    endcase
  endfunction

  function automatic int unsigned larger(int unsigned a, int unsigned b);
    larger = a > b ? a : b;
  endfunction

  // Places to which displacements are dealt: phase p has ceil or floor of slots / Phases of them,
  // later phases the more.
  function automatic int unsigned slots(int unsigned dimensions, int unsigned phases);
    slots = larger(phases, dimensions);
  endfunction

  function automatic int unsigned slot_phase(int unsigned dimensions, int unsigned phases,
                                            int unsigned slot);
    int unsigned few, first;
    few   = slots(dimensions, phases) / phases;                      // slots of an early phase
    first = (phases - slots(dimensions, phases) % phases) * few;     // the first of a later one
    if (slot < first) slot_phase = slot / few;
    else              slot_phase = first / few + (slot - first) / (few + 1);
  endfunction

  // Directions to choose between where both are equally long, at most.
  function automatic int unsigned ties(bit torus, int unsigned dimensions, int unsigned routing);
    ties = !torus ? 0 : routing == Valiant ? 2 * dimensions : dimensions;
  endfunction

  // Random bits of the widest draw; 0: nothing is drawn. digit: bits of a digit of an address.
  function automatic int unsigned draw_width(bit torus, int unsigned dimensions,
                                            int unsigned phases, int unsigned digit,
                                            int unsigned routing);
    draw_width = ties(torus, dimensions, routing);
    if (phases > 1) begin
      if (routing == Valiant || routing == RommNodes || phases > dimensions)
        draw_width = larger(draw_width, digit);
      if (routing == Romm || routing == EitherOrder)
        draw_width = larger(draw_width, wf_pkg::index_width(slots(dimensions, phases)));
    end
  endfunction

  // The mask of the bits up to the highest one of `value`: a draw below it is not above `value` in
  // at least half of the cases.
  function automatic logic [15:0] smear(logic [15:0] value);
    smear = value | (value >> 1);
    smear = smear | (smear >> 2);
    smear = smear | (smear >> 4);
    smear = smear | (smear >> 8);
  endfunction

endpackage

`endif
