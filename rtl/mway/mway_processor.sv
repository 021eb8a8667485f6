// SPDX-License-Identifier: Apache-2.0
//
// Interface of one processor to its channel: a channel arbiter, an injection set and an ejection
// set (paper sections 2 and 3). identity_i.plus is both its way as a receiver and its number as a
// driver. See mway_injection and mway_ejection for the processor's side. The priority lines are
// four ports each way: they depend on one another (mway_arbiter).
// Combinational paths:
//   data_i -> answer_o
//   payload_i -> answer_o (Stat!=Addressed)
//   stat_i -> data_o, payload_o, po0_o, po1_o, po2_o, po3_o (Stat!=Cyclic, Variant!=Pipelined)
//   s3_i -> po0_o, po1_o, po2_o
//   s2_i -> po0_o, po1_o
//   s1_i -> po0_o
//   payload_i -> po0_o, po1_o, po2_o, po3_o (Variant=Aged)
//   identity_i -> answer_o, data_o, payload_o, po0_o, po1_o, po2_o, po3_o
`ifndef MWAY_PROCESSOR_SV_
`define MWAY_PROCESSOR_SV_
`include "wayfarer_assert.svh"

module mway_processor
  import mway_pkg::*, mway_config_pkg::*, mway_lines_pkg::*;
#(
  parameter config_t Config = default_config(),
  localparam int unsigned Lines         = line_count(Config),
  localparam int unsigned BufferWidth   = wf_pkg::index_width(Config.Buffers),
  localparam int unsigned PositionWidth = position_width(Config.Extents),
  localparam int unsigned LineWidth     = line_width(Config),
  localparam int unsigned StatusWidth   = status_width(Config),
  localparam int unsigned StatWidth     = stat_lines(Config)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  identity_t                   identity_i,
  input  logic [PositionWidth-1:0]    position_i,
  // The processor's side: injection, errors, ejection.
  input  processor_request_t          processor_i,
  input  logic [Config.FlitWidth-1:0] inject_data_i,
  output processor_response_t         processor_o,
  output logic [Config.FlitWidth-1:0] eject_data_o,
  // The channel's lines, then this processor's outputs to them.
  input  logic                        s3_i,
  input  logic                        s2_i,
  input  logic                        s1_i,
  input  logic                        s0_i,
  input  payload_t                    payload_i,
  input  logic [LineWidth-1:0]        data_i,
  input  answer_t                     answer_i,
  input  logic [StatWidth-1:0]        stat_i,
  output logic                        po3_o,
  output logic                        po2_o,
  output logic                        po1_o,
  output logic                        po0_o,
  output payload_t                    payload_o,
  output logic [LineWidth-1:0]        data_o,
  output answer_t                     answer_o,
  output logic [StatusWidth-1:0]      status_o,
  output driver_t                     driver_o
);

  `WF_ASSERT_STATIC(MwayProcessorLegal, config_legal(Config))

  logic                      request;
  logic                      enable;
  logic                      available;
  logic [BufferWidth-1:0]    eject_buffer;
  logic [Config.Buffers-1:0] ready;
  status_t                   status;
  payload_t                  sent;
  flit_tag_e                 tag;
  logic                      resynchronise;  // the copies of Drv

  mway_arbiter #(
    .Lines(Lines)
  ) u_arbiter (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni & ~resynchronise),
    .id_i     (identity_i.plus),
    .request_i(request),
    .s3_i     (s3_i),
    .s2_i     (s2_i),
    .s1_i     (s1_i),
    .s0_i     (s0_i),
    .po3_o    (po3_o),
    .po2_o    (po2_o),
    .po1_o    (po1_o),
    .po0_o    (po0_o),
    .driver_o (driver_o),
    .enable_o (enable)
  );

  mway_injection #(
    .Config(Config)
  ) u_injection (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .valid_i        (processor_i.valid),
    .buffer_i       (processor_i.buffer[BufferWidth-1:0]),
    .tag_i          (processor_i.tag),
    .data_i         (inject_data_i),
    .ready_o        (ready),
    .error_o        (processor_o.error),
    .error_count_o  (processor_o.error_count),
    .network_i      (identity_i.network),
    .position_i     (position_i),
    .request_o      (request),
    .enable_i       (enable),
    .payload_o      (sent),
    .data_o         (data_o),
    .age_i          (payload_i.age),
    .channel_i      ({age_t'(0), tag, data_i[WayWidth-1:0], data_i[ClassBit]}),
    .answer_i       (answer_i),
    .stat_i         (stat_i)
  );

  mway_ejection #(
    .Config(Config)
  ) u_ejection (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .own_way_i      (way_t'(identity_i.plus)),
    .tag_i          (tag),
    .driver_i       (driver_o),
    .driver_buffer_i(payload_i.buffer[BufferWidth-1:0]),
    .data_i         (data_i),
    .aborted_i      (payload_i.guard.aborted),
    .acknowledge_o  (answer_o.acknowledge),
    .available_o    (available),
    .stall_i        (processor_i.stall),
    .tag_o          (processor_o.tag),
    .driver_o       (processor_o.driver),
    .buffer_o       (eject_buffer),
    .data_o         (eject_data_o),
    .aborted_o      (processor_o.aborted)
  );

  mway_guard #(
    .Config(Config)
  ) u_guard (
    .driver_i       (driver_o),
    .sent_i         (sent),
    .payload_o      (payload_o),
    .payload_i      (payload_i),
    .tag_o          (tag),
    .resynchronise_o(resynchronise)
  );

  assign processor_o.ready  = MaxBuffers'(ready);
  assign processor_o.buffer = buffer_t'(eject_buffer);
  // Ejection has no buffers: none fills, and its number is 0.
  assign answer_o.fills     = 1'b0;
  assign answer_o.slot      = '0;
  assign status.available   = {2{available}};
  assign status.full        = MaxBuffers'({Config.Buffers{~available}});

  if (Config.Stat == Addressed) begin : gen_addressed
    // Headers get number 0, also those chosen before a stall, which then see it as full.
    assign status_o = StatusWidth'({{lowest_vectors(Config){Config.Buffers'(1)}}, status});
  end else begin : gen_matched
    assign status_o = StatusWidth'(status);  // no adaptive class leads to a processor
  end

  logic unused_buffer;  // bits above those of this network's numbers; a router's number
  assign unused_buffer = ^{processor_i.buffer, payload_i.buffer, identity_i.minus};

  `WF_ASSERT(MwayProcessorSendsEnabled, payload_o.tag == TagInvalid || enable)

endmodule

`endif
