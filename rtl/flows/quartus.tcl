# SPDX-License-Identifier: Apache-2.0
#
# Synthesis, placement and routing of one module in Quartus, its ports on virtual pins:
#
#   quartus_sh -t rtl/flows/quartus.tcl mway mway_network "Cyclone V" 5CSEBA6U23I7 10.0 FlitWidth=32
#
# Arguments: the folder of the file list, the top module, the family, the part, the clock's period in
# ns, and parameters of the module; a name that the module does not have is an error. Quartus leaves
# its reports in output_files. Ends with an error if a path is too slow for the clock.
# Not run with Quartus: docs/handoff.md says what a test checks of this script.

source [file join [file dirname [info script]] read_list.tcl]

set arguments $::quartus(args)
if {[llength $arguments] < 5} { error "arguments: FOLDER TOP FAMILY PART PERIOD_NS \[NAME=VALUE...\]" }
lassign $arguments folder top family part period
set parameters [lrange $arguments 5 end]
read_list $folder sources includes
check_parameters $parameters $top $sources

load_package flow
project_new $top -overwrite
set_global_assignment -name FAMILY $family
set_global_assignment -name DEVICE $part
set_global_assignment -name TOP_LEVEL_ENTITY $top
foreach include $includes { set_global_assignment -name SEARCH_PATH $include }
foreach source $sources { set_global_assignment -name SYSTEMVERILOG_FILE $source }
foreach parameter $parameters {
  regexp {^(\w+)=(.+)$} $parameter -> name value
  set_parameter -name $name $value
}
set_instance_assignment -name VIRTUAL_PIN ON -to *
set_instance_assignment -name VIRTUAL_PIN OFF -to clk_i

set constraints [open $top.sdc w]
puts $constraints "create_clock -name clk -period $period \[get_ports clk_i\]"
close $constraints
set_global_assignment -name SDC_FILE $top.sdc

execute_flow -compile

load_package report
load_report
foreach panel [get_report_panel_names] {
  if {![string match "*Setup Summary*" $panel]} continue
  set slack [get_report_panel_data -name $panel -row 1 -col_name Slack]
  if {$slack < 0} { error "the slowest path misses the clock of $period ns by [expr {-$slack}] ns" }
}
unload_report
project_close
