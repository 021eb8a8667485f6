# SPDX-License-Identifier: Apache-2.0
#
# The sources and include folders of a file list rtl/<folder>/<folder>.f, for the scripts beside this
# one. Paths come out absolute.

set root [file normalize [file join [file dirname [info script]] .. ..]]

# Sets the variables named by `sources` and `includes` of the caller to lists.
proc read_list {folder sources includes} {
  global root
  upvar $sources files $includes folders
  set path [file join $root rtl $folder $folder.f]
  if {![file exists $path]} {
    set legal [lsort [glob -tails -directory [file join $root rtl] -type d *]]
    set legal [lsearch -all -inline -not -exact $legal flows]
    error "no file list for '$folder'; legal: [join $legal {, }]"
  }
  set files {}
  set folders {}
  set channel [open $path]
  foreach line [split [read $channel] \n] {
    set line [string trim [regsub {//.*} $line {}]]
    if {[regexp {^\+incdir\+(.*)} $line -> name]} {
      lappend folders [file join $root $name]
    } elseif {$line ne ""} {
      lappend files [file join $root $line]
    }
  }
  close $channel
}

# The names of the parameters of a module, which is in a file of its name.
proc parameters_of {top sources} {
  set path [lsearch -inline $sources */$top.sv]
  if {$path eq ""} {
    set legal [lmap source $sources { file rootname [file tail $source] }]
    error "no module '$top' in the list; legal: [join $legal {, }]"
  }
  set channel [open $path]
  set text [regsub -all -line {//.*$} [read $channel] {}]
  close $channel
  # The parameters are before the ports: ") (".
  regexp {module .*?\)\s*\(} $text head
  set names {}
  foreach {line name} [regexp -all -inline -line {^\s*parameter\s[^=]*?(\w+)\s*=} $head] {
    lappend names $name
  }
  return $names
}

# Parameters of the module, given as NAME=VALUE. Tools ignore names that it does not have.
proc check_parameters {parameters top sources} {
  set legal [parameters_of $top $sources]
  foreach parameter $parameters {
    if {![regexp {^(\w+)=.+$} $parameter -> name]} {
      error "parameter '$parameter'; legal: NAME=VALUE, as FlitWidth=32"
    }
    if {$name ni $legal} {
      error "module $top has no parameter '$name'; legal: [join $legal {, }]"
    }
  }
}
