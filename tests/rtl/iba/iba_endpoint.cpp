// rtl/iba/iba_endpoint.sv
//
// Rationale: random packets and faults on random lanes, against the room that the lanes' packets
// leave; the guards are tested separately. State space: lanes ready, full, inside a packet; hold;
// stalls; several causes in a cycle. Parameter space: two lanes with room for several packets, one
// lane with room for one.
#include "VEndpoint1.h"
#include "VEndpoint2.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <deque>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
constexpr unsigned kRoute = 8;
constexpr unsigned kSequence = 16;
constexpr unsigned kLifetime = 32;
constexpr unsigned kFlitsWidth = 3;

struct Lane {
  unsigned room = 0;
  unsigned left = 0;  ///< Remaining flits of the open packet.
  std::deque<unsigned> packets;
};

template <class Top>
void random_run(unsigned lanes, unsigned depth, unsigned longest) {
  Bench<Top> bench;
  Random random(lanes);
  std::vector<Lane> state(lanes);
  for (Lane& lane : state) lane.room = depth;
  bool stalled = false;
  unsigned count = 0;
  unsigned errors = 0;  // of the previous cycle
  unsigned refused = 0;
  bench->hold_i = 0;
  bench->valid_i = 0;
  bench->freed_i = 0;
  bench->discards_i = 0;
  bench->expires_i = 0;
  bench->sequence_i = 0;
  bench->stall_i = 0;
  // Neither stall nor errors of the cycle of the reset last.
  bench->stall_i = 1;
  bench->sequence_i = 1;
  bench.reset();
  REQUIRE(bench->stall_o == 0);
  REQUIRE(bench->error_o == 0);
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const bool hold = cycle < 5;
    bench->hold_i = hold;
    const unsigned chosen = random.below(lanes);
    Lane& lane = state[chosen];
    const bool open = lane.left != 0;
    // A legal flit, or data outside of a packet, or a header inside of one.
    const bool wrong = random.chance(1, 20);
    const bool head = open == wrong;
    const unsigned length = random.below(longest);
    bool tail = (open ? lane.left : length + 1) == 1;
    const bool valid = random.chance(3, 4);
    const bool discards = random.chance(1, 30);
    const bool sequence = random.chance(1, 30);
    const bool expires = random.chance(1, 30);
    const bool stall = random.chance(1, 3);
    bench->valid_i = valid;
    drive(bench->lane_i, chosen);
    drive(bench->tag_i, (head ? kHead : 0u) | (tail ? kTail : 0u));
    drive(bench->length_i, head && !wrong ? length : random.below(4096));
    bench->discards_i = discards;
    bench->sequence_i = sequence;
    bench->expires_i = expires;
    bench->stall_i = stall;
    unsigned freed = 0;
    for (unsigned v = 0; v < lanes; ++v) {
      // The open packet has not left.
      const std::size_t whole = state[v].packets.size() - (state[v].left != 0);
      if (whole == 0 || !random.chance(1, 6)) continue;
      freed |= state[v].packets.front() << v * kFlitsWidth;
    }
    drive(bench->freed_i, freed);
    bench.settle();

    unsigned ready = 0;
    for (unsigned v = 0; v < lanes; ++v)
      if (!hold && (state[v].left != 0 || state[v].room >= longest)) ready |= 1u << v;
    REQUIRE(bench->ready_o == ready);
    const bool taken = valid && has(ready, chosen);
    refused += valid && !taken;
    // An early tail is the end of its packet, and an error.
    const bool early = taken && !wrong && !tail && random.chance(1, 20);
    if (early) {
      drive(bench->tag_i, (head ? kHead : 0u) | kTail);
      bench.settle();
      tail = true;
    }
    const bool pass = taken && !wrong;
    REQUIRE(bench->push_o == (pass ? 1u << chosen : 0));
    if (pass) REQUIRE(bench->tag_o == ((head ? kHead : 0u) | (tail ? kTail : 0u)));
    REQUIRE((bench->stall_o != 0) == stalled);
    errors |= (discards ? kRoute : 0u) | (expires ? kLifetime : 0u);
    count = std::min(255u, count + (errors != 0));
    REQUIRE(bench->error_o == errors);
    REQUIRE(bench->error_count_o == count);
    bench.tick();
    stalled = stall;
    errors = (taken && wrong ? kErrorOrder : 0u) | (early ? kErrorLength : 0u) |
             (sequence ? kSequence : 0u);
    for (unsigned v = 0; v < lanes; ++v) {
      const unsigned flits = freed >> v * kFlitsWidth & 7;
      if (flits == 0) continue;
      state[v].room += flits;
      state[v].packets.pop_front();
    }
    if (!pass) continue;
    if (head) {
      lane.left = length + 1;
      lane.room -= length + 1;
      lane.packets.push_back(length + 1);
    }
    lane.left = tail ? 0 : lane.left - 1;
  }
  CHECK(refused > 100);
  CHECK(count == 255);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("a lane is ready with room for the largest packet",
          "[iba_endpoint][IbaEndpointTakesReady]") {
  random_run<VEndpoint1>(1, 4, 4);
  random_run<VEndpoint2>(2, 10, 4);
}
