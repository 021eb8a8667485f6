// Starts packets on all their outputs in one cycle, at most one packet of the switch at a time.
//
// Of the input buffers whose packet can have a virtual lane of every output that it waits for, the
// first behind the one that started last, cyclically, starts; it takes the lowest such lane of each
// output. One that has waited for Age cycles keeps those that have not from starting on its outputs
// (iba_patience).
// Parameters: VirtualLanes; Inputs, input buffers of the switch; Age.
// Latency: combinational. able_i, by output port and lane: the input buffers that wait for the port
// and can have the lane.
`include "wayfarer_assert.svh"

module iba_start_together
  import iba_pkg::*;
#(
  parameter int unsigned VirtualLanes = 2,
  parameter int unsigned Inputs       = 10,
  parameter int unsigned Age          = 256
) (
  input  logic                                clk_i,
  input  logic                                rst_ni,
  input  ports_t                              waits_i [Inputs],
  input  logic [VirtualLanes-1:0][Inputs-1:0] able_i  [Ports],
  output logic [VirtualLanes-1:0][Inputs-1:0] grant_o [Ports]
);

  localparam int unsigned IndexWidth = wayfarer_pkg::index_width(Inputs);

  logic [Inputs-1:0]            waiting, can, start, patient, keeper;
  logic [Ports-1:0][Inputs-1:0] kept_by;
  ports_t                       kept;  // output ports of the keeper
  logic [IndexWidth-1:0]        unused_index;
  logic                         unused_valid;

  for (genvar i = 0; i < Inputs; i++) begin : gen_input
    ports_t possible;
    for (genvar p = 0; p < Ports; p++) begin : gen_port
      logic [VirtualLanes-1:0] lanes;
      for (genvar v = 0; v < VirtualLanes; v++) begin : gen_lane
        assign lanes[v]         = able_i[p][v][i];
        assign grant_o[p][v][i] = start[i] && (lanes & (~lanes + VirtualLanes'(1))) ==
                                              VirtualLanes'(1) << v;
      end
      assign possible[p]   = |lanes;
      assign kept_by[p][i] = keeper[i] && waits_i[i][p];
    end
    assign waiting[i] = waits_i[i] != '0;
    assign can[i]     = waiting[i] && (waits_i[i] & ~possible) == '0 &&
                        (patient[i] || (waits_i[i] & kept) == '0);
  end

  for (genvar p = 0; p < Ports; p++) begin : gen_kept
    assign kept[p] = |kept_by[p];
  end

  arbiter_round_robin #(
    .Requests(Inputs)
  ) u_turn (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(can),
    .advance_i(1'b1),
    .grant_o  (start),
    .index_o  (unused_index),
    .valid_o  (unused_valid)
  );

  iba_patience #(
    .Inputs(Inputs),
    .Age   (Age)
  ) u_patience (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .waits_i  (waiting),
    .start_i  (start),
    .patient_o(patient),
    .keeper_o (keeper)
  );

  for (genvar p = 0; p < Ports; p++) begin : gen_check
    logic [VirtualLanes-1:0] granted;
    logic [Inputs-1:0]       starts_here;
    for (genvar v = 0; v < VirtualLanes; v++) begin : gen_lane
      assign granted[v] = |grant_o[p][v];
    end
    for (genvar i = 0; i < Inputs; i++) begin : gen_input
      assign starts_here[i] = start[i] && waits_i[i][p];
    end
    `WF_ASSERT(IbaStartsAllOrNothing, $onehot0(granted) && (|granted) == (|starts_here))
  end

endmodule
