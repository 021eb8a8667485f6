# The view of a network of cut-through routers, built from the names in its dump:
#
#   gtkwave -T waves/cut_through.tcl DUMP.fst
#
# Environment variables, all optional:
#   WAYFARER_CHANNEL  link whose node and target's links are shown       (default: 0)
#   WAYFARER_CYCLE    cycle to put the marker on               (default: the first in the dump)
#   WAYFARER_VIEW     writes the view to this save file, its paths relative to the root of the
#                     repository
#   WAYFARER_PICTURE  writes the picture to this PNG file and quits
#
# docs/waves.md explains what is seen.

set top TOP.cut_through_network
source [file join [file dirname [file normalize [info script]]] mesh.tcl]
