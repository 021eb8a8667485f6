// Wormhole routers with virtual channels and their networks. The list is complete in itself.
// Paths are from the root of the repository: run tools there and pass -f rtl/wormhole/wormhole.f.
+incdir+rtl/common
rtl/common/wf_pkg.sv
rtl/common/wf_onehot_to_index.sv
rtl/common/wf_prefix_or.sv
rtl/common/wf_arbiter_fixed.sv
rtl/common/wf_arbiter_round_robin.sv
rtl/common/wf_fifo.sv
rtl/common/wf_lfsr.sv
rtl/mesh/mesh_pkg.sv
rtl/mesh/mesh_guard.sv
rtl/mesh/mesh_route_check.sv
rtl/mesh/mesh_injection.sv
rtl/mesh/mesh_header_update.sv
rtl/wormhole/wormhole_pkg.sv
rtl/wormhole/wormhole_route.sv
rtl/wormhole/wormhole_input.sv
rtl/wormhole/wormhole_vc_allocator.sv
rtl/wormhole/wormhole_crossbar.sv
rtl/wormhole/wormhole_output.sv
rtl/wormhole/wormhole_link.sv
rtl/wormhole/wormhole_ejection.sv
rtl/wormhole/wormhole_router.sv
rtl/wormhole/wormhole_network.sv
