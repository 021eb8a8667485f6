# The view of a bufferless torus with deflection routing, built from the names in its dump:
#
#   gtkwave -T waves/deflection.tcl DUMP.fst
#
# Environment variables, all optional:
#   WAYFARER_CHANNEL  link whose node is shown, with the nodes east and south of it  (default: 0)
#   WAYFARER_CYCLE    cycle to put the marker on               (default: the first in the dump)
#   WAYFARER_VIEW     writes the view to this save file, its paths relative to the root of the
#                     repository
#   WAYFARER_PICTURE  writes the picture to this PNG file and quits
#
# docs/deflection.md explains what is seen.

set top TOP.deflection_network
source [file join [file dirname [file normalize [info script]]] view.tcl]

proc show_link {label link} {
  row_of_bits "$label, flit" [concat [bits $::top.channel_valid_o\[$link\]] \
      [bits $::top.channel_deflected_o\[$link\]]] $::flit_file
}

proc show_node {node} {
  set inside $::top.gen_node\[$node\].u_router
  translated "goes east" $inside.to_east $::input_file
  translated "goes south" $inside.to_south $::input_file
  translated "leaves" $inside.to_exit $::input_file
  show_link "link east" [expr {2 * $node}]
  row "link east, data" $inside.east_data_q
  show_link "link south" [expr {2 * $node + 1}]
  row "link south, data" $inside.south_data_q
  row inject $::top.inject_valid_i\[$node\] binary
  show_injected $node
  row "inject ready" $::top.inject_ready_o\[$node\] binary
  row eject $::top.eject_valid_o\[$node\] binary
  show_ejected $node
  row "eject data" $::top.eject_data_o\[$node\]
  row stall $::top.eject_stall_i\[$node\] binary
  show_error $::top.error_o\[$node\]
}

# The node that the link leaves, and its neighbours.
proc build_view {link} {
  set columns [parameter Columns]
  set terminals [parameter Terminals]
  set node [expr {$link / 2 % $terminals}]
  set row [expr {$node / $columns * $columns}]
  set east [expr {$row + ($node + 1) % $columns}]
  set south [expr {($node + $columns) % $terminals}]
  show_clock
  foreach shown [list $node $east $south] {
    group "node $shown" { show_node $shown }
  }
}

read_signals {\w+(?:\[\d+\]){0,2}(?:\[\d+:\d+\])?$}
read_bench
read_signals {gen_node\[\d+\]\.u_router\.(?:to_\w+|east_data_q|south_data_q)(?:\[\d+:\d+\])?$}
set flit_file [file join $waves deflection_flit.txt]
set input_file [file join $waves deflection_input.txt]
build_view [chosen_channel 2 0]
show_view
