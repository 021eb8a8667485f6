# What the views of the virtual-channel routers share. wormhole.tcl and cut_through.tcl set `top`,
# `inside_signals` (the signals of a router that they show, as a pattern) and `state_bits`, define
# read_family, which calls read_buffers, state_file, show_request and show_allocation, and read this
# file.

source [file join [file dirname [file normalize [info script]]] view.tcl]

# A vector of one bit has its index in its name.
proc pin {name} { return [expr {[exists $name] ? $name : "$name\[0\]"}] }

proc show_link {label link} {
  set bits [concat [bits $::top.channel_valid_o\[$link\]] [bits $::top.channel_tag_o\[$link\]]]
  if {[llength $bits] == 3} { row_of_bits "$label, flit" $bits $::flit_file }
  row "$label, virtual channel" [pin $::top.channel_vc_o\[$link\]] unsigned
}

# ---- Names of ports, virtual channels and buffers --------------------------------------------------

# "0+": the port by which flits travel upwards along dimension 0.
proc port_name {port} { return [expr {$port / 2}][expr {$port % 2 ? "-" : "+"}] }

# The buffers of one side of the router's crossbar: those of the links, and then so many ports of the
# terminal, "inject 0" or "exit 0".
proc buffer_names {terminal_ports terminal} {
  set names {}
  for {set p 0} {$p < $::ports} {incr p} {
    for {set c 0} {$c < $::link_vcs} {incr c} { lappend names "[port_name $p] VC $c" }
  }
  for {set t 0} {$t < $terminal_ports} {incr t} { lappend names "$terminal $t" }
  return $names
}

# Buffers of the crossbar's sides, and how many of them are a link's.
proc read_buffers {link_vcs} {
  set ::dimensions [parameter Dimensions]
  set ::ports [expr {2 * $::dimensions}]
  set ::link_vcs $link_vcs
  set ::torus [parameter Torus]
  foreach name {K0 K1 K2 K3} { set ::extent($name) [parameter $name] }
  set ::inputs [buffer_names [parameter InjectionPorts] inject]
  set ::outputs [buffer_names [parameter EjectionPorts] exit]
}

# Whether a link leaves the node by that port, or, with `enters`, whether one enters the node whose
# flits travel in that direction. Higher numbers are those of the terminal's ports, which are there.
proc has_link {node port {enters 0}} {
  if {$port >= $::ports} { return 1 }
  set extents [lmap name {K0 K1 K2 K3} { expr {$::extent($name)} }]
  set stride 1
  for {set d 0} {$d < $port / 2} {incr d} { set stride [expr {$stride * [lindex $extents $d]}] }
  set extent [lindex $extents [expr {$port / 2}]]
  set digit [expr {$node / $stride % $extent}]
  if {$::torus} { return [expr {$extent > 1}] }
  # A flit that enters upwards comes from below.
  set up [expr {($port % 2 == 0) != $enters}]
  return [expr {$up ? $digit < $extent - 1 : $digit > 0}]
}

# The state of an input buffer, from bits of vectors by input: `state_bits`.
proc show_input {inside input} {
  set bits {}
  foreach vector $::state_bits { lappend bits [bit $inside.$vector $input] }
  row_of_bits "from [lindex $::inputs $input]" $bits [state_file $input]
}

# Bit `index` of a vector.
proc bit {name index} {
  set width [width $name]
  return [expr {$width == 1 ? $::signals($name) : "([expr {$width - 1 - $index}])$::signals($name)"}]
}

proc show_node {node} {
  for {set p 0} {$p < $::ports} {incr p} {
    if {[has_link $node $p]} { show_link "link [port_name $p]" [expr {$::ports * $node + $p}] }
  }
  set inside $::top.gen_node\[$node\].u_router
  for {set i 0} {$i < [llength $::inputs]} {incr i} {
    if {![has_link $node [expr {$i / $::link_vcs}] 1]} continue
    show_input $inside $i
    show_request $inside $i
  }
  show_allocation $node $inside
  row inject [pin $::top.inject_valid_i\[$node\]] binary
  show_injected $node [width [pin $::top.inject_valid_i\[$node\]]]
  row "inject ready" [pin $::top.inject_ready_o\[$node\]] binary
  row eject [pin $::top.eject_valid_o\[$node\]] binary
  show_ejected $node [width [pin $::top.eject_valid_o\[$node\]]]
  row stall $::top.eject_stall_i\[$node\] binary
  show_error $::top.error_o\[$node\]
}

# The node that the link leaves, and the next one.
proc build_view {link} {
  set terminals [parameter Terminals]
  set first [expr {$link / $::ports % $terminals}]
  show_clock
  foreach node [list $first [expr {($first + 1) % $terminals}]] {
    group "node $node" { show_node $node }
  }
}

read_signals {\w+(?:\[\d+\]){0,2}(?:\[\d+:\d+\])?$}
read_bench
read_signals "gen_node\\\[\\d+\\\]\\.u_router\\.(?:$inside_signals)(?:\\\[\\d+\\\])?(?:\\\[\\d+:\\d+\\\])?\$"
set flit_file [file join $waves linear_flit.txt]
read_family
build_view [chosen_channel [expr {2 * [parameter Dimensions]}] 0]
show_view
