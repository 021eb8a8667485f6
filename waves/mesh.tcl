# What the views of the virtual-channel routers share: wormhole.tcl and cut_through.tcl set `top` and
# read this file.

source [file join [file dirname [file normalize [info script]]] view.tcl]

# A vector of one bit has its index in its name.
proc pin {name} { return [expr {[exists $name] ? $name : "$name\[0\]"}] }

proc show_link {label link} {
  set bits [concat [bits $::top.channel_valid_o\[$link\]] [bits $::top.channel_tag_o\[$link\]]]
  if {[llength $bits] == 3} { row_of_bits "$label, flit" $bits $::flit_file }
  row "$label, virtual channel" [pin $::top.channel_vc_o\[$link\]] unsigned
}

proc show_node {node dimensions} {
  for {set d 0} {$d < $dimensions} {incr d} {
    foreach {minus sign} {0 + 1 -} {
      show_link "link $d$sign" [expr {2 * $dimensions * $node + 2 * $d + $minus}]
    }
  }
  set inside $::top.gen_node\[$node\].u_router
  row "header connected" $inside.granted binary
  row "flit at the crossbar" $inside.fed binary
  row "flit leaves input" $inside.pop binary
  if {[exists $inside.flow]} {
    row [expr {[parameter Credits] ? "credits" : "full input buffers"}] $inside.flow binary
  } else {
    row "full input buffers" $inside.full binary
  }
  row inject [pin $::top.inject_valid_i\[$node\]] binary
  show_injected $node [width [pin $::top.inject_valid_i\[$node\]]]
  row "inject ready" [pin $::top.inject_ready_o\[$node\]] binary
  row eject [pin $::top.eject_valid_o\[$node\]] binary
  show_ejected $node [width [pin $::top.eject_valid_o\[$node\]]]
  row stall $::top.eject_stall_i\[$node\] binary
  row error $::top.error_o\[$node\] binary
}

# The node that the link leaves, and the next one.
proc build_view {link} {
  set dimensions [parameter Dimensions]
  set terminals [parameter Terminals]
  set first [expr {$link / (2 * $dimensions) % $terminals}]
  show_clock
  foreach node [list $first [expr {($first + 1) % $terminals}]] {
    group "node $node" { show_node $node $dimensions }
  }
}

read_signals {\w+(?:\[\d+\]){0,2}(?:\[\d+:\d+\])?$}
read_bench
read_signals {gen_node\[\d+\]\.u_router\.(?:granted|fed|pop|full|flow)(?:\[\d+:\d+\])?$}
set flit_file [file join $waves linear_flit.txt]
build_view [chosen_channel [expr {2 * [parameter Dimensions]}] 0]
show_view
