// SPDX-License-Identifier: Apache-2.0
// AXI4 ports for terminals of networks with streams. The list is complete in itself.
// Paths are from the root of the repository: run tools there and pass -f rtl/axi4/axi4.f.
+incdir+rtl/common
rtl/common/wf_pkg.sv
rtl/common/wf_fifo.sv
rtl/stream/stream_register.sv
rtl/axi4/axi4_pkg.sv
rtl/axi4/axi4_order.sv
rtl/axi4/axi4_address.sv
rtl/axi4/axi4_answers.sv
rtl/axi4/axi4_entry.sv
rtl/axi4/axi4_exit.sv
rtl/axi4/axi4_terminal.sv
rtl/axi4/axi4_checker.sv
