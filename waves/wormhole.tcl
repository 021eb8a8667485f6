# The view of a network of wormhole routers, built from the names in its dump:
#
#   gtkwave -T waves/wormhole.tcl DUMP.fst
#
# Environment variables, all optional:
#   WAYFARER_CHANNEL  link whose node and target's links are shown       (default: 0)
#   WAYFARER_CYCLE    cycle to put the marker on               (default: the first in the dump)
#   WAYFARER_VIEW     writes the view to this save file, its paths relative to the root of the
#                     repository
#   WAYFARER_PICTURE  writes the picture to this PNG file and quits
#
# docs/waves.md explains what is seen.

set top TOP.wormhole_network
set inside_signals {occupied|granted|pop|flow|request|select}
set state_bits {flow occupied granted pop}

# The virtual channels of a group of outputs, among which an allocator chooses.
proc group_names {} {
  set names {}
  set vcs [parameter VirtualChannels]
  for {set p 0} {$p < $::ports} {incr p} {
    for {set first 0} {$first < $::link_vcs} {incr first $vcs} {
      set last [expr {$first + $vcs - 1}]
      lappend names "[port_name $p] VC [expr {$vcs == 1 ? $first : "$first to $last"}]"
    }
  }
  return [concat $names exit]
}

proc read_family {} {
  set vcs [parameter VirtualChannels]
  set classes [expr {[parameter Phases] * ([parameter Torus] ? 2 : 1)}]
  read_buffers [expr {$classes * $vcs}]
  set shape ${::ports}x${classes}x$vcs
  set ::group_file [bits_file wormhole_groups_$shape [group_names] 1]
  set ::input_file [bits_file wormhole_inputs_${shape}_[parameter InjectionPorts] $::inputs 1]
  set ::credits [parameter Credits]
}

# Terminals have no credits.
proc state_file {input} {
  set kind [expr {$::credits && $input < $::ports * $::link_vcs ? "credits" : "flow"}]
  return [file join $::waves wormhole_input_$kind.txt]
}

proc show_request {inside input} {
  translated "from [lindex $::inputs $input]: asks for" $inside.request\[$input\] $::group_file
}

proc show_allocation {node inside} {
  for {set o 0} {$o < [llength $::outputs]} {incr o} {
    if {![has_link $node [expr {$o / $::link_vcs}]]} continue
    translated "to [lindex $::outputs $o]: gets from" $inside.select\[$o\] $::input_file
  }
}

source [file join [file dirname [file normalize [info script]]] mesh.tcl]
