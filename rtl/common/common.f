// SPDX-License-Identifier: Apache-2.0
// Cells that every family uses. Paths are from the root of the repository:
// run tools there and pass -f rtl/common/common.f.
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
