# Synthesis, placement and routing of one module without its pins, in Vivado:
#
#   vivado -mode batch -source rtl/flows/vivado.tcl \
#     -tclargs mway mway_router xc7a35tcpg236-1 10.0 FlitWidth=32
#
# Arguments: the folder of the file list, the top module, the part, the clock's period in ns, and
# parameters of the module. Writes utilisation.txt and timing.txt. A parameter that is a struct
# (Config) keeps its default.
# Not run with Vivado: docs/handoff.md says what a test checks of this script.

source [file join [file dirname [info script]] read_list.tcl]

if {$argc < 4} { error "arguments: FOLDER TOP PART PERIOD_NS \[NAME=VALUE...\]" }
lassign $argv folder top part period
set parameters [lrange $argv 4 end]
check_parameters $parameters
read_list $folder sources includes

set generics {}
foreach parameter $parameters { lappend generics -generic $parameter }

read_verilog -sv $sources
synth_design -top $top -part $part -include_dirs $includes -mode out_of_context {*}$generics
create_clock -name clk -period $period [get_ports clk_i]
opt_design
place_design
route_design
report_utilization -file utilisation.txt
report_timing_summary -file timing.txt
