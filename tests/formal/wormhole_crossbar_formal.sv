// rtl/wormhole/wormhole_crossbar: chains of multiplexers give the flits that AND and OR give, of any
// inputs and for any selection of at most one leg.
module wormhole_crossbar_formal
  import mesh_pkg::*;
#(
  parameter int unsigned Inputs = 8,
  parameter bit [Inputs-1:0] Legs = '1
) (
  input logic              clk_i,
  input logic [Inputs-1:0] select_i,
  input flit_tag_t         tag_i  [Inputs],
  input logic [1:0]        data_i [Inputs]
);

  logic [Inputs-1:0] legs [1];
  assign legs[0] = $onehot0(select_i & Legs) ? select_i & Legs : '0;

  logic [Inputs-1:0] heads;
  for (genvar i = 0; i < Inputs; i++) begin : gen_head
    assign heads[i] = tag_i[i][Head];
  end

  // Without chains, and with.
  flit_tag_t         tag  [2][1];
  logic [1:0]        data [2][1];
  logic [Inputs-1:0] unused_pop [2], unused_end [2];

  for (genvar c = 0; c < 2; c++) begin : gen_crossbar
    wormhole_crossbar #(
      .Inputs(Inputs), .Outputs(1), .FlitWidth(2), .Legs(Legs), .ChainLegs(c * Inputs)
    ) u_crossbar (
      .clk_i     (clk_i),
      .rst_ni    (1'b1),
      .tag_i     (tag_i),
      .data_i    (data_i),
      .occupied_i('1),
      .pop_o     (unused_pop[c]),
      .select_i  (legs),
      .tag_o     (tag[c]),
      .data_o    (data[c]),
      .room_i    ('1),
      .head_i    (|(legs[0] & heads)),
      .end_o     (unused_end[c])
    );
  end

  always_ff @(posedge clk_i) begin
    ChainIsAndOr: assert (tag[0] == tag[1] && data[0] == data[1]);
    LastLeg: cover (legs[0][Inputs-1] && data[1][0] == 2'b10);
  end

endmodule
