# SPDX-License-Identifier: Apache-2.0
#
# Clock crossings of mway_clocks_router, for Vivado (not run by our tests): read it with
#   read_xdc -ref mway_clocks_router mway_clocks_router.xdc
# which applies it to every instance. The bits of a Gray pointer arrive within a period of the faster
# clock; words of the memory are read after their pointer has crossed.
set clocks [get_clocks -of_objects [get_pins {channel_clk_i[0] channel_clk_i[1]}]]
set period [get_property -min PERIOD $clocks]
set_max_delay -datapath_only $period -from [get_cells -hierarchical *write_gray_q_reg*] \
  -to [get_cells -hierarchical -filter {NAME =~ *u_write_sync/sync_q_reg*}]
set_max_delay -datapath_only $period -from [get_cells -hierarchical *read_gray_q_reg*] \
  -to [get_cells -hierarchical -filter {NAME =~ *u_read_sync/sync_q_reg*}]
set_max_delay -datapath_only $period -from [get_cells -hierarchical {*slots_q_reg* *memory_q_reg*}] \
  -to $clocks
