# The view of an m-way network of any shape, built from the names in its dump:
#
#   gtkwave -T waves/mway.tcl DUMP.fst
#
# Environment variables, all optional:
#   WAYFARER_CHANNEL  channel in the middle of the view        (default: the network's middle)
#   WAYFARER_TERMINAL terminal in the middle of the view, in place of a channel
#   WAYFARER_CYCLE    cycle to put the marker on               (default: the first in the dump)
#   WAYFARER_VIEW     writes the view to this save file, its paths relative to the root of the
#                     repository
#   WAYFARER_PICTURE  writes the picture to this PNG file and quits
#
# docs/waves.md explains what is seen.

set top TOP.mway_network
source [file join [file dirname [file normalize [info script]]] view.tcl]

# ---- The network ---------------------------------------------------------------------------------

proc read_shape {} {
  set ::extents {}
  for {set d 0} {$d < 9} {incr d} { lappend ::extents [parameter K$d] }
  while {[llength $::extents] > 1 && [lindex $::extents end] == 1} {
    set ::extents [lrange $::extents 0 end-1]
  }
  set ::torus [parameter Torus]
  set ::processors [parameter Processors]
  set ::ways [expr {[parameter RouterWays] + $::processors}]
}

proc dimension_name {d} {
  return [expr {[llength $::extents] <= 3 ? [lindex {X Y Z} $d] : "D$d"}]
}

# Names of a channel's members in the order of their numbers: two for a dimension, one where no
# channel has two routers along it, then the processors up to the end of the number's range.
proc member_names {} {
  set names {}
  for {set d 0} {$d < [llength $::extents]} {incr d} {
    set extent [lindex $::extents $d]
    set name [dimension_name $d]
    if {$extent > 2 || ($::torus && $extent > 1)} {
      lappend names $name+ $name-
    } elseif {$extent > 1} {
      lappend names $name
    }
  }
  for {set p 0} {[llength $names] < 16} {incr p} { lappend names P$p }
  return $names
}

# The shape that determines the members' names: "2d" when both dimensions have two identifiers each.
proc shape_name {} {
  set name [llength $::extents]d
  foreach extent $::extents {
    if {$extent == 1 || ($extent == 2 && !$::torus)} { set name [join $::extents x] }
  }
  return $name
}

proc stride {dimension} {
  set product 1
  foreach extent [lrange $::extents 0 $dimension-1] { set product [expr {$product * $extent}] }
  return $product
}

proc digit {channel dimension} {
  return [expr {$channel / [stride $dimension] % [lindex $::extents $dimension]}]
}

proc middle_channel {} {
  set channel 0
  for {set d 0} {$d < [llength $::extents]} {incr d} {
    incr channel [expr {([lindex $::extents $d] - 1) / 2 * [stride $d]}]
  }
  return $channel
}

# The channel behind the router along the positive dimension; none at the end of a mesh.
proc neighbour {channel dimension} {
  set extent [lindex $::extents $dimension]
  set digit [digit $channel $dimension]
  if {$extent == 1 || (!$::torus && $digit == $extent - 1)} { return {} }
  return [expr {$channel + (($digit + 1) % $extent - $digit) * [stride $dimension]}]
}

# ---- The view ------------------------------------------------------------------------------------

# Translates binary codes, in order, into names. The files for common shapes ship, so that a save
# file can refer to them; for other shapes one is made for the session.
proc translate_file {kind names} {
  set path [file join $::waves ${kind}_[shape_name].txt]
  if {[file exists $path]} { return $path }
  set digits [expr {[llength $names] == 16 ? 4 : 6}]
  set file [file tempfile path wayfarer_$kind.txt]
  for {set code 0} {$code < [llength $names]} {incr code} {
    puts $file [format "%0${digits}b %s" $code [lindex $names $code]]
  }
  close $file
  return $path
}

# Names for a tag followed by a way. Only headers have a way, and are named by it.
proc flit_names {} {
  set names {}
  foreach tag {idle header body tail} {
    foreach member [member_names] {
      lappend names [expr {$tag eq "header" ? "to $member" : $tag}]
    }
  }
  return $names
}

# A tag and the way beside it: the lowest four bits of a header, or a register of their own.
proc flit {label tag way} {
  row_of_bits $label [concat [bits $tag] [bits $way 4]] $::flit_file
}

