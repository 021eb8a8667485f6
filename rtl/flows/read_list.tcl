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

# Parameters, given as NAME=VALUE.
proc check_parameters {parameters} {
  foreach parameter $parameters {
    if {![regexp {^\w+=.+$} $parameter]} {
      error "parameter '$parameter'; legal: NAME=VALUE, as FlitWidth=32"
    }
  }
}
