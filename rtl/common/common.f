// Cells that every family uses. Paths are from the root of the repository:
// run tools there and pass -f rtl/common/common.f.
+incdir+rtl/common
rtl/common/wayfarer_pkg.sv
rtl/common/onehot_to_index.sv
rtl/common/arbiter_fixed.sv
rtl/common/arbiter_round_robin.sv
rtl/common/fifo.sv
rtl/common/lfsr.sv
