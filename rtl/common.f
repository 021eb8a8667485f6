// Written by rtl/flows/make_manifests from rtl/common/common.f.
// From any folder: -F PATH/rtl/common.f
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
