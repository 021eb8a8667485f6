# The run that the view of family mway shows; waves/make_views reads this.
make_view mway mesh4x4.fst 1500 "$program" run mesh4x4 --engine rtl --load 0.14 --seed 3 \
  --cycles 160 --warmup 100 --trace-waves mesh4x4.fst:100:160
