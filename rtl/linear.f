// Written by rtl/flows/make_manifests from rtl/linear/linear.f.
// From any folder: -F PATH/rtl/linear.f
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
linear/linear_pkg.sv
linear/linear_switch.sv
linear/linear_branch.sv
linear/linear_guard.sv
linear/linear_message.sv
linear/linear_sender.sv
linear/linear_monitor.sv
linear/linear_responder.sv
linear/linear_host.sv
linear/linear_server.sv
linear/linear_forward.sv
linear/linear_reverse.sv
linear/linear_network.sv
linear/linear_stream_entry.sv
linear/linear_stream_exit.sv
linear/linear_streams.sv
