// SPDX-License-Identifier: Apache-2.0
//
// One receiver's bit of a Way mask (paper section 3: Way "can be an m-bit mask" with multicast).
//
// Shows the flit on the lines as a member with one Way would see it: a header whose mask has not
// the member's bit as an invalid flit, any other header with the member's number in Way. Data
// flits have no Way: they pass.
//
// Combinational.
`ifndef MWAY_WAY_SELECT_SV_
`define MWAY_WAY_SELECT_SV_
`include "wayfarer_assert.svh"

module mway_way_select
  import mway_pkg::*, mway_config_pkg::*;
#(
  parameter config_t Config = config_of(Multicast)
) (
  input  way_t                        own_way_i,
  input  flit_tag_e                   tag_i,
  input  logic [Config.FlitWidth-1:0] data_i,
  output flit_tag_e                   tag_o,
  output logic [Config.FlitWidth-1:0] data_o
);

  `WF_ASSERT_STATIC(MwayWaySelectLegal, config_legal(Config) && Config.Variant == Multicast)

  localparam int unsigned Members = ways(Config);
  localparam int unsigned Mask    = mask_offset(Config);

  logic [Members-1:0] mask;
  logic               header;
  logic               selected;

  assign mask     = data_i[Mask+:Members];
  assign header   = tag_i == TagHeader;
  assign selected = |(mask & (Members'(1) << own_way_i));

  assign tag_o  = header & ~selected ? TagInvalid : tag_i;
  assign data_o = {data_i[Config.FlitWidth-1:WayWidth],
                   header ? own_way_i : data_i[WayWidth-1:0]};

endmodule

`endif
