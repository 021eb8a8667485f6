// SPDX-License-Identifier: Apache-2.0
//
// Binds the header of an input buffer to one virtual channel of its class: in the first cycle in
// which it is eligible, to the lowest one whose output buffer is free, else to the lowest. On this
// one it waits until it is connected. (Fulgham and Snyder, section 4.1: an oblivious message "only
// waits on one virtual channel".)
//
// Parameters: Groups, the links of a node times the classes; Lanes, virtual channels of a class.
// Latency: combinational; the choice is a register from the next cycle on. eligible_i falls for at
// least one cycle between two headers.
// request_i: the output buffers that the header may take, all Lanes of one group, or none; it stays
// the same while eligible_i. free_i: those that are free. request_o: the one that it may take now.
`ifndef CUT_THROUGH_LANE_BINDING_SV_
`define CUT_THROUGH_LANE_BINDING_SV_
`include "wayfarer_assert.svh"

module cut_through_lane_binding #(
  parameter int unsigned Groups = 4,
  parameter int unsigned Lanes  = 2
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    eligible_i,
  input  logic [Groups*Lanes-1:0] request_i,
  input  logic [Groups*Lanes-1:0] free_i,
  output logic [Groups*Lanes-1:0] request_o
);

  `WF_ASSERT_STATIC(CutThroughLaneBindingLegal, Groups >= 1 && Lanes >= 1)

  logic [Lanes-1:0] free, above, lane, lane_q;
  logic             any_free, bound_q;

  always_comb begin
    free = '0;
    for (int unsigned g = 0; g < Groups; g++) begin
      free |= request_i[g*Lanes+:Lanes] & free_i[g*Lanes+:Lanes];
    end
  end

  wf_prefix_or #(
    .Size(Lanes)
  ) u_above (
    .clk_i  (clk_i),
    .rst_ni (rst_ni),
    .bits_i (free),
    .above_o(above),
    .any_o  (any_free)
  );

  always_comb begin
    if (bound_q)       lane = lane_q;
    else if (any_free) lane = free & ~above;
    else               lane = Lanes'(1);
  end

  assign request_o = request_i & {Groups{lane}};

  always_ff @(posedge clk_i) begin
    lane_q <= lane;
    if (!rst_ni) bound_q <= 1'b0;
    else         bound_q <= eligible_i;
  end

  `WF_ASSERT(CutThroughBindsOneLane,
             !eligible_i || ($onehot0(request_o) && (|request_o) == (|request_i)))

endmodule

`endif
