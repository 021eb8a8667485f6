// Written by rtl/flows/make_manifests from rtl/mesh/mesh.f.
// From any folder: -F PATH/rtl/mesh.f
+incdir+common
common/wf_pkg.sv
common/wf_onehot_to_index.sv
common/wf_prefix_or.sv
common/wf_arbiter_fixed.sv
common/wf_arbiter_round_robin.sv
common/wf_fifo.sv
common/wf_lfsr.sv
stream/stream_pkg.sv
stream/stream_entry.sv
stream/stream_reassembly.sv
mesh/mesh_pkg.sv
mesh/mesh_guard.sv
mesh/mesh_route_check.sv
mesh/mesh_injection.sv
mesh/mesh_header_update.sv
mesh/mesh_stream_pkg.sv
mesh/mesh_draws.sv
mesh/mesh_displacement.sv
mesh/mesh_ways.sv
mesh/mesh_stream_entry.sv
mesh/mesh_stream_exit.sv
