// Routers with virtual channels and their networks. Paths are from the root of the repository: run
// tools there and pass -f rtl/vc/vc.f.
-f rtl/common/common.f
rtl/vc/vc_pkg.sv
rtl/vc/vc_guard.sv
rtl/vc/vc_legal.sv
rtl/vc/vc_injection.sv
rtl/vc/vc_step.sv
rtl/vc/vc_wormhole_route.sv
rtl/vc/vc_wormhole_input.sv
rtl/vc/vc_wormhole_allocator.sv
rtl/vc/vc_wormhole_crossbar.sv
rtl/vc/vc_wormhole_output.sv
rtl/vc/vc_wormhole_link.sv
rtl/vc/vc_wormhole_delivery.sv
rtl/vc/vc_wormhole_router.sv
rtl/vc/vc_wormhole_network.sv
rtl/vc/vc_cut_through_pkg.sv
rtl/vc/vc_cut_through_groups.sv
rtl/vc/vc_cut_through_pick.sv
rtl/vc/vc_cut_through_input_driven.sv
rtl/vc/vc_cut_through_output_driven.sv
rtl/vc/vc_cut_through_route.sv
rtl/vc/vc_cut_through_length.sv
rtl/vc/vc_cut_through_input.sv
rtl/vc/vc_cut_through_output.sv
rtl/vc/vc_cut_through_crossbar.sv
rtl/vc/vc_cut_through_direction.sv
rtl/vc/vc_cut_through_link.sv
rtl/vc/vc_cut_through_router.sv
rtl/vc/vc_cut_through_network.sv
