# The run that the view of family linear shows; waves/make_views reads this.
make_view linear miss.fst 1860 "$program" schedule --hosts 4 --flits 4 --schedule greedy \
  --upstream-first --engine rtl --phases 7,15,31,0 --trace-waves miss.fst:62:89
