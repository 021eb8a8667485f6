// rtl/iba/iba_stream_exit.sv
//
// Rationale: messages whose flits alternate on two virtual lanes come out whole, each with its
// source; a stall comes before the queue is full. State space: random messages on both lanes,
// random TREADY, low for long. Parameter space: six terminals, messages that are packets. Messages
// of several packets are in the lockstep of iba_streams.
#include "Viba_stream_exit.h"
#include "bench.hpp"
#include "bundles.hpp"
#include "family/iba/header.hpp"
#include "flits.hpp"
#include "stream_sources.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <vector>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

constexpr unsigned kValid = 17, kTag = 15;  // of an arrival_t

using Exit = Bench<Viba_stream_exit>;

void deliver_flit(Exit& bench, unsigned lane, bool tail, unsigned source) {
  drive(bench->eject_i, 1u << kValid | (tail ? kTail : kHead) << kTag);
  drive(bench->eject_lane_i, lane);
  bench->eject_data_i = std::uint64_t{source + 1} << IbaHeader::kSourceOffset;
  bench.tick();
  bench->eject_i = 0;
  for (unsigned i = 0; i < 4; ++i) bench.tick();
}

/// A message of one word on a lane.
void deliver(Exit& bench, unsigned lane, unsigned source) {
  deliver_flit(bench, lane, false, source);
  deliver_flit(bench, lane, true, source);
}

void start(Exit& bench) {
  bench->eject_i = 0;
  bench->m_axis_tready_i = 0;
  bench.reset();
}

}  // namespace

TEST_CASE("two messages of a lane leave in order after a reset", "[iba_stream_exit]") {
  Exit bench;
  start(bench);
  deliver(bench, 0, 5);
  CHECK(sources(bench, 1) == std::vector<unsigned>{5});
  for (const unsigned first : {2u, 3u}) {
    if (first == 2) start(bench);
    // A message of the other lane waits at m_axis.
    deliver(bench, 1, 1);
    deliver(bench, 0, first);
    deliver(bench, 0, 5 - first);
    REQUIRE_FALSE(bench->eject_stall_o);  // both have slots
    CHECK(sources(bench, 3) == std::vector<unsigned>{1, first, 5 - first});
  }
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("a lane has two slots, and the lanes a queue", "[iba_stream_exit]") {
  Exit bench;
  start(bench);
  deliver(bench, 1, 1);  // waits at m_axis
  unsigned flits = 0;
  for (; !bench->eject_stall_o && flits < 20; ++flits) deliver_flit(bench, 0, flits % 2 != 0, 0);
  // Two messages in slots, the header of a third, and the flits in the queue when it stalls.
  CHECK(flits == 2 * 2 + 1 + 2);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("messages of all lanes come out whole", "[iba_stream_exit][IbaStreamExitSourceExists]") {
  constexpr unsigned kLanes = 2, kMaxWords = 4, kTerminals = 6;
  struct Lane {
    std::vector<std::uint64_t> words;
    unsigned source = 0;
    std::size_t sent = 0;  // the header counts
  };
  Bench<Viba_stream_exit> bench;
  Random random(1);
  std::vector<Lane> lanes(kLanes);
  std::map<unsigned, std::deque<std::vector<std::uint64_t>>> expected;  // by source
  std::vector<std::uint64_t> received;
  unsigned messages = 0;
  bool stalled = false;
  bench->eject_i = 0;
  bench->m_axis_tready_i = 0;
  bench.reset();
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const unsigned l = random.below(kLanes);
    Lane& lane = lanes[l];
    drive(bench->eject_i, random.below(1u << kValid));  // anything, without valid
    drive(bench->eject_lane_i, l);
    if (!stalled && !random.chance(1, 4)) {
      if (lane.words.empty()) {
        lane.source = random.below(kTerminals);
        for (unsigned i = 0; i <= random.below(kMaxWords); ++i)
          lane.words.push_back(mixed(random()));
        lane.sent = 0;
      }
      const bool head = lane.sent == 0, tail = lane.sent == lane.words.size();
      drive(bench->eject_i, 1u << kValid | (head ? kHead : tail ? kTail : kBody) << kTag);
      drive(bench->eject_lane_i, l);
      bench->eject_data_i = head ? std::uint64_t{lane.source + 1} << IbaHeader::kSourceOffset
                                 : lane.words[lane.sent - 1];
      ++lane.sent;
      if (tail) expected[lane.source].push_back(std::exchange(lane.words, {}));
    }
    bench->m_axis_tready_i = cycle / 500 % 4 != 0 && random.chance(7, 8);
    bench.settle();
    if (bench->m_axis_tvalid_o && bench->m_axis_tready_i) {
      received.push_back(bench->m_axis_tdata_o);
      if (bench->m_axis_tlast_o) {
        auto& queue = expected[bench->m_axis_tid_o];
        const auto found = std::find(queue.begin(), queue.end(), received);
        REQUIRE(found != queue.end());
        queue.erase(found);
        received.clear();
        ++messages;
      }
    }
    stalled = bench->eject_stall_o;
    bench.tick();
  }
  CHECK(messages > 2000);
  CHECK_FALSE(bench.assertion_failed());
  drive(bench->eject_i, 1u << kValid | kHead << kTag);
  bench->eject_data_i = std::uint64_t{kTerminals + 1} << IbaHeader::kSourceOffset;
  bench.tick();
  CHECK(bench.assertion_failed());
}
