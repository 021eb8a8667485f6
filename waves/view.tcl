# What the views of all families share. A family's script sets `top`, the network's path in the
# dump, sources this file, reads the signals that it needs, emits its rows and calls show_view.

# A script that fails leaves GTKWave with an empty window, and silent. So the family's script runs
# once more from here, where its errors are seen.
proc fail {} {
  puts stderr "the view's script failed; the dump may lack a name that it reads: $::errorInfo"
  exit 1
}
proc bgerror {message} { fail }

if {![info exists guarded]} {
  set guarded 1
  for {set level 1} {![dict exists [info frame $level] file]} {incr level} {}
  if {[catch {source [dict get [info frame $level] file]}]} fail
  return -code return
}

set waves [file dirname [file normalize [info script]]]
set shown_cycles 24

proc setting {name default} {
  return [expr {[info exists ::env($name)] ? $::env($name) : $default}]
}

# The channel in the middle of the view: the one asked for, or the first of `per_terminal` of the
# terminal asked for.
proc chosen_channel {per_terminal default} {
  if {[info exists ::env(WAYFARER_TERMINAL)]} {
    return [expr {int($::env(WAYFARER_TERMINAL) * $per_terminal)}]
  }
  return [setting WAYFARER_CHANNEL $default]
}

# ---- What the dump holds -------------------------------------------------------------------------

# Full names of the signals (with their ranges) by name without range. Only those whose name below
# the top matches: the dump of a large network has a million signals.
array set signals {}
proc read_signals {pattern} {
  set count [gtkwave::getNumFacs]
  for {set i 0} {$i < $count} {incr i} {
    set full [gtkwave::getFacName $i]
    if {![regexp "^$::top\\.(?:$pattern)" $full]} continue
    regsub {\[\d+:\d+\]$} $full {} name
    set ::signals($name) $full
  }
}

# The bench's rows, which name the messages that terminals send and receive.
proc read_bench {} {
  set count [gtkwave::getNumFacs]
  for {set i 0} {$i < $count} {incr i} {
    set full [gtkwave::getFacName $i]
    if {[regsub {^(bench\..*)\[\d+:\d+\]$} $full {\1} name]} { set ::signals($name) $full }
  }
}

proc exists {name} { return [info exists ::signals($name)] }

# Bits of a vector from the most significant down, as GTKWave numbers them.
proc width {name} {
  if {![regexp {\[(\d+):(\d+)\]$} $::signals($name) -> high low]} { return 1 }
  return [expr {$high - $low + 1}]
}

# A constant of the network. Values can only be read of what is displayed.
proc parameter {name} {
  set full $::signals($::top.$name)
  gtkwave::addSignalsFromList [list $full]
  gtkwave::setMarker [gtkwave::getMinTime]
  set index [expr {[gtkwave::getTotalNumTraces] - 1}]
  scan [gtkwave::getTraceValueAtMarkerFromIndex $index] %d value
  gtkwave::deleteSignalsFromList [list $full]
  return $value
}

# ---- The view, as the text of a save file --------------------------------------------------------

set view {}
proc emit {line} { lappend ::view $line }

# Codes of GTKWave's trace flags.
array set flags {binary 28 hexadecimal 22 unsigned 24 signed 420 translated 2028 open 800200 close 1000200}

proc group {title body} {
  emit "@$::flags(open)"
  emit "-$title"
  uplevel 1 $body
  emit "@$::flags(close)"
  emit "-$title"
}

proc row {label name {format hexadecimal}} {
  if {![exists $name]} return
  emit "@$::flags($format)"
  emit "+{$label} $::signals($name)"
}

# Bits of several signals as one value, translated by a file when one is given. Signals whose type
# is an enum are also shown bit by bit, since GTKWave would not translate them on their own.
proc row_of_bits {label bits {file {}}} {
  if {$file eq {}} {
    emit "@$::flags(binary)"
  } else {
    emit "@$::flags(translated)"
    emit "^1 $file"
  }
  emit "#{$label} [join $bits]"
}

# The lowest `count` bits, highest first.
proc bits {name {count 0}} {
  if {![exists $name]} { return {} }
  set width [width $name]
  if {$width == 1} { return [list $::signals($name)] }
  if {$count == 0} { set count $width }
  set result {}
  for {set i [expr {$width - $count}]} {$i < $width} {incr i} {
    lappend result "($i)$::signals($name)"
  }
  return $result
}

proc translated {label name file} {
  if {[exists $name]} { row_of_bits $label [bits $name] $file }
}

