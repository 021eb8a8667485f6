# The view of a mesh of InfiniBand switches, built from the names in its dump:
#
#   gtkwave -T waves/iba.tcl DUMP.fst
#
# Environment variables, all optional:
#   WAYFARER_CHANNEL  link whose switch is shown, and the next one     (default: 0)
#   WAYFARER_CYCLE    cycle to put the marker on               (default: the first in the dump)
#   WAYFARER_VIEW     writes the view to this save file, its paths relative to the root of the
#                     repository
#   WAYFARER_PICTURE  writes the picture to this PNG file and quits
#
# docs/waves.md explains what is seen.

set top TOP.iba_network
source [file join [file dirname [file normalize [info script]]] view.tcl]

# A vector of one bit has its index in its name.
proc pin {name} { return [expr {[exists $name] ? $name : "$name\[0\]"}] }

proc show_flit {label valid tag} {
  set bits [concat [bits $valid] [bits $tag]]
  if {[llength $bits] == 3} { row_of_bits $label $bits $::flit_file }
}

# The header's DLID: a LID, or a multicast LID from c000 on.
proc show_lid {label data} {
  if {![exists $data]} return
  set width [width $data]
  set chosen {}
  for {set bit 23} {$bit >= 8} {incr bit -1} {
    lappend chosen "([expr {$width - 1 - $bit}])$::signals($data)"
  }
  emit "@$::flags(hexadecimal)"
  emit "#{$label} [join $chosen]"
}

proc show_switch {node lanes} {
  set inside $::top.gen_switch\[$node\].u_switch
  foreach {port name} {1 east 2 north 3 west 4 south} {
    set link [expr {4 * $node + $port - 1}]
    show_flit "link $name, flit" $::top.channel_valid_o\[$link\] $::top.channel_tag_o\[$link\]
    row "link $name, virtual lane" [pin $::top.channel_lane_o\[$link\]] unsigned
  }
  foreach {port name} {0 endpoint 1 east 2 north 3 west 4 south} {
    for {set lane 0} {$lane < $lanes} {incr lane} {
      set input [expr {$lanes * $port + $lane}]
      foreach {label signal} {"waits for" waits starts starts sends sends} {
        translated "from $name, lane $lane: $label" $inside.$signal\[$input\] $::ports_file
      }
    }
  }
  show_flit "inject, flit" $::top.inject_valid_i\[$node\] $::top.inject_tag_i\[$node\]
  show_lid "inject, DLID of a header" $::top.inject_data_i\[$node\]
  show_injected $node
  row "inject ready" [pin $::top.inject_ready_o\[$node\]] binary
  show_flit "deliver, flit" $::top.eject_o\[$node\].valid $::top.eject_o\[$node\].tag
  show_lid "deliver, DLID of a header" $::top.eject_data_o\[$node\]
  show_ejected $node 1 deliver
  row stall $::top.eject_stall_i\[$node\] binary
  show_error $::top.error_o\[$node\]
}

# The switch that the link leaves, and the next one.
proc build_view {link} {
  set terminals [parameter Terminals]
  set lanes [parameter VirtualLanes]
  set first [expr {$link / 4 % $terminals}]
  show_clock
  foreach node [list $first [expr {($first + 1) % $terminals}]] {
    group "switch $node, LID [expr {$node + 1}]" { show_switch $node $lanes }
  }
}

read_signals {\w+(?:\[\d+\]){0,2}(?:\[\d+:\d+\])?$}
read_bench
read_signals {eject_o\[\d+\]\.(?:valid|tag)(?:\[\d+:\d+\])?$}
read_signals {gen_switch\[\d+\]\.u_switch\.(?:waits|starts|sends)\[\d+\](?:\[\d+:\d+\])?$}
set flit_file [file join $waves linear_flit.txt]
set ports_file [file join $waves iba_ports.txt]
build_view [chosen_channel 4 0]
show_view
