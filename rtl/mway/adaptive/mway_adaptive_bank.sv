// SPDX-License-Identifier: Apache-2.0
//
// mway_bank for a choice of candidates (docs/mway-adaptive.md): the buffers of a set and
// their memory, the routing of headers, and the sending half of the set.
//
// A header's candidates (mway_candidates) are stored when it arrives: with late freeing a buffer
// has one header, with early freeing one a slot. It requests the channel while any of them has a
// free buffer, and takes, in the cycle in which it is sent, the adaptive class before the others,
// in it the highest way (half-way round a ring DIM+), and class 0 before class 1. Way, Class and
// the bit of the adaptive class above Dest are put into the header then.
//
// Data flits follow their header. With exact Stat no flit is refused: of the answer only the number
// of the header's buffer matters.
//
// Latency: a flit pushed in one cycle can be on the lines in the next.
`ifndef MWAY_ADAPTIVE_BANK_SV_
`define MWAY_ADAPTIVE_BANK_SV_
`include "wayfarer_assert.svh"

module mway_adaptive_bank
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t Config = config_of(Adaptive),
  localparam int unsigned Buffers       = Config.Buffers,
  localparam int unsigned BufferWidth   = wf_pkg::index_width(Buffers),
  localparam int unsigned PositionWidth = position_width(Config.Extents),
  localparam int unsigned StatWidth     = stat_lines(Config)
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  // An arriving flit, and the way by which it comes; all ones from a processor.
  input  logic       [Buffers-1:0]                  push_i,  // its buffer, one-hot; else 0
  input  logic       [BufferWidth-1:0]              push_slot_i,
  input  logic                                      allocate_i,
  input  flit_tag_e                                 push_tag_i,
  input  logic       [Config.FlitWidth-1:0]         push_data_i,
  input  driver_t                                   push_driver_i,
  input  logic       [BufferWidth-1:0]              push_driver_buffer_i,
  input  way_t                                      own_way_i,
  output logic                                      legal_o,  // a header's destination
  // Status of the buffers, from registers.
  output logic       [Buffers-1:0]                  mapped_o,
  output logic       [Buffers-1:0]                  full_o,
  output logic       [Buffers-1:0]                  empty_o,
  output logic       [Buffers-1:0]                  free_o,  // neither allocated nor full
  output driver_t    [Buffers-1:0]                  mapped_driver_o,
  output logic       [Buffers-1:0][BufferWidth-1:0] mapped_buffer_o,
  // The channel that the set drives: its position, request and enable of its arbiter, lines out,
  // the answer and Stat lines.
  input  logic       [PositionWidth-1:0]            position_i,
  output logic                                      request_o,
  input  logic                                      enable_i,
  output payload_t                                  payload_o,
  output logic       [Config.FlitWidth-1:0]         data_o,
  input  answer_t                                   answer_i,
  input  logic       [StatWidth-1:0]                stat_i
);

  `WF_ASSERT_STATIC(MwayAdaptiveBankLegal,
                    config_legal(Config) && has_candidates(Config))

  localparam int unsigned        Lines        = line_count(Config);
  localparam int unsigned        Members      = ways(Config);
  localparam int unsigned        Padded       = 1 << Lines;
  localparam int unsigned        PointerWidth = wf_pkg::index_width(Config.Depth);
  localparam int unsigned        Slots        = 1 << BufferWidth;
  localparam int unsigned        Headers      = Config.EarlyFreeing ? 1 << PointerWidth : 1;
  localparam logic [Members-1:0] PlusWays     = Members'(plus_ways(Config));

  typedef struct packed {
    logic [Members-1:0] adaptive;
    logic [Lines-1:0]   way;
    logic [1:0]         classes;
  } candidates_t;

  typedef struct packed {
    logic             adaptive;
    logic             buffer_class;
    logic [Lines-1:0] way;
  } hop_t;

  way_t                                    route_way;
  candidates_t                             candidates;
  logic        [2:0][Padded-1:0]           available;  // by class and way
  logic        [Padded*Slots-1:0]          full;
  logic        [Buffers-1:0]               eligible;
  logic        [Buffers-1:0]               chosen;
  logic        [BufferWidth-1:0]           chosen_index;
  logic                                    drive;
  logic        [Buffers-1:0]               sending;
  flit_tag_e   [Slots-1:0]                 front_tag;
  hop_t        [Slots-1:0]                 hop;
  logic        [Slots-1:0][PointerWidth-1:0] front_pointer;
  logic        [Slots-1:0][PointerWidth-1:0] rear_pointer;
  logic        [Config.FlitWidth-1:0]      flit;
  logic        [Config.FlitWidth-1:0]      memory_q [1<<(BufferWidth+PointerWidth)];

  mway_candidates #(
    .Config(Config)
  ) u_candidates (
    .position_i   (position_i),
    .destination_i(push_data_i[DestOffset+:dest_port(Config)]),
    .own_way_i    (own_way_i),
    .class_i      (push_data_i[ClassBit]),
    .adaptive_o   (candidates.adaptive),
    .way_o        (route_way),
    .classes_o    (candidates.classes),
    .legal_o      (legal_o)
  );

  assign candidates.way = route_way[Lines-1:0];

  if (Config.Variant == Adaptive) begin : gen_adaptive
    assign {available[AdaptiveClass], full, available[1:0]} = stat_i;
  end else begin : gen_balanced
    assign available[AdaptiveClass] = '0;
    assign {full, available[1:0]}   = stat_i;
  end

  for (genvar b = 0; b < Slots; b++) begin : gen_buffer
    if (b < Buffers) begin : gen_used
      candidates_t [Headers-1:0]           candidates_q;
      candidates_t                         front;
      logic        [Members-1:0]           open, best;
      logic        [Lines-1:0]             adaptive_way;
      logic        [1:0]                   open_class;  // of dimension order
      logic        [Lines+BufferWidth-1:0] target_q;

      /* verilator lint_off PINCONNECTEMPTY */  // one of the candidates is the way of a slot
      mway_buffer #(
        .Depth       (Config.Depth),
        .BufferWidth (BufferWidth),
        .EarlyFreeing(Config.EarlyFreeing)
      ) u_buffer (
        .clk_i          (clk_i),
        .rst_ni         (rst_ni),
        .push_i         (push_i[b]),
        .allocate_i     (push_i[b] & allocate_i),
        .push_tag_i     (push_tag_i),
        .push_way_i     ('0),
        .push_class_i   (1'b0),
        .driver_i       (push_driver_i),
        .driver_buffer_i(push_driver_buffer_i),
        .pop_i          (sending[b]),
        .front_tag_o    (front_tag[b]),
        .front_way_o    (), .front_class_o(),
        .next_tag_o     (), .next_way_o(), .next_class_o(),
        .front_o        (front_pointer[b]),
        .rear_o         (rear_pointer[b]),
        .mapped_o       (mapped_o[b]),
        .full_o         (full_o[b]),
        .empty_o        (empty_o[b]),
        .free_o         (free_o[b]),
        .one_left_o     (),
        .driver_o       (mapped_driver_o[b]),
        .driver_buffer_o(mapped_buffer_o[b])
      );
      /* verilator lint_on PINCONNECTEMPTY */

      if (Headers == 1) begin : gen_late
        always_ff @(posedge clk_i) begin
          if (push_i[b] && allocate_i) candidates_q <= candidates;
        end
        assign front = candidates_q;
      end else begin : gen_early
        always_ff @(posedge clk_i) begin
          if (push_i[b] && allocate_i) candidates_q[rear_pointer[b]] <= candidates;
        end
        assign front = candidates_q[front_pointer[b]];
      end

      assign open       = front.adaptive & available[AdaptiveClass][Members-1:0];
      assign best       = open & ~((open & PlusWays) << 1);
      assign open_class = front.classes & {available[1][front.way], available[0][front.way]};

      always_comb begin
        adaptive_way = '0;
        for (int w = 0; w < Members; w++) begin
          if (best[w]) adaptive_way = Lines'(w);
        end
      end

      assign hop[b]      = '{adaptive: |open, buffer_class: ~(|open | open_class[0]),
                             way: |open ? adaptive_way : front.way};
      assign eligible[b] = front_tag[b] == TagHeader
                         ? |{open, open_class} : front_tag[b] != TagInvalid && !full[target_q];

      always_ff @(posedge clk_i) begin
        if (sending[b] && front_tag[b] == TagHeader) begin
          target_q <= {hop[b].way, answer_i.slot[BufferWidth-1:0]};
        end
      end
    end else begin : gen_padding
      assign front_tag[b]     = TagInvalid;
      assign hop[b]           = '0;
      assign front_pointer[b] = '0;
      assign rear_pointer[b]  = '0;
    end
  end

  wf_arbiter_round_robin #(
    .Requests(Buffers)
  ) u_buffer_arbiter (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(eligible),
    .advance_i(enable_i),
    .grant_o  (chosen),
    .index_o  (chosen_index),
    .valid_o  (request_o)
  );

  assign drive   = enable_i & request_o;
  assign sending = enable_i ? chosen : '0;

  always_ff @(posedge clk_i) begin
    if (|push_i) memory_q[{push_slot_i, rear_pointer[push_slot_i]}] <= push_data_i;
  end

  always_comb begin
    flit = memory_q[{chosen_index, front_pointer[chosen_index]}];
    if (front_tag[chosen_index] == TagHeader) begin
      flit[ClassBit:0] = {hop[chosen_index].buffer_class, way_t'(hop[chosen_index].way)};
      if (Config.Variant == Adaptive) flit[age_offset(Config)] = hop[chosen_index].adaptive;
    end
  end

  assign payload_o = '{guard: '0, age: '0, tag: drive ? front_tag[chosen_index] : TagInvalid,
                       buffer: enable_i ? buffer_t'(chosen_index) : '0};
  assign data_o    = drive ? flit : '0;

  logic unused;  // bits above those of this network's numbers
  assign unused = ^{answer_i, route_way};

  `WF_ASSERT(AdaptiveOnePush, $onehot0(push_i))
  // A header leaves by a candidate with a free buffer.
  `WF_ASSERT(AdaptiveHopAvailable,
             !drive || front_tag[chosen_index] != TagHeader ||
             (hop[chosen_index].adaptive     ? available[AdaptiveClass][hop[chosen_index].way]
              : hop[chosen_index].buffer_class ? available[1][hop[chosen_index].way]
                                               : available[0][hop[chosen_index].way]))

endmodule

`endif
