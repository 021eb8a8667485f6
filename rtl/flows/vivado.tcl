# SPDX-License-Identifier: Apache-2.0
#
# Synthesis, placement and routing of one module without its pins, in Vivado:
#
#   vivado -mode batch -source rtl/flows/vivado.tcl \
#     -tclargs mway mway_network xc7a35tcpg236-1 10.0 K0=2 K1=2 FlitWidth=32
#
# Arguments: the folder of the file list, the top module, the part, the clock's period in ns, and
# parameters of the module. A name that the module does not have is an error, and a parameter that is
# a struct (Config) keeps its default. Writes utilisation.txt and timing.txt, and ends with an error
# if a path is too slow for the clock.
# Not run with Vivado: docs/handoff.md says what a test checks of this script.

source [file join [file dirname [info script]] read_list.tcl]

if {$argc < 4} { error "arguments: FOLDER TOP PART PERIOD_NS \[NAME=VALUE...\]" }
lassign $argv folder top part period
set parameters [lrange $argv 4 end]
read_list $folder sources includes
check_parameters $parameters $top $sources

set generics {}
foreach parameter $parameters { lappend generics -generic $parameter }

read_verilog -sv $sources

# Constraints are read before synthesis, which then works towards the clock.
set constraints [open $top.xdc w]
puts $constraints "create_clock -name clk -period $period \[get_ports clk_i\]"
close $constraints
read_xdc -mode out_of_context $top.xdc

synth_design -top $top -part $part -include_dirs $includes -mode out_of_context {*}$generics
opt_design
place_design
route_design
report_utilization -file utilisation.txt
report_timing_summary -file timing.txt
set slack [get_property SLACK [get_timing_paths]]
if {$slack < 0} { error "the slowest path misses the clock of $period ns by [expr {-$slack}] ns" }
