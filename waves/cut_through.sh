# The run that the view of family cut_through shows; waves/make_views reads this.
make_view cut_through fs.fst 960 "$program" run fs-mesh4x4-star --set topology.extents=2x1 \
  --engine rtl --load 0.9 --seed 3 --cycles 160 --warmup 100 --trace-waves fs.fst:100:160
