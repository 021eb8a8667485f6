# The run that the view of family deflection shows; waves/make_views reads this.
make_view deflection torus.fst 1350 "$program" run deflection4x4 --set topology.extents=3x2 \
  --engine rtl --load 0.3 --stall 0.1 --seed 3 --cycles 160 --warmup 100 \
  --trace-waves torus.fst:100:160
