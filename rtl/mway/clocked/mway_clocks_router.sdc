# SPDX-License-Identifier: Apache-2.0
#
# Clock crossings of mway_clocks_router, for tools that read SDC (not run by our tests). Set `router` to
# the path of the instance and `period` to the period of the faster of its clocks, in ns, before this
# file is read; repeat it for each instance.
#
# A Gray pointer's bits must arrive within a period of each other, so that at most one of them is
# changing when it is sampled. Words are read after their pointer has crossed: they have been in the
# memory for a cycle of the clock that reads, which is their time to reach its registers and the
# outputs.
set_max_delay $period -from [get_cells $router/u_set_*/*write_gray_q*] \
                      -to   [get_cells $router/u_set_*/*u_write_sync/sync_q*]
set_max_delay $period -from [get_cells $router/u_set_*/*read_gray_q*] \
                      -to   [get_cells $router/u_set_*/*u_read_sync/sync_q*]
set_max_delay $period -from [get_cells $router/u_set_*/*slots_q*]
set_max_delay $period -from [get_cells $router/u_set_*/*memory_q*]
# The clocks are asynchronous: their edges have no order, and no hold time is checked.
set_false_path -hold -from [get_cells $router/u_set_*/*write_gray_q*] \
  -to [get_cells $router/u_set_*/*u_write_sync/sync_q*]
set_false_path -hold -from [get_cells $router/u_set_*/*read_gray_q*] \
  -to [get_cells $router/u_set_*/*u_read_sync/sync_q*]
set_false_path -hold -from [get_cells $router/u_set_*/*slots_q*]
set_false_path -hold -from [get_cells $router/u_set_*/*memory_q*]
# The reset of each channel's clock: in the network that has the routers.
# set_false_path -to [get_cells */u_reset/released_q*0*]
