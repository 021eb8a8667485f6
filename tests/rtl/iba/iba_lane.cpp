// rtl/iba/iba_lane.sv
//
// Rationale: random packets that request the lane, against owner and credit kept here; then illegal
// use. State space: free, owned, credit from none to all, a packet of one cycle, an owner that is
// dropped before and after its header was sent.
// Parameter space: a link's lane of a small buffer, the endpoint's, which needs no credit and whose
// packets may be dropped.
#include "VLaneEndpoint.h"
#include "VLaneLink.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
constexpr unsigned kInputs = 5;
constexpr unsigned kLongest = 4;
constexpr unsigned kFlitsWidth = 3;

template <class Top>
void random_run(unsigned depth, bool unlimited) {
  Bench<Top> bench;
  Random random(depth);
  unsigned credit = depth;
  int owner = kNone;
  std::deque<unsigned> beyond;  // packets in the buffer at the end of the link
  unsigned starved = 0;
  unsigned closed = 0;
  bool closing = false;
  bench->drops_i = 0;
  bench->cut_i = 0;
  bench->wants_i = 0;
  bench->grant_i = 0;
  bench->ends_i = 0;
  bench->closed_i = 0;
  bench->freed_i = 0;
  bench.reset();
  for (unsigned cycle = 0; cycle < 10000; ++cycle) {
    unsigned flits = 0;
    std::uint64_t able = 0;
    const std::uint64_t wants = random.bits(kInputs, 1, 2);
    for (unsigned i = 0; i < kInputs; ++i) {
      const unsigned length = 1 + random.below(kLongest);
      flits |= length << i * kFlitsWidth;
      if (has(wants, i) && owner == kNone && !closing && (unlimited || length <= credit))
        able |= one_hot(static_cast<int>(i));
    }
    drive(bench->wants_i, wants);
    drive(bench->flits_i, flits);
    drive(bench->grant_i, 0);
    bench.settle();
    REQUIRE(bench->able_o == able);
    REQUIRE((bench->closing_o != 0) == closing);
    starved += wants != 0 && able == 0 && owner == kNone;
    const int granted = random.chance(1, 2) ? lowest(able, kInputs) : kNone;
    drive(bench->grant_i, one_hot(granted));
    const unsigned freed = random.chance(1, 3) && !beyond.empty() ? beyond.front() : 0;
    drive(bench->freed_i, freed);
    bench.settle();
    const bool drops = unlimited && owner != kNone && random.chance(1, 6);
    const bool cut = drops && random.chance(1, 2);
    // Packets that have another lane may be dropped in the same cycle.
    const std::uint64_t others = random.bits(kInputs, 1, 4) & ~one_hot(owner);
    drive(bench->drops_i, others | (drops ? one_hot(owner) : 0));
    drive(bench->cut_i, others | (cut ? one_hot(owner) : 0));
    REQUIRE(bench->owner_o == one_hot(owner));
    if (granted != kNone) owner = granted;
    const bool ends = (owner != kNone || closing) && !drops && random.chance(1, 3);
    drive(bench->ends_i, ends ? one_hot(owner) : 0);
    bench->closed_i = ends && closing;
    bench.tick();
    closed += closing && ends;
    closing = cut || (closing && !ends);
    if (drops) owner = kNone;
    if (freed != 0) beyond.pop_front();
    credit += freed;
    if (granted != kNone) {
      const unsigned length = flits >> static_cast<unsigned>(granted) * kFlitsWidth & 7;
      credit -= length;
      if (!unlimited) beyond.push_back(length);
    }
    if (ends) owner = kNone;
    bench->ends_i = 0;
    bench->closed_i = 0;
  }
  CHECK((unlimited ? closed : starved) > 100);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("a lane has one owner, which has credit",
          "[iba_lane][IbaLaneGrantAble][IbaLaneEndOfOwner][IbaLaneOwnerHeld][IbaLaneOwnedAgrees]") {
  random_run<VLaneLink>(6, false);
  random_run<VLaneEndpoint>(6, true);
}

TEST_CASE("a grant without ability and an end without owner are detected",
          "[iba_lane][IbaLaneGrantAble][IbaLaneEndOfOwner]") {
  Bench<VLaneLink> bench;
  bench->drops_i = 0;
  bench->cut_i = 0;
  bench->wants_i = 1;
  drive(bench->flits_i, 1);
  bench->grant_i = 0;
  bench->ends_i = 0;
  bench->closed_i = 0;
  bench->freed_i = 0;
  bench.reset();
  bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench->ends_i = 1;
  bench.tick();
  CHECK(bench.assertion_failed());
  bench->ends_i = 0;
  bench->closed_i = 1;
  bench.tick();
  CHECK(bench.assertion_failed());
  bench->closed_i = 0;
  bench->grant_i = 2;
  bench.tick();
  CHECK(bench.assertion_failed());
}
