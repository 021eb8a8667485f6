# SPDX-License-Identifier: Apache-2.0
#
# Clock crossing of stream_fifo_dual_clock, for Vivado (not run by our tests): read it with
#   read_xdc -ref stream_fifo_dual_clock stream_fifo_dual_clock.xdc
# which applies it to every instance. The bits of a Gray pointer arrive within a period of each other.
set s_period [get_property -min PERIOD [get_clocks -of_objects [get_ports s_axis_clk_i]]]
set m_period [get_property -min PERIOD [get_clocks -of_objects [get_ports m_axis_clk_i]]]
set_max_delay -datapath_only $s_period -from [get_cells write_gray_q_reg*] -to [get_cells u_write_sync/sync_q_reg*]
set_max_delay -datapath_only $m_period -from [get_cells read_gray_q_reg*] -to [get_cells u_read_sync/sync_q_reg*]
set_max_delay -datapath_only $m_period -from [get_cells memory_q_reg*] -to [get_cells data_q_reg*]
set_false_path -to [get_cells {u_s_reset/released_q_reg[0] u_m_reset/released_q_reg[0]}]
