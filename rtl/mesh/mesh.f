// SPDX-License-Identifier: Apache-2.0
// What the wormhole and the cut-through routers share. The list is complete in itself.
// Paths are from the root of the repository: run tools there and pass -f rtl/mesh/mesh.f.
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
rtl/mesh/mesh_pkg.sv
rtl/mesh/mesh_guard.sv
rtl/mesh/mesh_route_check.sv
rtl/mesh/mesh_injection.sv
rtl/mesh/mesh_header_update.sv
rtl/mesh/mesh_stream_pkg.sv
rtl/mesh/mesh_draws.sv
rtl/mesh/mesh_displacement.sv
rtl/mesh/mesh_ways.sv
rtl/mesh/mesh_stream_entry.sv
rtl/mesh/mesh_stream_exit.sv
