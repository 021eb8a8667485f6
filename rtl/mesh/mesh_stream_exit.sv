// SPDX-License-Identifier: Apache-2.0
//
// Exit of a terminal: puts together the messages that a router ejects and sends each whole on an
// AXI4-Stream, with its source in TID.
//
// Parameters: Mesh (mesh_pkg); EjectionPorts; FlitWidth, at least a header with its source
// (mesh_stream_pkg); MaxWords, words of a message.
// An ejection port delivers the flits of one message after the other. Each port has a queue and
// two slots of MaxWords words, which its messages take in turn: one fills while the other is
// sent. One flit per cycle goes from a queue to a slot, in round robin. A single port keeps the
// order of its messages, several ports do not.
// No deadlock: the front of a queue waits for a complete message in its slot, which waits for
// m_axis only.
// eject_stall_o stops all ports in the next cycle; the flits of this cycle have room.
// Latency: with the last word ejected in cycle t, the first is on m_axis in cycle t + 3.
// Throughput: one flit per cycle.
// Combinational paths: none.
`ifndef MESH_STREAM_EXIT_SV_
`define MESH_STREAM_EXIT_SV_
`include "wayfarer_assert.svh"

module mesh_stream_exit
  import mesh_pkg::*;
  import mesh_stream_pkg::*;
  import stream_pkg::*;
#(
  parameter mesh_t       Mesh          = default_mesh(),
  parameter int unsigned EjectionPorts = 1,
  parameter int unsigned FlitWidth     = 32,
  parameter int unsigned MaxWords      = 8,
  localparam int unsigned Ports = EjectionPorts,
  localparam int unsigned Width = FlitWidth
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  // The router's ejection ports.
  input  logic      [Ports-1:0]            eject_valid_i,
  input  flit_tag_t [Ports-1:0]            eject_tag_i,
  input  logic      [Ports-1:0][Width-1:0] eject_data_i,
  output logic                             eject_stall_o,
  output logic                             m_axis_tvalid_o,
  input  logic                             m_axis_tready_i,
  output logic [Width-1:0]                 m_axis_tdata_o,
  output terminal_t                        m_axis_tid_o,
  output logic                             m_axis_tlast_o
);

  localparam int unsigned SourceWidth = wf_pkg::index_width(nodes(Mesh.Extents));
  localparam int unsigned Source      = header_width(Mesh);

  `WF_ASSERT_STATIC(MeshStreamExitLegal,
                    mesh_legal(Mesh) && EjectionPorts >= 1 &&
                    FlitWidth >= sourced_width(Source, nodes(Mesh.Extents)) &&
                    words_legal(MaxWords))

  localparam int unsigned Depth      = 4;
  localparam int unsigned LevelWidth = wf_pkg::count_width(Depth);
  localparam int unsigned PortWidth  = wf_pkg::index_width(Ports);
  localparam int unsigned SlotWidth  = wf_pkg::index_width(2 * Ports);
  localparam int unsigned Padded     = wf_pkg::padded_size(Ports);

  // The queues.
  logic      [Ports-1:0]  none, filled, turn;
  flit_tag_t              tags    [Padded];
  logic      [Width-1:0]  flits   [Padded];
  logic [PortWidth-1:0]   port;
  logic                   any, pop;

  for (genvar p = 0; p < Padded; p++) begin : gen_port
    if (p < Ports) begin : gen_queue
      logic [LevelWidth-1:0] level;
      logic                  full;

      wf_fifo #(
        .Width(2 + Width),
        .Depth(Depth)
      ) u_arrived (
        .clk_i  (clk_i),
        .rst_ni (rst_ni),
        .push_i (eject_valid_i[p]),
        .data_i ({eject_tag_i[p], eject_data_i[p]}),
        .pop_i  (pop && turn[p]),
        .data_o ({tags[p], flits[p]}),
        .level_o(level),
        .full_o (full),
        .empty_o(none[p])
      );
      assign filled[p] = level >= LevelWidth'(Depth - 1);

      `WF_ASSERT(MeshStreamExitHasRoom, !(eject_valid_i[p] && full))
    end else begin : gen_no_queue
      assign tags[p]  = '0;
      assign flits[p] = '0;
    end
  end

  assign eject_stall_o = |filled;

  wf_arbiter_round_robin #(
    .Requests(Ports)
  ) u_turn (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .request_i(~none),
    .advance_i(1'b1),
    .grant_o  (turn),
    .index_o  (port),
    .valid_o  (any)
  );

  // The slots.
  logic [Padded-1:0] second_q;  // the port's message takes its second slot
  terminal_t         source_q [Padded];
  logic              header, last, ready;

  assign header = tags[port][Head];
  assign last   = tags[port][Tail];
  assign pop    = any && (header || ready);

  always_ff @(posedge clk_i) begin
    if (!rst_ni)          second_q <= '0;
    else if (pop && last) second_q[port] <= !second_q[port];
  end
  always_ff @(posedge clk_i) begin
    if (pop && header) source_q[port] <= terminal_t'(flits[port][Source+:SourceWidth]);
  end

  /* verilator lint_off PINCONNECTEMPTY */
  stream_reassembly #(
    .Width   (Width),
    .MaxWords(MaxWords),
    .Slots   (2 * Ports)
  ) u_reassembly (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .valid_i        (any && !header),
    .ready_o        (ready),
    .slot_i         (SlotWidth'({port, second_q[port]})),
    .place_i        ('0),
    .source_i       (source_q[port]),
    .data_i         (flits[port]),
    .last_i         (last),
    .sent_o         (),
    .m_axis_tvalid_o(m_axis_tvalid_o),
    .m_axis_tready_i(m_axis_tready_i),
    .m_axis_tdata_o (m_axis_tdata_o),
    .m_axis_tid_o   (m_axis_tid_o),
    .m_axis_tlast_o (m_axis_tlast_o)
  );
  /* verilator lint_on PINCONNECTEMPTY */

endmodule

`endif
