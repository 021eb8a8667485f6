// rtl/stream/stream_width.sv
//
// Rationale: the words of a message are the same on both sides, in order, with its TDEST and TLAST,
// and TKEEP is right in the last wide word; a narrow word moves in every cycle at full speed.
// State space: progress in a wide word x words in the register slice; random TVALID and TREADY.
// Parameter space: three bytes up and down (not a power of two); two.
#include "VNarrow2.h"
#include "VNarrow3.h"
#include "VWiden2.h"
#include "VWiden3.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;
using module_test::Random;

namespace {

struct Word {
  unsigned data = 0, keep = 1, dest = 0;
  bool last = false;

  friend bool operator==(const Word& a, const Word& b) {
    return a.data == b.data && a.keep == b.keep && a.dest == b.dest && a.last == b.last;
  }
};

/// A message as narrow words and as wide ones.
struct Message {
  std::deque<Word> narrow, wide;
};

Message draw(Random& random, unsigned ratio) {
  Message message;
  const unsigned words = 1 + random.below(3 * ratio), dest = random() & 0xffff;
  for (unsigned i = 0; i < words; ++i) {
    const bool last = i + 1 == words;
    message.narrow.push_back({random() & 0xff, 1, dest, last});
    if (i % ratio == 0) message.wide.push_back({0, 0, dest, false});
    Word& wide = message.wide.back();
    wide.data |= message.narrow.back().data << 8 * (i % ratio);
    wide.keep |= 1u << i % ratio;
    wide.last = last;
  }
  return message;
}

/// The bytes that TKEEP names.
unsigned kept(unsigned data, unsigned keep) {
  unsigned mask = 0;
  for (unsigned i = 0; i < 4; ++i) mask |= (keep >> i & 1u) * (0xffu << 8 * i);
  return data & mask;
}

template <class Top>
void random_run(unsigned ratio, bool widen) {
  Bench<Top> bench;
  Random random(ratio);
  bench->s_axis_tvalid_i = 0;
  bench->m_axis_tready_i = 0;
  bench.reset();
  std::deque<Word> in, out;
  bool offered = false;
  unsigned received = 0, narrow_words = 0;
  for (unsigned cycle = 0; cycle < 12000; ++cycle) {
    if (in.empty()) {
      const Message message = draw(random, ratio);
      in = widen ? message.narrow : message.wide;
      const auto& expected = widen ? message.wide : message.narrow;
      out.insert(out.end(), expected.begin(), expected.end());
    }
    const bool fast = cycle >= 9000;
    offered = offered || fast || random.chance(cycle / 500 % 2 == 0 ? 7 : 2, 8);
    bench->s_axis_tvalid_i = offered;
    drive(bench->s_axis_tdata_i, in.front().data);
    drive(bench->s_axis_tkeep_i, in.front().keep);
    drive(bench->s_axis_tdest_i, in.front().dest);
    bench->s_axis_tlast_i = in.front().last;
    bench->m_axis_tready_i = fast || random.chance(cycle / 700 % 2 == 0 ? 2 : 7, 8);
    bench.settle();
    if (bench->m_axis_tvalid_o && bench->m_axis_tready_i) {
      REQUIRE_FALSE(out.empty());
      const Word word{kept(bench->m_axis_tdata_o, bench->m_axis_tkeep_o), bench->m_axis_tkeep_o,
                      bench->m_axis_tdest_o, bench->m_axis_tlast_o != 0};
      REQUIRE(word == out.front());
      out.pop_front();
      ++received;
      narrow_words += fast && !widen;
    }
    if (offered && bench->s_axis_tready_o) {
      in.pop_front();
      offered = false;
      narrow_words += fast && widen;
    }
    bench.tick();
  }
  CHECK(received > 1000);
  CHECK(narrow_words > 2990);  // of 3000
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("narrow words become wide ones",
          "[stream_width][StreamWidthUnitExists][StreamWidthHeld]") {
  random_run<VWiden2>(2, true);
  random_run<VWiden3>(3, true);
}

TEST_CASE("wide words become narrow ones",
          "[stream_width][StreamWidthUnitExists][StreamWidthHeld]") {
  random_run<VNarrow2>(2, false);
  random_run<VNarrow3>(3, false);
}
