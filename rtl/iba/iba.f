// InfiniBand meshes with hardware multicast. Paths are from the root of the repository: run tools
// there and pass -f rtl/iba/iba.f.
-f rtl/common/common.f
rtl/iba/iba_pkg.sv
rtl/iba/iba_table.sv
rtl/iba/iba_forwarding_table.sv
rtl/iba/iba_multicast_table.sv
rtl/iba/iba_lane_table.sv
rtl/iba/iba_counter.sv
rtl/iba/iba_management.sv
rtl/iba/iba_tables.sv
rtl/iba/iba_decoder.sv
rtl/iba/iba_credit.sv
rtl/iba/iba_guard.sv
rtl/iba/iba_endpoint.sv
rtl/iba/iba_segmenter.sv
rtl/iba/iba_reassembler.sv
rtl/iba/iba_adapter.sv
rtl/iba/iba_buffer.sv
rtl/iba/iba_lane.sv
rtl/iba/iba_link.sv
rtl/iba/iba_output.sv
rtl/iba/iba_start_branches.sv
rtl/iba/iba_patience.sv
rtl/iba/iba_start_together.sv
rtl/iba/iba_outputs.sv
rtl/iba/iba_switch.sv
rtl/iba/iba_network.sv
