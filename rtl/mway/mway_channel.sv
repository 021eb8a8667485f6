// An m-way channel: the wires that up to `Ways` members share (paper sections 2 and 3).
//
// Every group of lines is the wired OR of what the members put on it; members put zeros while they
// have nothing to say. An absent member is tied to zeros. With cyclic Stat the channel also holds
// the counter that says whose turn it is to show its status: in silicon every member has its own
// copy of it, reset alike, as with the current driver number.
// Combinational but for that counter.
`include "wayfarer_assert.svh"

module mway_channel
  import mway_pkg::*;
#(
  parameter int unsigned Ways      = 5,
  parameter int unsigned FlitWidth = 128,
  parameter int unsigned Buffers   = 4,
  parameter bit          ExactStat = 1'b1,
  localparam int unsigned Lines       = wf_pkg::index_width(Ways),
  localparam int unsigned BufferWidth = wf_pkg::index_width(Buffers),
  localparam int unsigned StatWidth   = stat_width(ExactStat, Lines, Buffers)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  // From the members as drivers.
  input  logic                   po3_i         [Ways],
  input  logic                   po2_i         [Ways],
  input  logic                   po1_i         [Ways],
  input  logic                   po0_i         [Ways],
  input  flit_tag_e              tag_i         [Ways],
  input  logic [BufferWidth-1:0] buffer_i      [Ways],
  input  logic [FlitWidth-1:0]   data_i        [Ways],
  // From the members as receivers.
  input  logic                   acknowledge_i [Ways],
  input  logic                   fills_i       [Ways],
  input  logic [BufferWidth-1:0] slot_i        [Ways],
  input  logic [1:0]             available_i   [Ways],
  input  logic [Buffers-1:0]     full_i        [Ways],
  // The lines, to all members.
  output logic                   s3_o,
  output logic                   s2_o,
  output logic                   s1_o,
  output logic                   s0_o,
  output flit_tag_e              tag_o,
  output logic [BufferWidth-1:0] buffer_o,
  output logic [FlitWidth-1:0]   data_o,
  output logic                   acknowledge_o,
  output logic                   fills_o,
  output logic [BufferWidth-1:0] slot_o,
  output logic [StatWidth-1:0]   stat_o
);

  `WF_ASSERT_STATIC(MwayChannelLegal,
                    Ways >= 2 && Ways <= MaxWays && FlitWidth >= 1 && Buffers >= 1 &&
                    Buffers <= MaxBuffers)

  localparam int unsigned Slots = 1 << BufferWidth;

  logic [1:0]             tag_lines;
  logic [Ways-1:0]        drives;
  logic [Ways-1:0]        acknowledges;

  always_comb begin
    s3_o = 1'b0;
    for (int w = 0; w < Ways; w++) s3_o |= po3_i[w];
  end

  always_comb begin
    s2_o = 1'b0;
    for (int w = 0; w < Ways; w++) s2_o |= po2_i[w];
  end

  always_comb begin
    s1_o = 1'b0;
    for (int w = 0; w < Ways; w++) s1_o |= po1_i[w];
  end

  always_comb begin
    s0_o = 1'b0;
    for (int w = 0; w < Ways; w++) s0_o |= po0_i[w];
  end

  always_comb begin
    tag_lines = '0;
    buffer_o  = '0;
    data_o    = '0;
    for (int w = 0; w < Ways; w++) begin
      tag_lines |= tag_i[w];
      buffer_o  |= buffer_i[w];
      data_o    |= data_i[w];
    end
  end

  assign tag_o = flit_tag_e'(tag_lines);

  always_comb begin
    acknowledge_o = 1'b0;
    fills_o       = 1'b0;
    slot_o        = '0;
    for (int w = 0; w < Ways; w++) begin
      acknowledge_o |= acknowledge_i[w];
      fills_o       |= fills_i[w];
      slot_o        |= slot_i[w];
    end
  end

  if (ExactStat) begin : gen_exact
    localparam int unsigned Padded = 1 << Lines;
    logic [1:0][Padded-1:0]        available;
    logic [Padded-1:0][Slots-1:0]  full;

    for (genvar w = 0; w < Padded; w++) begin : gen_way
      if (w < Ways) begin : gen_member
        assign available[0][w] = available_i[w][0];
        assign available[1][w] = available_i[w][1];
        assign full[w]         = Slots'(full_i[w]);
      end else begin : gen_padding
        assign available[0][w] = 1'b0;
        assign available[1][w] = 1'b0;
        assign full[w]         = '0;
      end
    end
    assign stat_o = {full, available};
  end else begin : gen_cyclic
    way_t turn_q;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) turn_q <= '0;
      else         turn_q <= turn_q == way_t'(Ways - 1) ? '0 : turn_q + 1'b1;
    end
    assign stat_o = {Slots'(full_i[turn_q[Lines-1:0]]), available_i[turn_q[Lines-1:0]], turn_q};
  end

  for (genvar w = 0; w < Ways; w++) begin : gen_check
    assign drives[w]       = tag_i[w] != TagInvalid;
    assign acknowledges[w] = acknowledge_i[w];
  end

  `WF_ASSERT(DriverUnique, $onehot0(drives))
  `WF_ASSERT(ReceiverUnique, $onehot0(acknowledges))
  `WF_ASSERT(FlitLeavesWhenAcknowledged, !acknowledge_o || tag_o != TagInvalid)
  // Exact Stat never lets a flit go that its receiver cannot take.
  `WF_ASSERT(ExactStatNeverRefused, !ExactStat || tag_o == TagInvalid || acknowledge_o)

endmodule
