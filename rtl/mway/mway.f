// The switch-free m-way router and its networks. The list is complete in itself.
// Paths are from the root of the repository: run tools there and pass -f rtl/mway/mway.f.
+incdir+rtl/common
rtl/common/wf_pkg.sv
rtl/common/wf_onehot_to_index.sv
rtl/common/wf_prefix_or.sv
rtl/common/wf_arbiter_fixed.sv
rtl/common/wf_arbiter_round_robin.sv
rtl/common/wf_fifo.sv
rtl/common/wf_lfsr.sv
rtl/mway/mway_pkg.sv
rtl/mway/mway_arbiter.sv
rtl/mway/mway_route.sv
rtl/mway/mway_buffer.sv
rtl/mway/mway_allocator.sv
rtl/mway/mway_lowest_free.sv
rtl/mway/mway_stat_view.sv
rtl/mway/mway_bank.sv
rtl/mway/mway_buffer_set.sv
rtl/mway/mway_injection.sv
rtl/mway/mway_ejection.sv
rtl/mway/mway_router.sv
rtl/mway/mway_processor.sv
rtl/mway/mway_channel.sv
rtl/mway/mway_node.sv
rtl/mway/mway_tieoff.sv
rtl/mway/mway_network.sv
