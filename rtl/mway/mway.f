// The switch-free m-way router and its networks. Paths are from the root of the repository: run
// tools there and pass -f rtl/mway/mway.f.
-f rtl/common/common.f
rtl/mway/mway_pkg.sv
rtl/mway/mway_arbiter.sv
rtl/mway/mway_route.sv
rtl/mway/mway_buffer.sv
rtl/mway/mway_allocator.sv
rtl/mway/mway_stat_view.sv
rtl/mway/mway_bank.sv
rtl/mway/mway_buffer_set.sv
rtl/mway/mway_injection.sv
rtl/mway/mway_ejection.sv
rtl/mway/mway_router.sv
rtl/mway/mway_processor.sv
rtl/mway/mway_channel.sv
rtl/mway/mway_node.sv
rtl/mway/mway_absent.sv
rtl/mway/mway_network.sv
