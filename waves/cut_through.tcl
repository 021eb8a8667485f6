# The view of a network of cut-through routers, built from the names in its dump:
#
#   gtkwave -T waves/cut_through.tcl DUMP.fst
#
# Environment variables, all optional:
#   WAYFARER_CHANNEL  link whose node and target's links are shown       (default: 0)
#   WAYFARER_CYCLE    cycle to put the marker on               (default: the first in the dump)
#   WAYFARER_VIEW     writes the view to this save file, its paths relative to the root of the
#                     repository
#   WAYFARER_PICTURE  writes the picture to this PNG file and quits
#
# docs/waves.md explains what is seen.

set top TOP.cut_through_network
set inside_signals {in_room|in_holds|in_eligible|in_pop|in_request|connect_input|connect_output}
set state_bits {in_room in_holds in_eligible in_pop}

# Headers may have several outputs to choose from. A router connects one of them in a cycle.
proc read_family {} {
  read_buffers [parameter LinkVcs]
  set inputs [width [lindex [array names ::signals *.u_router.in_holds] 0]]
  for {set frame 0} {[llength $::inputs] < $inputs} {incr frame} { lappend ::inputs "queue $frame" }
  set shape ${::ports}x${::link_vcs}_[parameter EjectionPorts]
  if {$frame > 0} { append shape _queue }
  set ::request_file [bits_file cut_through_choices_$shape $::outputs [llength $::outputs]]
  set ::output_file [bits_file cut_through_outputs_$shape \
      [concat $::outputs [lsearch -all -inline $::inputs queue*]] 1]
  set ::input_file [bits_file cut_through_inputs_${shape}_[parameter InjectionPorts] \
      $::inputs 1]
}

proc state_file {input} { return [file join $::waves cut_through_input.txt] }

proc show_request {inside input} {
  set label "from [lindex $::inputs $input]"
  if {$::request_file eq {}} {
    row "$label: may take" $inside.in_request\[$input\] binary
  } else {
    translated "$label: may take" $inside.in_request\[$input\] $::request_file
  }
}

proc show_allocation {node inside} {
  translated "connects: from" $inside.connect_input $::input_file
  translated "connects: to" $inside.connect_output $::output_file
}

source [file join [file dirname [file normalize [info script]]] mesh.tcl]
