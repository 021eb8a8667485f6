// Virtual cut-through routers and their networks. The list is complete in itself.
// Paths are from the root of the repository: run tools there and pass -f rtl/cut_through/cut_through.f.
+incdir+rtl/common
rtl/common/wf_pkg.sv
rtl/common/wf_onehot_to_index.sv
rtl/common/wf_arbiter_fixed.sv
rtl/common/wf_arbiter_round_robin.sv
rtl/common/wf_fifo.sv
rtl/common/wf_lfsr.sv
rtl/mesh/mesh_pkg.sv
rtl/mesh/mesh_guard.sv
rtl/mesh/mesh_route_check.sv
rtl/mesh/mesh_injection.sv
rtl/mesh/mesh_header_update.sv
rtl/cut_through/cut_through_pkg.sv
rtl/cut_through/cut_through_two_level_rr.sv
rtl/cut_through/cut_through_random_select.sv
rtl/cut_through/cut_through_input_driven.sv
rtl/cut_through/cut_through_output_driven.sv
rtl/cut_through/cut_through_route.sv
rtl/cut_through/cut_through_length.sv
rtl/cut_through/cut_through_input.sv
rtl/cut_through/cut_through_output.sv
rtl/cut_through/cut_through_crossbar.sv
rtl/cut_through/cut_through_link_arbiter.sv
rtl/cut_through/cut_through_link.sv
rtl/cut_through/cut_through_router.sv
rtl/cut_through/cut_through_network.sv
