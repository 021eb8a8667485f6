// Written by rtl/flows/make_manifests from rtl/traffic/traffic.f.
// From any folder: -F PATH/rtl/traffic.f
+incdir+common
common/wf_pkg.sv
traffic/traffic_pkg.sv
traffic/traffic_destination.sv
traffic/traffic_source.sv
traffic/traffic_sink.sv
traffic/traffic_counter.sv
traffic/traffic_counters.sv
traffic/traffic_control.sv
traffic/traffic_terminals.sv
