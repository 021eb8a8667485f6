// SPDX-License-Identifier: Apache-2.0
//
// The injection ports of a terminal: a guard in front of each port's buffer.
//
// Latency: none; push_o and tag_o depend combinationally on the stream. Each port takes its own
// message, one flit per cycle. Errors appear one cycle later; error_o is the OR over all ports.
// Parameters: Mesh (mesh_pkg); InjectionPorts; FlitWidth, at least the header.
`ifndef MESH_INJECTION_SV_
`define MESH_INJECTION_SV_
`include "wayfarer_assert.svh"

module mesh_injection
  import mesh_pkg::*;
#(
  parameter mesh_t       Mesh           = default_mesh(),
  parameter int unsigned InjectionPorts = 2,
  parameter int unsigned FlitWidth      = 64,
  localparam int unsigned DigitWidth = digit_width(Mesh.Extents)
) (
  input  logic                                            clk_i,
  input  logic                                            rst_ni,
  input  logic      [Mesh.Dimensions-1:0][DigitWidth-1:0] position_i,
  // The streams.
  input  logic      [InjectionPorts-1:0]                  valid_i,
  input  flit_tag_t [InjectionPorts-1:0]                  tag_i,
  input  logic      [InjectionPorts-1:0][FlitWidth-1:0]   data_i,
  output logic      [ErrorWidth-1:0]                      error_o,
  output logic      [InjectionPorts-1:0][7:0]             error_count_o,
  // Per buffer: whether it takes a flit, whether that flit fills it, and
  // whether it is in the middle of a message.
  input  logic      [InjectionPorts-1:0]                  ready_i,
  input  logic      [InjectionPorts-1:0]                  last_i,
  output logic      [InjectionPorts-1:0]                  open_o,
  output logic      [InjectionPorts-1:0]                  push_o,
  output flit_tag_t [InjectionPorts-1:0]                  tag_o
);

  localparam int unsigned HeaderWidth = header_width(Mesh);

  `WF_ASSERT_STATIC(MeshInjectionLegal,
                    mesh_legal(Mesh) && InjectionPorts >= 1 && FlitWidth >= HeaderWidth)

  logic [ErrorWidth-1:0][InjectionPorts-1:0] causes;

  for (genvar l = 0; l < InjectionPorts; l++) begin : gen_port
    logic                  legal, pass;
    logic [ErrorWidth-1:0] error;

    mesh_route_check #(
      .Mesh(Mesh)
    ) u_route_check (
      .position_i(position_i),
      .header_i  (data_i[l][HeaderWidth-1:0]),
      .legal_o   (legal)
    );

    mesh_guard u_guard (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .valid_i      (valid_i[l]),
      .tag_i        (tag_i[l]),
      .legal_i      (legal),
      .last_i       (last_i[l]),
      .ready_i      (ready_i[l]),
      .pass_o       (pass),
      .tag_o        (tag_o[l]),
      .open_o       (open_o[l]),
      .error_o      (error),
      .error_count_o(error_count_o[l])
    );

    assign push_o[l] = pass && ready_i[l];
    for (genvar e = 0; e < ErrorWidth; e++) begin : gen_cause
      assign causes[e][l] = error[e];
    end
  end

  for (genvar e = 0; e < ErrorWidth; e++) begin : gen_error
    assign error_o[e] = |causes[e];
  end

  if (FlitWidth > HeaderWidth) begin : gen_unused
    logic [InjectionPorts-1:0] unused_data;
    for (genvar l = 0; l < InjectionPorts; l++) begin : gen_port
      assign unused_data[l] = ^data_i[l][FlitWidth-1:HeaderWidth];
    end
  end

  `WF_ASSERT(MeshInjectionPushesTaken, (push_o & ~(valid_i & ready_i)) == '0)

endmodule

`endif
