// SPDX-License-Identifier: Apache-2.0
//
// An m-way channel: the wires that up to `Ways` members share (paper sections 2 and 3).
//
// Every group of lines is the wired OR of the members' outputs; idle members drive zeros. An absent
// member is tied to zeros. With cyclic Stat the channel also holds the counter that selects the
// member to show its status: in silicon every member has its own copy of it, with a common reset,
// as with the current driver number. If Guarded, it compares the copies of that number, as
// every member does in silicon.
// Combinational except for that counter.
`ifndef MWAY_CHANNEL_SV_
`define MWAY_CHANNEL_SV_
`include "wayfarer_assert.svh"

module mway_channel
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned Ways        = ways(Config),
  localparam int unsigned Lines       = wf_pkg::index_width(Ways),
  localparam int unsigned BufferWidth = wf_pkg::index_width(Config.Buffers),
  localparam int unsigned LineWidth   = line_width(Config),
  localparam int unsigned StatusWidth = status_width(Config),
  localparam int unsigned StatWidth   = stat_lines(Config)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  way_t                        last_way_i,  // with cyclic Stat: of this network's members
  // From the members as drivers.
  input  logic                        po3_i     [Ways],
  input  logic                        po2_i     [Ways],
  input  logic                        po1_i     [Ways],
  input  logic                        po0_i     [Ways],
  input  payload_t                    payload_i [Ways],
  input  logic [LineWidth-1:0]        data_i    [Ways],
  // From the members as receivers.
  input  answer_t                     answer_i  [Ways],
  input  logic [StatusWidth-1:0]      status_i  [Ways],
  // The lines, to all members.
  output logic                        s3_o,
  output logic                        s2_o,
  output logic                        s1_o,
  output logic                        s0_o,
  output payload_t                    payload_o,
  output logic [LineWidth-1:0]        data_o,
  output answer_t                     answer_o,
  output logic [StatWidth-1:0]        stat_o
);

  `WF_ASSERT_STATIC(MwayChannelLegal, config_legal(Config) && Ways >= 2)

  localparam int unsigned Slots = 1 << BufferWidth;

  // Lines that names of buffers use; those above stay 0.
  logic [1:0]             tag_lines;
  logic [BufferWidth-1:0] buffer_lines;
  age_lines_t             age_lines;
  guard_lines_t           guard_lines;
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
    tag_lines    = '0;
    buffer_lines = '0;
    data_o       = '0;
    for (int w = 0; w < Ways; w++) begin
      tag_lines    |= payload_i[w].tag;
      buffer_lines |= payload_i[w].buffer[BufferWidth-1:0];
      data_o       |= data_i[w];
    end
  end

  assign payload_o = '{guard: guard_lines, age: age_lines, tag: flit_tag_e'(tag_lines),
                       buffer: buffer_t'(buffer_lines)};

  if (Config.Variant == Guarded) begin : gen_guard
    driver_t ones, zeros;
    logic    aborted;

    always_comb begin
      ones  = '0;
      zeros = '0;
      aborted = 1'b0;
      for (int w = 0; w < Ways; w++) begin
        ones  |= payload_i[w].guard.ones;
        zeros |= payload_i[w].guard.zeros;
        aborted |= payload_i[w].guard.aborted;
      end
    end

    assign guard_lines = '{ones: ones, zeros: zeros, differ: |(ones & zeros), aborted: aborted};
  end else begin : gen_no_guard
    assign guard_lines = '0;

    logic [Ways-1:0] unused;
    for (genvar w = 0; w < Ways; w++) begin : gen_unused
      assign unused[w] = ^payload_i[w].guard;
    end
  end

  if (Config.Variant == Aged) begin : gen_ages
    level_t [Ways-1:0] level;
    logic   [Ways-1:0] waits;

    for (genvar w = 0; w < Ways; w++) begin : gen_member
      assign level[w] = payload_i[w].age.level;
      assign waits[w] = payload_i[w].age.waits;
    end

    /* verilator lint_off PINCONNECTEMPTY */
    mway_highest #(
      .Members(Ways)
    ) u_level (
      .member_i ('1),
      .level_i  (level),
      .highest_o(),
      .level_o  (age_lines.level)
    );
    /* verilator lint_on PINCONNECTEMPTY */

    assign age_lines.waits = |waits;
  end else begin : gen_no_ages
    assign age_lines = '0;

    logic [Ways-1:0] unused;
    for (genvar w = 0; w < Ways; w++) begin : gen_unused
      assign unused[w] = ^payload_i[w].age;
    end
  end

  if (Config.Stat == Addressed && Config.Variant != Pipelined) begin : gen_certain
    // A flit is never refused, and its driver knows the buffer.
    assign answer_o = '{acknowledge: tag_lines != TagInvalid, fills: 1'b0, slot: '0};

    logic [Ways-1:0] unused;
    for (genvar w = 0; w < Ways; w++) begin : gen_unused
      assign unused[w] = ^answer_i[w];
    end
  end else begin : gen_answers
    logic [BufferWidth-1:0] slot_lines;

    always_comb begin
      answer_o.acknowledge = 1'b0;
      answer_o.fills       = 1'b0;
      slot_lines           = '0;
      for (int w = 0; w < Ways; w++) begin
        answer_o.acknowledge |= answer_i[w].acknowledge;
        answer_o.fills       |= answer_i[w].fills;
        slot_lines           |= answer_i[w].slot[BufferWidth-1:0];
      end
    end

    assign answer_o.slot = buffer_t'(slot_lines);
  end

  if (Config.Stat != Cyclic) begin : gen_exact
    logic unused_last;
    assign unused_last = ^last_way_i;

    localparam int unsigned Padded  = 1 << Lines;
    localparam int unsigned Vectors = status_vectors(Config);

    logic    [1:0][Padded-1:0]       available;
    logic    [Padded-1:0][Slots-1:0] full;

    for (genvar w = 0; w < Padded; w++) begin : gen_way
      if (w < Ways) begin : gen_member
        status_t status;
        assign status          = status_i[w][StatusBits-1:0];
        assign available[0][w] = status.available[0];
        assign available[1][w] = status.available[1];
        assign full[w]         = status.full[Slots-1:0];
      end else begin : gen_padding
        assign available[0][w] = 1'b0;
        assign available[1][w] = 1'b0;
        assign full[w]         = '0;
      end
    end

    if (Config.Stat == Addressed) begin : gen_vectors
      logic [Vectors-1:0][Padded-1:0][Slots-1:0] vectors;

      for (genvar v = 0; v < Vectors; v++) begin : gen_vector
        for (genvar w = 0; w < Padded; w++) begin : gen_way
          if (w < Ways) begin : gen_member
            assign vectors[v][w] =
                Slots'(status_i[w][StatusBits+v*Config.Buffers+:Config.Buffers]);
          end else begin : gen_padding
            assign vectors[v][w] = '0;
          end
        end
      end
      assign stat_o = {vectors, full, available};
    end else if (Config.Variant == Adaptive) begin : gen_adaptive
      logic [Padded-1:0] adaptive;

      for (genvar w = 0; w < Padded; w++) begin : gen_way
        if (w < Ways) begin : gen_member
          assign adaptive[w] = status_i[w][StatusBits];
        end else begin : gen_padding
          assign adaptive[w] = 1'b0;
        end
      end
      assign stat_o = {adaptive, full, available};
    end else begin : gen_no_vectors
      assign stat_o = {full, available};
    end
  end else begin : gen_cyclic
    way_t turn_q;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) turn_q <= '0;
      else         turn_q <= turn_q == last_way_i ? '0 : turn_q + 1'b1;
    end
    status_t turn_status;
    assign turn_status = status_i[turn_q[Lines-1:0]];
    assign stat_o = {turn_status.full[Slots-1:0], turn_status.available, turn_q};
  end

  for (genvar w = 0; w < Ways; w++) begin : gen_check
    assign drives[w]       = payload_i[w].tag != TagInvalid;
    assign acknowledges[w] = answer_i[w].acknowledge;
  end

  `WF_ASSERT(DriverUnique, guard_lines.differ || $onehot0(drives))
  `WF_ASSERT(ReceiverUnique, Config.Variant == Multicast || $onehot0(acknowledges))
  `WF_ASSERT(FlitLeavesWhenAcknowledged, !(|acknowledges) || payload_o.tag != TagInvalid)
  // With exact Stat no flit is sent that its receiver cannot take. With stages a processor may have
  // stalled since, and with Guard a mapping may be lost.
  `WF_ASSERT(ExactStatNeverRefused,
             Config.Stat == Cyclic || Config.Variant == Pipelined || Config.Variant == Guarded ||
             payload_o.tag == TagInvalid || |acknowledges)
  `WF_ASSERT(VoidCycleTakesNothing, !guard_lines.differ || acknowledges == '0)

  if (Config.Variant == Multicast) begin : gen_multicast
    // All members in a header's mask take it; none of them is absent.
    `WF_ASSERT(MulticastMaskTaken,
               payload_o.tag != TagHeader || acknowledges == data_o[mask_offset(Config)+:Ways])
  end

endmodule

`endif
