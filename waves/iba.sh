# The run that the view of family iba shows; waves/make_views reads this.
make_view iba iba.fst 1670 "$program" run iba4x4 --set topology.extents=2x2 \
  --set router.virtual_lanes=1 --engine rtl --pattern multicast:100:60:50 --load 0.3 --seed 3 \
  --cycles 160 --warmup 100 --trace-waves iba.fst:100:160
