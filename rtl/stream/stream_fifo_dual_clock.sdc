# SPDX-License-Identifier: Apache-2.0
#
# Clock crossing of stream_fifo_dual_clock, for tools that read SDC (not run by our tests).
# Set `fifo` to the path of the instance and `period` to the period of the faster clock, in ns, before
# this file is read; repeat it for each instance.
#
# A Gray pointer's bits must arrive within a period of each other, so that at most one of them is
# changing when it is sampled. Words are read after their pointer has crossed.
set_max_delay $period -from [get_cells $fifo/write_gray_q*] -to [get_cells $fifo/u_write_sync/sync_q*]
set_max_delay $period -from [get_cells $fifo/read_gray_q*]  -to [get_cells $fifo/u_read_sync/sync_q*]
set_max_delay $period -from [get_cells $fifo/memory_q*]     -to [get_cells $fifo/data_q*]
# The clocks are asynchronous: their edges have no order, and no hold time is checked.
set_false_path -hold -from [get_cells $fifo/write_gray_q*] -to [get_cells $fifo/u_write_sync/sync_q*]
set_false_path -hold -from [get_cells $fifo/read_gray_q*] -to [get_cells $fifo/u_read_sync/sync_q*]
set_false_path -hold -from [get_cells $fifo/memory_q*] -to [get_cells $fifo/data_q*]
set_false_path -to [get_cells $fifo/u_s_reset/released_q*0*]
set_false_path -to [get_cells $fifo/u_m_reset/released_q*0*]
