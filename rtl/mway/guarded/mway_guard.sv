// SPDX-License-Identifier: Apache-2.0
//
// A member's side of the guard of Drv (docs/mway-guarded.md): pulls the lines that show its copy
// of the current driver's number, and reads whether all copies agree. Where they do not, the cycle
// is void: the member sees no flit, so that none is taken, and its copy starts again from 0, as
// after reset (resynchronise_o). Without Config.Variant == Guarded it is wires.
// Combinational.
`ifndef MWAY_GUARD_SV_
`define MWAY_GUARD_SV_
`include "wayfarer_assert.svh"

module mway_guard
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t Config = config_of(Guarded)
) (
  input  driver_t   driver_i,   // the copy
  input  payload_t  sent_i,     // what the member sends
  output payload_t  payload_o,  // with its lines of the guard
  input  payload_t  payload_i,  // the channel's lines
  output flit_tag_e tag_o,      // of the flit on them
  output logic      resynchronise_o
);

  `WF_ASSERT_STATIC(MwayGuardLegal, config_legal(Config))

  if (Config.Variant == Guarded) begin : gen_guard
    localparam driver_t Mask = driver_t'((1 << line_count(Config)) - 1);

    assign payload_o       = '{guard: '{ones: driver_i, zeros: ~driver_i & Mask, differ: 1'b0,
                                        aborted: sent_i.guard.aborted},
                               age: sent_i.age, tag: sent_i.tag, buffer: sent_i.buffer};
    assign tag_o           = payload_i.guard.differ ? TagInvalid : payload_i.tag;
    assign resynchronise_o = payload_i.guard.differ;

    logic unused;
    assign unused = ^{sent_i.guard, payload_i};
  end else begin : gen_wires
    assign payload_o       = sent_i;
    assign tag_o           = payload_i.tag;
    assign resynchronise_o = 1'b0;

    logic unused;
    assign unused = ^{driver_i, payload_i};
  end

endmodule

`endif
