// SPDX-License-Identifier: Apache-2.0
// On-chip traffic on AXI4-Stream and its counters. The list is complete in itself.
// Paths are from the root of the repository: run tools there and pass -f rtl/traffic/traffic.f.
+incdir+rtl/common
rtl/common/wf_pkg.sv
rtl/traffic/traffic_pkg.sv
rtl/traffic/traffic_destination.sv
rtl/traffic/traffic_source.sv
rtl/traffic/traffic_sink.sv
rtl/traffic/traffic_counter.sv
rtl/traffic/traffic_counters.sv
rtl/traffic/traffic_control.sv
rtl/traffic/traffic_terminals.sv
