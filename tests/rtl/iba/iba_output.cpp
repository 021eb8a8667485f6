// rtl/iba/iba_output.sv
//
// Rationale: waiting packets, grants chosen at random among the able ones, and branches with and
// without a flit, against owners and credit in plain C++. State space: every virtual lane owned and
// free, too little credit, stalls, lanes in turn, tails. Parameter space: a link with two virtual
// lanes, the endpoint, which needs no credit; one lane.
#include "VOutputEndpoint.h"
#include "VOutputLink.h"
#include "VOutputOne.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
constexpr unsigned kLongest = 3;
constexpr unsigned kFlitsWidth = 2;

struct Packet {
  bool waits = false;
  unsigned lanes = 0;  ///< Mask of the lanes that it may use.
  unsigned flits = 0;
  unsigned sent = 0;
};
struct Lane {
  int owner = kNone;
  unsigned credit = 0;
  std::deque<unsigned> owed;  ///< Flits of packets whose credit will return.
};

template <class Top>
void random_run(unsigned lane_count, unsigned depth, bool unlimited) {
  const unsigned inputs = 5 * lane_count;
  Bench<Top> bench;
  Random random(depth + lane_count);
  std::vector<Packet> packets(inputs);
  std::vector<Lane> lanes(lane_count);
  for (Lane& lane : lanes) lane.credit = depth;
  unsigned last = lane_count - 1;
  unsigned finished = 0;
  unsigned short_of_credit = 0;
  const auto owns = [&](unsigned input) {
    for (const Lane& lane : lanes)
      if (lane.owner == static_cast<int>(input)) return true;
    return false;
  };
  drive(bench->grant_i, 0);
  drive(bench->waits_i, 0);
  drive(bench->freed_i, 0);
  bench->stall_i = 0;
  bench->drops_i = 0;
  bench->cut_i = 0;
  bench.reset();
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    std::uint64_t waits = 0;
    std::uint64_t flits = 0;
    for (unsigned i = 0; i < inputs; ++i) {
      Packet& packet = packets[i];
      if (!packet.waits && !owns(i) && random.chance(1, 8))
        packet = {true, 1 + random.below((1u << lane_count) - 1), 1 + random.below(kLongest), 0};
      waits |= std::uint64_t{packet.waits} << i;
      flits |= std::uint64_t{packet.flits} << i * kFlitsWidth;
      drive(bench->lanes_i[i], packet.lanes);
    }
    std::uint64_t freed = 0;
    std::vector<unsigned> back(lane_count);
    for (unsigned v = 0; v < lane_count && !unlimited; ++v) {
      if (lanes[v].owed.empty() || !random.chance(1, 4)) continue;
      back[v] = lanes[v].owed.front();
      lanes[v].owed.pop_front();
      freed |= std::uint64_t{back[v]} << v * kFlitsWidth;
    }
    // A packet that waits has its header.
    const std::uint64_t holds = random.bits(inputs, 2, 3) | waits;
    std::uint64_t tails = 0;
    for (unsigned i = 0; i < inputs; ++i)
      if (packets[i].sent + 1 == packets[i].flits) tails |= std::uint64_t{1} << i;
    const bool stall = unlimited && random.chance(1, 3);
    drive(bench->waits_i, waits);
    drive(bench->flits_i, flits);
    drive(bench->freed_i, freed);
    drive(bench->holds_i, holds);
    drive(bench->tails_i, tails);
    drive(bench->grant_i, 0);
    bench->stall_i = stall;
    bench.settle();

    // The buffers able to take the lane, and the one that does.
    std::uint64_t able = 0;
    for (unsigned v = 0; v < lane_count; ++v) {
      for (unsigned i = 0; i < inputs; ++i) {
        if (!packets[i].waits || !has(packets[i].lanes, v) || lanes[v].owner != kNone) continue;
        const bool fits = unlimited || packets[i].flits <= lanes[v].credit;
        short_of_credit += !fits;
        able |= std::uint64_t{fits} << (v * inputs + i);
      }
    }
    REQUIRE(bench->able_o == able);
    REQUIRE(bench->closing_o == 0);  // no packet is cut
    std::uint64_t grant = 0;
    for (unsigned v = 0; v < lane_count; ++v) {
      const unsigned i = random.below(inputs);
      if (!has(able, v * inputs + i) || !packets[i].waits) continue;
      grant |= std::uint64_t{1} << (v * inputs + i);
      packets[i].waits = false;
      lanes[v].owner = static_cast<int>(i);
      if (unlimited) continue;
      lanes[v].credit -= packets[i].flits;
    }
    drive(bench->grant_i, grant);
    bench.settle();

    // The link: the next lane whose owner has a flit.
    std::uint64_t ready = 0;
    for (unsigned v = 0; v < lane_count; ++v)
      if (lanes[v].owner != kNone && has(holds, static_cast<unsigned>(lanes[v].owner)) && !stall)
        ready |= std::uint64_t{1} << v;
    const int chosen = next_behind(ready, lane_count, last);
    REQUIRE((bench->valid_o != 0) == (chosen != kNone));
    REQUIRE(bench->send_o == (chosen == kNone ? 0 : one_hot(lanes[chosen].owner)));
    if (chosen != kNone) {
      last = static_cast<unsigned>(chosen);
      Lane& lane = lanes[last];
      Packet& packet = packets[static_cast<unsigned>(lane.owner)];
      const unsigned mark =
          (packet.sent == 0 ? kHead : 0u) | (packet.sent + 1 == packet.flits ? kTail : 0u);
      const std::uint64_t data = std::uint64_t{random()} << 32 | random();
      drive(bench->tag_i, mark);
      bench->data_i = data;
      bench.settle();
      REQUIRE(bench->lane_o == last);
      REQUIRE(bench->tag_o == mark);
      REQUIRE(bench->data_o == (packet.sent == 0 ? (data & ~std::uint64_t{0xf}) | last : data));
      if (++packet.sent == packet.flits) {
        ++finished;
        if (!unlimited) lane.owed.push_back(packet.flits);
        packet = {};
        lane.owner = kNone;
      }
    } else {
      drive(bench->tag_i, 0);
      bench.settle();
    }
    REQUIRE(bench->monitor_lane_o == last);
    bench.tick();
    for (unsigned v = 0; v < lane_count; ++v) lanes[v].credit += back[v];
  }
  CHECK(finished > 3000);
  CHECK((short_of_credit > 1000) == !unlimited);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("a port sends its owners' packets, with credit for whole ones",
          "[iba_output][IbaOutputSendsOwned][IbaLaneOwnerHeld]") {
  random_run<VOutputOne>(1, 3, false);
  random_run<VOutputLink>(2, 7, false);
}

TEST_CASE("the endpoint needs no credit, and stalls", "[iba_output][IbaOutputSendsOwned]") {
  random_run<VOutputEndpoint>(2, 3, true);
}
