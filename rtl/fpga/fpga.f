// Board tops: networks with on-chip traffic and a serial report. The list is complete in itself.
// Paths are from the root of the repository: run tools there and pass -f rtl/fpga/fpga.f.
+incdir+rtl/common
+incdir+rtl/fpga
rtl/common/wf_pkg.sv
rtl/traffic/traffic_pkg.sv
rtl/fpga/fpga_uart.sv
rtl/fpga/fpga_names.sv
rtl/fpga/fpga_console.sv
rtl/fpga/fpga_reset.sv
rtl/fpga/fpga_board.sv
rtl/fpga/ecp5_pll.sv
