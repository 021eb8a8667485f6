// Written by rtl/flows/make_manifests from rtl/axi4/axi4.f.
// From any folder: -F PATH/rtl/axi4.f
+incdir+common
common/wf_pkg.sv
common/wf_fifo.sv
stream/stream_register.sv
axi4/axi4_pkg.sv
axi4/axi4_order.sv
axi4/axi4_address.sv
axi4/axi4_answers.sv
axi4/axi4_entry.sv
axi4/axi4_exit.sv
axi4/axi4_terminal.sv
axi4/axi4_checker.sv
