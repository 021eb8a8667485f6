// SPDX-License-Identifier: Apache-2.0
// The linear client-server network of 2x1 wormhole switches. The list is complete in itself.
// Paths are from the root of the repository: run tools there and pass -f rtl/linear/linear.f.
+incdir+rtl/common
rtl/common/wf_pkg.sv
rtl/common/wf_onehot_to_index.sv
rtl/common/wf_prefix_or.sv
rtl/common/wf_arbiter_fixed.sv
rtl/common/wf_arbiter_round_robin.sv
rtl/common/wf_fifo.sv
rtl/common/wf_lfsr.sv
rtl/stream/stream_pkg.sv
rtl/stream/stream_entry.sv
rtl/linear/linear_pkg.sv
rtl/linear/linear_switch.sv
rtl/linear/linear_branch.sv
rtl/linear/linear_guard.sv
rtl/linear/linear_message.sv
rtl/linear/linear_sender.sv
rtl/linear/linear_monitor.sv
rtl/linear/linear_responder.sv
rtl/linear/linear_host.sv
rtl/linear/linear_server.sv
rtl/linear/linear_forward.sv
rtl/linear/linear_reverse.sv
rtl/linear/linear_network.sv
rtl/linear/linear_stream_entry.sv
rtl/linear/linear_stream_exit.sv
rtl/linear/linear_streams.sv
