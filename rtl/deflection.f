// Written by rtl/flows/make_manifests from rtl/deflection/deflection.f.
// From any folder: -F PATH/rtl/deflection.f
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
deflection/deflection_pkg.sv
deflection/deflection_guard.sv
deflection/deflection_select.sv
deflection/deflection_router.sv
deflection/deflection_network.sv
deflection/deflection_stream_entry.sv
deflection/deflection_stream_exit.sv
deflection/deflection_streams.sv
