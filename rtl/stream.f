// Written by rtl/flows/make_manifests from rtl/stream/stream.f.
// From any folder: -F PATH/rtl/stream.f
+incdir+common
common/wf_pkg.sv
common/wf_onehot_to_index.sv
common/wf_prefix_or.sv
common/wf_arbiter_fixed.sv
common/wf_arbiter_round_robin.sv
common/wf_fifo.sv
common/wf_lfsr.sv
common/wf_reset_sync.sv
common/wf_gray_sync.sv
stream/stream_pkg.sv
stream/stream_entry.sv
stream/stream_reassembly.sv
stream/stream_exit.sv
stream/stream_register.sv
stream/stream_checker.sv
stream/stream_axis.sv
stream/stream_width.sv
stream/stream_fifo_dual_clock.sv
