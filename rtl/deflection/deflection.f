// SPDX-License-Identifier: Apache-2.0
// A bufferless torus with deflection routing. The list is complete in itself.
// Paths are from the root of the repository: run tools there and pass -f rtl/deflection/deflection.f.
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
rtl/stream/stream_reassembly.sv
rtl/deflection/deflection_pkg.sv
rtl/deflection/deflection_guard.sv
rtl/deflection/deflection_select.sv
rtl/deflection/deflection_router.sv
rtl/deflection/deflection_network.sv
rtl/deflection/deflection_stream_entry.sv
rtl/deflection/deflection_stream_exit.sv
rtl/deflection/deflection_streams.sv
