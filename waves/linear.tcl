# The view of a linear client-server network or tree, built from the names in its dump:
#
#   gtkwave -T waves/linear.tcl DUMP.fst
#
# Environment variables, all optional:
#   WAYFARER_CHANNEL  channel to begin with; four switches and hosts are shown  (default: 0)
#   WAYFARER_CYCLE    cycle to put the marker on               (default: the first in the dump)
#   WAYFARER_VIEW     writes the view to this save file, its paths relative to the root of the
#                     repository
#   WAYFARER_PICTURE  writes the picture to this PNG file and quits
#
# docs/waves.md explains what is seen.

set top TOP.linear_network
source [file join [file dirname [file normalize [info script]]] view.tcl]

set shown_tiles 4

# A flit: whether there is one, and its tag.
proc flit {label valid tag} {
  set bits [concat $valid [bits $tag.tail] [bits $tag.head]]
  if {[llength $bits] == 3} { row_of_bits $label $bits $::flit_file }
}

proc show_switch {switch} {
  set inside $::top.u_forward.gen_switch\[$switch\].u_switch
  lassign [bits $inside.front] upstream local
  flit "front, local" $local $inside.tag\[0\]
  flit "front, upstream" $upstream $inside.tag\[1\]
  translated serves $::top.channel_owner_o\[$switch\] $::input_file
  flit output [bits $::top.channel_valid_o\[$switch\]] $::top.channel_tag_o\[$switch\]
  row acknowledge $::top.channel_acknowledge_o\[$switch\] binary
}

proc show_host {host} {
  set inside $::top.gen_host\[$host\].u_host
  row release $inside.released binary
  flit request [bits $::top.request_valid\[$host\]] $::top.request_tag\[$host\]
  show_injected $host 1 request
  row "request ready" $::top.request_ready\[$host\] binary
  flit response [bits $::top.eject_valid_o\[$host\]] $::top.eject_tag_o\[$host\]
  show_ejected $host 1 response
  show_error $::top.error_o\[$host\]
  row outstanding $::top.outstanding_o\[$host\] unsigned
  row "age of the oldest" $inside.u_monitor.age_q unsigned
  row worst $::top.worst_o\[$host\] unsigned
  row deadline $inside.u_monitor.deadline_q unsigned
  row missed $::top.missed_o\[$host\] binary
}

proc show_server {server} {
  flit request [bits $::top.eject_valid_o\[$server\]] $::top.eject_tag_o\[$server\]
  show_ejected $server 1 request
  row data $::top.eject_data_o\[$server\]
  flit answer [bits $::top.answer_valid] $::top.answer_tag
  row "answer ready" $::top.answer_ready binary
}

# Numbers from the first on, of which there are so many.
proc shown {first count} {
  set numbers {}
  for {set n $first} {$n < $count && $n < $first + $::shown_tiles} {incr n} { lappend numbers $n }
  return $numbers
}

# Channels count the switches' outputs first, then the links beside them in the reverse network.
proc build_view {channel} {
  set hosts [parameter Hosts]
  set switches [parameter Switches]
  set first [expr {$channel % $switches}]
  show_clock
  group "server, terminal $hosts" { show_server $hosts }
  foreach switch [shown $first $switches] {
    group "switch [expr {$switch + 1}], channel $switch" { show_switch $switch }
  }
  foreach host [shown $first $hosts] {
    group "host [expr {$host + 1}], terminal $host" { show_host $host }
  }
}

read_signals {(?:\w|\[\d+\])+(?:\.tail|\.head|\[\d+:\d+\])?$}
read_bench
read_signals {gen_host\[\d+\]\.u_host\.(?:released|u_monitor\.\w+)}
read_signals {u_forward\.gen_switch\[\d+\]\.u_switch\.(?:front|tag)}
set flit_file [file join $waves linear_flit.txt]
set input_file [file join $waves linear_input.txt]
build_view [chosen_channel 1 0]
show_view