proc show_channel {channel} {
  set node $::top.gen_channel\[$channel\].u_node
  flit flit $::top.channel_tag_o\[$channel\] $::top.line_data\[$channel\]
  translated driver $::top.channel_driver_o\[$channel\] $::driver_file
  row buffer $::top.channel_buffer_o\[$channel\] unsigned
  row acknowledge $::top.channel_acknowledge_o\[$channel\] binary
  set sum {}
  foreach line {s3 s2 s1 s0} { lappend sum $::signals($::top.$line\[$channel\]) }
  row_of_bits "priority sum" $sum
  row stat $::top.line_stat\[$channel\]
  set available $node.u_channel.gen_exact.available
  foreach class [expr {$::torus ? {0 1} : {0}}] {
    if {![exists $available\[$class\]]} continue
    set names [join [lreverse [lrange [member_names] 0 $::ways-1]]]
    row_of_bits "room at $names[expr {$::torus ? ", class $class" : ""}]" \
        [bits $available\[$class\] $::ways]
  }
}

proc show_buffers {bank} {
  for {set b 0} {[exists $bank.gen_buffer\[$b\].gen_used.u_buffer.full_o]} {incr b} {
    set buffer $bank.gen_buffer\[$b\].gen_used.u_buffer
    set state {}
    foreach bit {allocated_q mapped_o empty_o full_o} { lappend state $::signals($buffer.$bit) }
    row_of_bits "buffer $b" $state $::state_file
    flit "front $b" $buffer.front_tag_o $buffer.front_way_o
  }
}

proc show_set {set} {
  row request $set.request_o binary
  row enable $set.enable_i binary
  foreach form {gen_direct gen_stages gen_guard} { show_buffers $set.u_buffers.$form.u_bank }
}

proc show_router {channel dimension} {
  set router $::top.gen_channel\[$channel\].gen_dimension\[$dimension\].gen_router.u_router
  set name [dimension_name $dimension]
  set to [neighbour $channel $dimension]
  group "router $channel-$to, set $name+: from $channel to $to" { show_set $router.u_interface_b.gen_one_receiver.u_set }
  group "router $channel-$to, set $name-: from $to to $channel" { show_set $router.u_interface_a.gen_one_receiver.u_set }
}

proc show_processor {channel local} {
  set terminal [expr {$channel * $::processors + $local}]
  set processor $::top.gen_channel\[$channel\].u_node.gen_processor\[$local\].u_processor
  row "inject valid" $processor.u_injection.valid_i binary
  row "inject buffer" $processor.u_injection.buffer_i unsigned
  translated "inject tag" $processor.u_injection.tag_i $::tag_file
  show_injected $terminal
  row "inject data" $processor.u_injection.data_i
  row "inject ready" $processor.u_injection.ready_o binary
  show_error $processor.u_injection.error_o
  translated "eject tag" $processor.u_ejection.tag_o $::tag_file
  show_ejected $terminal
  translated "eject driver" $processor.u_ejection.driver_o $::driver_file
  row "eject buffer" $processor.u_ejection.buffer_o unsigned
  row "eject data" $processor.u_ejection.data_o
  row "eject stall" $processor.u_ejection.stall_i binary
}

# The channels and routers in view: the middle one, and along up to two dimensions its neighbours.
proc build_view {middle} {
  set channels [list $middle]
  set routers {}
  for {set d 0} {$d < [llength $::extents] && [llength $channels] < 3} {incr d} {
    set next [neighbour $middle $d]
    if {$next eq {}} continue
    lappend channels $next
    lappend routers $d
  }
  set either [join $channels |]
  read_signals "\\w+\\\[(?:$either)\\\]"
  show_clock
  foreach channel $channels { group "channel $channel" { show_channel $channel } }
  foreach d [lrange $routers 0 0] { show_router $middle $d }
  foreach channel [lrange $channels 0 1] {
    for {set p 0} {$p < $::processors} {incr p} {
      group "processor [expr {$channel * $::processors + $p}]" { show_processor $channel $p }
    }
  }
}

read_signals {\w+$}
read_bench
read_shape
set tag_file [file join $waves tag.txt]
set state_file [file join $waves buffer_state.txt]
set driver_file [translate_file driver [lmap name [member_names] {string cat "by " $name}]]
set flit_file [translate_file flit [flit_names]]
build_view [chosen_channel [expr {1.0 / $processors}] [middle_channel]]
show_view
