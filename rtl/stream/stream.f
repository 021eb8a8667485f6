// SPDX-License-Identifier: Apache-2.0
// Network interfaces: AXI4-Stream for any family. The list is complete in itself.
// Paths are from the root of the repository: run tools there and pass -f rtl/stream/stream.f.
+incdir+rtl/common
rtl/common/wf_pkg.sv
rtl/common/wf_onehot_to_index.sv
rtl/common/wf_prefix_or.sv
rtl/common/wf_arbiter_fixed.sv
rtl/common/wf_arbiter_round_robin.sv
rtl/common/wf_fifo.sv
rtl/common/wf_lfsr.sv
rtl/common/wf_reset_sync.sv
rtl/common/wf_gray_sync.sv
rtl/stream/stream_pkg.sv
rtl/stream/stream_entry.sv
rtl/stream/stream_reassembly.sv
rtl/stream/stream_exit.sv
rtl/stream/stream_register.sv
rtl/stream/stream_checker.sv
rtl/stream/stream_axis.sv
rtl/stream/stream_width.sv
rtl/stream/stream_fifo_dual_clock.sv
