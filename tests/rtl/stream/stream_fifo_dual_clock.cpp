// rtl/stream/stream_fifo_dual_clock.sv
//
// Rationale: words cross between two clocks in order, each once, at any ratio and phase; the queue
// fills and empties, and gives a word per cycle of the slower clock. Registers do not become
// metastable in simulation: what bounds that in hardware are the constraint files.
// State space: levels of the queue x positions of the edges, which drift.
// Parameter space: Depth 4 and 16; periods from 1:13 to 13:1, equal ones in several phases.
#include "VFifo16.h"
#include "VFifo4.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;
using module_test::Random;

namespace {

/// Two clocks with periods in units of time; edges at the same time come in random order.
template <class Top>
class TwoClocks {
 public:
  TwoClocks(unsigned depth, unsigned in_period, unsigned out_period, unsigned phase)
      : random_(in_period * 131 + out_period * 17 + phase),
        depth_(depth),
        in_period_(in_period),
        out_period_(out_period),
        next_out_(phase) {
    bench_->arst_ni = 0;
    bench_->s_axis_tvalid_i = 0;
    bench_->m_axis_tready_i = 0;
    bench_->s_axis_clk_i = 0;
    bench_->m_axis_clk_i = 0;
    bench_.settle();
    const unsigned long reset = 6ul * std::max(in_period_, out_period_);
    run(0, 0, reset);
    run(8, 8, reset);  // no word is taken in a reset
    REQUIRE(words_.empty());
    bench_->arst_ni = 1;
    run(8, 0, reset);
  }

  /// Whether m_axis shows a word.
  [[nodiscard]] bool shows() { return bench_->m_axis_tvalid_o != 0; }

  /// Offers a word in so many of 8 cycles and takes one in so many, for a time.
  void run(unsigned offer, unsigned take, unsigned long time) {
    for (const unsigned long end = now_ + time; now_ < end;) {
      const bool in_first = next_in_ < next_out_ || (next_in_ == next_out_ && random_.chance(1, 2));
      if (in_first) {
        now_ = next_in_;
        next_in_ += in_period_;
        in_edge(offer);
      } else {
        now_ = next_out_;
        next_out_ += out_period_;
        out_edge(take);
      }
    }
  }

  unsigned received = 0, full = 0, empty = 0;

 private:
  void in_edge(unsigned offer) {
    if (!offered_ && random_.chance(offer, 8)) {
      offered_ = true;
      drive(bench_->s_axis_tdata_i, random_() & 0xffff);
    }
    bench_->s_axis_tvalid_i = offered_;
    bench_.settle();
    if (offered_ && bench_->s_axis_tready_o) {
      words_.push_back(bench_->s_axis_tdata_i);
      offered_ = false;
      REQUIRE(words_.size() <= depth_ + 1);
    }
    full += words_.size() >= depth_;
    edge(bench_->s_axis_clk_i);
  }

  void out_edge(unsigned take) {
    bench_->m_axis_tready_i = random_.chance(take, 8);
    bench_.settle();
    if (bench_->m_axis_tvalid_o && bench_->arst_ni) {  // anything may be there before the reset
      REQUIRE_FALSE(words_.empty());
      REQUIRE(bench_->m_axis_tdata_o == words_.front());
      if (bench_->m_axis_tready_i) {
        words_.pop_front();
        ++received;
      }
    }
    empty += words_.empty();
    edge(bench_->m_axis_clk_i);
  }

  void edge(CData& clock) {
    clock = 1;
    bench_.settle();
    clock = 0;
    bench_.settle();
  }

  CombinationalBench<Top> bench_;
  Random random_;
  const unsigned depth_, in_period_, out_period_;
  unsigned long now_ = 0, next_in_ = 0, next_out_;
  bool offered_ = false;
  std::deque<unsigned> words_;
};

template <class Top>
void crosses(unsigned depth) {
  const unsigned periods[][2] = {{1, 13}, {13, 1}, {10, 10}, {10, 11}, {7, 10}, {100, 37}};
  for (const auto& [in, out] : periods) {
    for (const unsigned phase : {0u, 1u, 5u}) {
      const unsigned slower = std::max(in, out);
      TwoClocks<Top> clocks(depth, in, out, phase);
      for (unsigned i = 0; i < 10; ++i) {
        clocks.run(8, 1, 20ul * slower);
        clocks.run(8, 0, 40ul * slower);  // fills
        CHECK(clocks.shows());            // without TREADY
        clocks.run(1, 8, 20ul * slower);
        clocks.run(0, 8, 40ul * slower);  // drains
        clocks.run(4, 4, 20ul * slower);
      }
      CHECK(clocks.full > 100);
      CHECK(clocks.empty > 100);
      const unsigned before = clocks.received;
      clocks.run(8, 8, 500ul * slower);
      if (depth >= 8) CHECK(clocks.received - before >= 495);
      CHECK(clocks.received > 150);
    }
  }
}

}  // namespace

TEST_CASE("words cross between clocks of any ratio and phase", "[stream_fifo_dual_clock]") {
  crosses<VFifo4>(4);
  crosses<VFifo16>(16);
}
