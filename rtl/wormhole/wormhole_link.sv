// A link out of the wormhole router: each cycle the next of its virtual channels that is ready.
//
// Combinational from ready_i to the outputs. channel_o is the virtual channel whose flit is on the
// link, driver_o the same for monitors: without a flit the last one whose flit was, at first the
// last of all.
// Parameters: Channels, virtual channels; FlitWidth.
`include "wayfarer_assert.svh"

module wormhole_link
  import mesh_pkg::*;
#(
  parameter int unsigned Channels  = 2,
  parameter int unsigned FlitWidth = 64,
  localparam int unsigned ChannelWidth = wf_pkg::index_width(Channels)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic [Channels-1:0]     ready_i,
  input  mark_t                   mark_i [Channels],
  input  logic [FlitWidth-1:0]    data_i [Channels],
  output logic [Channels-1:0]     grant_o,
  output logic                    valid_o,
  output logic [ChannelWidth-1:0] channel_o,
  output mark_t                   mark_o,
  output logic [FlitWidth-1:0]    data_o,
  output logic [ChannelWidth-1:0] driver_o
);

  localparam int unsigned Padded = wf_pkg::padded_size(Channels);

  wf_arbiter_round_robin #(
    .Requests(Channels)
  ) u_turn (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(ready_i),
    .advance_i(1'b1),
    .grant_o  (grant_o),
    .index_o  (channel_o),
    .valid_o  (valid_o)
  );

  mark_t                mark [Padded];
  logic [FlitWidth-1:0] data [Padded];

  for (genvar c = 0; c < Padded; c++) begin : gen_channel
    assign mark[c] = c < Channels ? mark_i[c < Channels ? c : 0] : '0;
    assign data[c] = c < Channels ? data_i[c < Channels ? c : 0] : '0;
  end

  assign mark_o = mark[channel_o];
  assign data_o = data[channel_o];

  logic [ChannelWidth-1:0] driver_q;
  assign driver_o = valid_o ? channel_o : driver_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) driver_q <= ChannelWidth'(Channels - 1);
    else         driver_q <= driver_o;
  end

endmodule
