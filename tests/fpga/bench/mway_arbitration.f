// SPDX-License-Identifier: Apache-2.0
// The arbitration of a channel alone, for placement (tests/fpga/place.py).
+incdir+rtl/common
rtl/common/wf_pkg.sv
rtl/mway/mway_pkg.sv
rtl/mway/mway_arbiter.sv
tests/fpga/bench/mway_arbitration.sv