# A file that translates vectors of one bit for each name: the names of the bits that are set. `most`:
# how many of them at most. The files for the views that ship are in this folder; others are made for
# the session. Vectors of more than 10 bits with any number of bits set stay as they are.
proc bits_file {name names most} {
  set width [llength $names]
  if {$most > 1 && $width > 10} { return {} }
  set path [file join $::waves $name.txt]
  if {[file exists $path]} { return $path }
  set file [file tempfile path wayfarer_$name.txt]
  puts $file "[string repeat 0 $width] -"
  if {$most == 1} {
    for {set i 0} {$i < $width} {incr i} {
      puts $file "[string repeat 0 [expr {$width - 1 - $i}]]1[string repeat 0 $i] [lindex $names $i]"
    }
  } else {
    for {set code 1} {$code < 1 << $width} {incr code} {
      set chosen {}
      for {set i 0} {$i < $width} {incr i} {
        if {$code >> $i & 1} { lappend chosen [lindex $names $i] }
      }
      puts $file "[format %0${width}b $code] [join $chosen {, }]"
    }
  }
  close $file
  return $path
}

# Causes of illegal flits, numbered alike in all families.
proc show_error {name} {
  set width [width $name]
  set causes [lrange {order destination length route sequence lifetime} 0 $width-1]
  translated error $name [bits_file error_$width $causes $width]
}

# The messages of a terminal, port by port; `ports` of them send, or receive.
proc message_rows {prefix terminal ports labels} {
  for {set port 0} {$port < $ports} {incr port} {
    set at [expr {$terminal * $ports + $port}]
    set suffix [expr {$ports > 1 ? " port $port" : ""}]
    foreach {label row} $labels {
      row "$prefix$suffix, $label" bench.$row\[$at\] signed
    }
  }
}

proc show_injected {terminal {ports 1} {label inject}} {
  message_rows $label $terminal $ports {message inject_message destination inject_destination}
}

proc show_ejected {terminal {ports 1} {label eject}} {
  message_rows $label $terminal $ports {message eject_message source eject_source}
}

proc show_clock {} {
  row clock $::top.clk_i binary
  row "reset (low)" $::top.rst_ni binary
}

# ---- Showing it ----------------------------------------------------------------------------------

proc write_view {path} {
  set file [open $path w]
  puts $file "\[*\] Made by waves/make_views; open it from the root of the repository"
  puts $file "\[size\] 1200 1000\n\[signals_width\] 280\n\[sst_expanded\] 0"
  puts $file [string map [list [file dirname $::waves]/ {}] [join $::view \n]]
  close $file
}

proc load_view {} {
  set file [file tempfile path wayfarer.gtkw]
  puts $file [join $::view \n]
  close $file
  gtkwave::loadFile $path
  file delete $path
}

proc contents {path} {
  set file [open $path rb]
  set contents [read $file]
  close $file
  return $contents
}

# Waits until the window has found its size and its contents: on a busy machine it draws late. The zoom
# is a number of time units a pixel, so it is set anew for the final size.
proc take_picture {last_size last_picture equal} {
  set size [list [gtkwave::getWaveWidth] [gtkwave::getWaveHeight]]
  set picture {}
  if {$size eq $last_size} {
    gtkwave::/File/Grab_To_File $::env(WAYFARER_PICTURE)
    set picture [contents $::env(WAYFARER_PICTURE)]
  } else {
    show_cycle [setting WAYFARER_CYCLE {}]
  }
  set equal [expr {$picture ne {} && $picture eq $last_picture ? $equal + 1 : 0}]
  if {$equal == 2} {
    gtkwave::/File/Quit
  } else {
    after 300 [list take_picture $size $picture $equal]
  }
}

proc clock_period {} {
  set changes [gtkwave::signalChangeList $::top.clk_i -start_time [gtkwave::getMinTime] -max 4]
  set rises {}
  foreach {time value} $changes { if {$value == 1} { lappend rises $time } }
  return [expr {[lindex $rises 1] - [lindex $rises 0]}]
}

proc show_cycle {cycle} {
  set period [clock_period]
  set first [expr {[gtkwave::getMinTime] / $period * $period}]
  if {$cycle ne {}} { set first [expr {$cycle * $period}] }
  gtkwave::setZoomRangeTimes [expr {$first - 4 * $period}] \
      [expr {$first + ($::shown_cycles - 4) * $period}]
  gtkwave::setMarker $first
}

proc show_view {} {
  load_view
  show_cycle [setting WAYFARER_CYCLE {}]
  if {[setting WAYFARER_VIEW {}] ne {}} { write_view $::env(WAYFARER_VIEW) }
  if {[setting WAYFARER_PICTURE {}] ne {}} { after 400 take_picture {{}} {{}} 0 }
}
