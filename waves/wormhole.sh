# The run that the view of family wormhole shows; waves/make_views reads this.
make_view wormhole romm.fst 1790 "$program" run romm-mesh4x4-2phase --set topology.extents=3x2 \
  --engine rtl --load 0.3 --seed 3 --cycles 160 --warmup 100 --trace-waves romm.fst:100:160
