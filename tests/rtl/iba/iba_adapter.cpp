// rtl/iba/iba_adapter.sv
//
// Rationale: with packets, flits of the terminal and the switch pass unchanged in the same cycle;
// with messages, a plain C++ switch returns the packets, and every message must leave the adapter
// whole, in order, each flit with its place. State space: one message in flight and one on each
// virtual lane, packets held back, stalls, busy and idle.
// Parameter space: packets; messages of packets of four data flits.
#include "VAdapterMessages.h"
#include "VAdapterPackets.h"
#include "bench.hpp"
#include "flits.hpp"
#include "iba/bundles.hpp"
#include "iba/message_header.hpp"

#include <catch2/catch.hpp>

#include <deque>
#include <map>

using namespace wayfarer;
using namespace wayfarer::module_test;
using namespace wayfarer::iba_test;

namespace {
constexpr unsigned kLanes = 2;
constexpr unsigned kMtu = 4;
constexpr unsigned kFlitsWidth = 3;
constexpr unsigned kLid = 3;

struct Word {
  unsigned mark = kBody;
  Words words{};
};

template <class Top>
void start(Bench<Top>& bench) {
  bench->hold_i = 0;
  bench->inject_i = 0;
  bench->eject_stall_i = 0;
  bench->freed_i = 0;
  bench->discards_i = 0;
  bench->expires_i = 0;
  bench->flit_i = 0;
  bench.reset();
}
}  // namespace

