# SPDX-License-Identifier: Apache-2.0
#
# The step `yosys` of FuseSoC's and edalize's flow for ECP5: their default script reads each file
# alone with Yosys's own reader, which does not know enough SystemVerilog. The slang reader takes all
# files at once. edalize_yosys_procs.tcl, written by edalize, calls the procedures that are defined
# here.
yosys -import

set sources {}
set parameters {}
set includes {}
proc read_verilog {args} { lappend ::sources [lindex $args end] }
proc verilog_defaults {args} { lappend ::includes {*}[lrange $args 1 end] }
proc chparam {set name value top} { lappend ::parameters -G $name=$value }

source edalize_yosys_procs.tcl
read_files
set_incdirs
set_params

yosys read_slang -j 1 -D SYNTHESIS {*}$includes {*}$parameters --top $top {*}$sources
synth $top
yosys write_json $name.json