TEST_CASE("packets pass in the cycle in which they arrive", "[iba_adapter][IbaAdapterStalls]") {
  Bench<VAdapterPackets> bench;
  Random random(1);
  start(bench);
  unsigned left = 0;
  bool stalled = false;
  unsigned passed = 0;
  std::deque<unsigned> packets;
  for (unsigned cycle = 0; cycle < 5000; ++cycle) {
    const bool head = left == 0;
    const unsigned length = random.below(kMtu);
    Word flit{(head ? kHead : 0u) | ((head ? length == 0 : left == 1) ? kTail : 0u), {}};
    for (std::uint32_t& word : flit.words) word = random();
    if (head) flit.words = to_words({random(), length, false, 0, 0, random(), random()});
    const bool valid = random.chance(2, 3);
    drive(bench->inject_i, flit_info(valid, flit.mark));
    bench->inject_lane_i = 1;
    set_words(bench->inject_data_i, flit.words);
    // The switch keeps its port quiet while it is stalled.
    const bool arrives = !stalled && random.chance(1, 2);
    Word arrival{random.below(4), {random(), random(), random(), random()}};
    const bool stall = random.chance(1, 3);
    bench->eject_stall_i = stall;
    drive(bench->flit_i, flit_info(arrives, arrival.mark));
    bench->lane_i = cycle % 2;
    set_words(bench->data_i, arrival.words);
    unsigned freed = 0;
    if (packets.size() > (left != 0 ? 1u : 0u) && random.chance(1, 2)) {
      freed = packets.front();
      packets.pop_front();
    }
    drive(bench->freed_i, freed << kFlitsWidth);
    bench.settle();
    REQUIRE((bench->stall_o != 0) == stalled);
    REQUIRE(bench->busy_o == 0);
    const Arrived ejected = arrived(bench->eject_o);
    REQUIRE(ejected.valid == arrives);
    REQUIRE(bench->eject_lane_o == cycle % 2);
    REQUIRE(ejected.tag == arrival.mark);
    REQUIRE(get_words(bench->eject_data_o) == arrival.words);
    REQUIRE((ejected.place == 0 && !ejected.first && !ejected.last));
    const bool taken = valid && has(bench->inject_ready_o, 1);
    REQUIRE(bench->push_o == (taken ? 2 : 0));
    if (taken) {
      REQUIRE(bench->tag_o == flit.mark);
      REQUIRE(get_words(bench->data_o) == flit.words);
      left = head ? length : left - 1;
      if (head) packets.push_back(length + 1);
      ++passed;
    }
    bench.tick();
    stalled = stall;
  }
  CHECK(passed > 1000);
  CHECK(error_count(bench->errors_o) == 0);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("messages return unchanged", "[iba_adapter][IbaAdapterStalls][IbaReassemblerHeld]") {
  struct Message {
    unsigned length = 0;
    unsigned sent = 0;  ///< Flits, of length + 1.
    std::uint32_t identifier = 0;
  };
  struct Arrival {
    std::uint32_t identifier = 0;
    unsigned place = 0;
  };
  Bench<VAdapterMessages> bench;
  Random random(2);
  start(bench);
  for (unsigned cycle = 0; cycle < 20; ++cycle) bench.tick();  // contexts are cleared
  std::vector<Message> sending(kLanes);
  std::vector<std::deque<Word>> inside(kLanes);  ///< In the switch.
  std::vector<std::deque<unsigned>> packets(kLanes);
  std::map<std::uint32_t, unsigned> expected;  ///< Length by identifier.
  std::vector<Arrival> arrivals(kLanes);
  std::vector<unsigned> open(kLanes), back(kLanes);
  std::uint32_t identifiers = 0;
  unsigned finished = 0, firsts = 0;
  bool stalled = false, held = false;
  std::vector<bool> due(kLanes);  ///< The segmenter is about to insert a header.
  int under_way = kNone;
  const auto word_of = [](std::uint32_t identifier, unsigned place) {
    return Words{identifier, place, ~identifier, place * 77};
  };
  for (unsigned cycle = 0; cycle < 30000 || !expected.empty(); ++cycle) {
    REQUIRE(cycle < 40000);
    const unsigned lane = random.below(kLanes);
    Message& message = sending[lane];
    if (message.sent > message.length || message.identifier == 0)
      message = {random.below(3 * kMtu + 2), 0, ++identifiers};
    const bool head = message.sent == 0;
    const bool tail = message.sent == message.length;
    const bool wants = cycle < 30000 || !head;
    Word flit{(head ? kHead : 0u) | (tail ? kTail : 0u),
              head ? to_words({lane | kLid << 8 | std::uint64_t{kLid} << 24, message.length, false,
                               0, 0, message.identifier, 0})
                   : word_of(message.identifier, message.sent - 1)};
    drive(bench->inject_i, flit_info(wants, flit.mark));
    drive(bench->inject_lane_i, lane);
    set_words(bench->inject_data_i, flit.words);
    // The switch: whole packets, lane after lane, when the adapter is not stalled.
    if (under_way == kNone)
      for (unsigned v = 0; v < kLanes; ++v)
        if (!packets[v].empty() && inside[v].size() >= packets[v].front() && random.chance(1, 2))
          under_way = static_cast<int>(v);
    const bool arrives = under_way != kNone && !stalled && random.chance(3, 4);
    bench->flit_i = 0;
    std::uint64_t freed = 0;
    if (arrives) {
      const auto v = static_cast<unsigned>(under_way);
      const Word& front = inside[v].front();
      drive(bench->lane_i, v);
      drive(bench->flit_i, flit_info(true, front.mark));
      set_words(bench->data_i, front.words);
    }
    for (unsigned v = 0; v < kLanes; ++v) {
      freed |= std::uint64_t{back[v]} << v * kFlitsWidth;
      back[v] = 0;
    }
    drive(bench->freed_i, freed);
    const bool stall = random.chance(1, 4);
    bench->eject_stall_i = stall;
    bench.settle();
    REQUIRE((bench->busy_o != 0) == (held || due[0] || due[1]));
    held = arrives || (held && stalled);

    if (wants && has(bench->inject_ready_o, lane)) {
      if (head) expected[message.identifier] = message.length;
      ++message.sent;
    }
    for (unsigned v = 0; v < kLanes; ++v) {
      if (!has(bench->push_o, v)) continue;
      const Word pushed{bench->tag_o, get_words(bench->data_o)};
      if ((pushed.mark & kHead) != 0) {
        const Header header = read_header(pushed.words);
        REQUIRE(header.length <= kMtu);
        REQUIRE(header.stream == v);
        packets[v].push_back(header.length + 1);
      }
      due[v] = (pushed.mark & kTail) != 0 && sending[v].sent <= sending[v].length;
      inside[v].push_back(pushed);
    }
    if (const Arrived ejected = arrived(bench->eject_o); ejected.valid) {
      REQUIRE(!stalled);
      const unsigned v = bench->eject_lane_o;
      Arrival& arrival = arrivals[v];
      const Words words = get_words(bench->eject_data_o);
      if ((ejected.tag & kHead) != 0) {
        const Header header = read_header(words);
        if (ejected.first) {
          arrival = {header.identifier, 0};
          ++firsts;
        }
        REQUIRE(header.identifier == arrival.identifier);
        REQUIRE(ejected.place == arrival.place);
      } else {
        REQUIRE(ejected.place == arrival.place);
        REQUIRE(words == word_of(arrival.identifier, arrival.place));
        ++arrival.place;
      }
      if (ejected.last) {
        REQUIRE((ejected.tag & kTail) != 0);
        REQUIRE(expected.at(arrival.identifier) == arrival.place);
        expected.erase(arrival.identifier);
        ++finished;
      }
    }
    bench.tick();
    if (arrives) {
      const auto v = static_cast<unsigned>(under_way);
      const bool tail_gone = (inside[v].front().mark & kTail) != 0;
      inside[v].pop_front();
      if (tail_gone) {
        back[v] = packets[v].front();
        packets[v].pop_front();
        under_way = kNone;
      }
    }
    stalled = stall;
    REQUIRE(error_causes(bench->errors_o) == 0);
  }
  CHECK(finished > 1000);
  CHECK(firsts == finished);
  bench->inject_i = 0;
  bench->flit_i = 0;
  bench->freed_i = 0;
  bench->eject_stall_i = 0;
  for (unsigned cycle = 0; cycle < 3; ++cycle) bench.tick();
  CHECK(bench->busy_o == 0);
  CHECK_FALSE(bench.assertion_failed());
}
