// rtl/iba/iba_segmenter.sv
//
// Rationale: random messages on random lanes, into an endpoint that is ready at random, against the
// expected packets; illegal flits must pass unchanged to the endpoint's guard. State space: no data
// flit, one packet, several, the maximum, too many; tails too early, at the end of a packet and
// elsewhere, and too late; headers inside, data outside. Parameter space: one lane with packets of
// one data flit, two with four, four with two.
#include "VSegmenter1.h"
#include "VSegmenter2.h"
#include "VSegmenter4.h"
#include "bench.hpp"
#include "flits.hpp"
#include "message_header.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace wayfarer;
using namespace wayfarer::module_test;
using namespace wayfarer::iba_test;

namespace {
/// The current message of an injection lane.
struct Lane {
  unsigned length = 0;  ///< Data flits of the message.
  unsigned sent = 0;
  bool open = false;
  bool due = false;  ///< Its next packet's header comes first.
  Words header{};    ///< As sent by the terminal.
};

constexpr unsigned kLengths = 1u << 13;  ///< Range of the length in a message's header.

/// A packet's header in place of a message's.
Words packet_header(const Words& message, unsigned lane, unsigned length, unsigned sent,
                    unsigned mtu) {
  Header header = read_header(message);
  header.length = std::min(mtu, length - sent);
  if (length > kMostPackets * mtu) header.length = 0xfff;
  header.last = length - sent <= mtu;
  header.stream = lane;
  header.number = sent / mtu;
  return to_words(header);
}

struct Counts {
  unsigned inserted = 0;
  unsigned messages = 0;
  unsigned cut = 0;      ///< Tails at the end of a packet that is not the last.
  unsigned longest = 0;  ///< Packets.
};

template <class Top>
Counts random_run(unsigned lanes, unsigned mtu) {
  Bench<Top> bench;
  Random random(lanes);
  std::vector<Lane> state(lanes);
  Counts counts;
  bench->valid_i = 0;
  drive(bench->ready_i, 0);
  bench.reset();
  for (unsigned cycle = 0; cycle < 40000; ++cycle) {
    const auto ready = static_cast<unsigned>(random.bits(lanes, 3, 4));
    const unsigned chosen = random.below(lanes);
    const bool valid = random.chance(7, 8);
    const bool wrong = random.chance(1, 40);
    Lane& lane = state[chosen];
    const bool head = lane.open == wrong;
    const unsigned most = kMostPackets * mtu;
    unsigned length = random.below(6 * mtu);
    if (random.chance(1, 200)) length = most;
    if (random.chance(1, 200)) length = most + 1 + random.below(kLengths - most - 1);
    const bool calm = lane.open && lane.length == most;
    const unsigned left = head ? length : lane.length - lane.sent - 1;
    const bool tail = (left == 0) != (!calm && random.chance(1, 60));
    const Words data = {random(), random(), random(), random()};
    Header header = read_header(data);
    header.length = length & 0xfff;
    header.last = length >> 12 != 0;
    const Words flit = head ? to_words(header) : data;
    bench->valid_i = valid;
    drive(bench->lane_i, chosen);
    drive(bench->tag_i, (head ? kHead : 0u) | (tail ? kTail : 0u));
    set_words(bench->data_i, flit);
    drive(bench->ready_i, ready);
    bench.settle();

    std::uint64_t due = 0;
    for (unsigned v = 0; v < lanes; ++v) due |= std::uint64_t{state[v].due} << v;
    const int insert = lowest(due & ready, lanes);
    REQUIRE((bench->waits_o != 0) == (due != 0));
    REQUIRE(bench->ready_o == (insert != kNone ? 0 : ready & ~due));
    if (insert != kNone) {
      Lane& waiting = state[static_cast<unsigned>(insert)];
      Words repeated = waiting.header;
      repeated[2] &= 0xff'ffff;
      repeated[3] = 0;
      REQUIRE(bench->valid_o != 0);
      REQUIRE(bench->lane_o == static_cast<unsigned>(insert));
      REQUIRE(bench->tag_o == kHead);
      REQUIRE(get_words(bench->data_o) == packet_header(repeated, static_cast<unsigned>(insert),
                                                        waiting.length, waiting.sent, mtu));
      ++counts.inserted;
      counts.longest = std::max(counts.longest, waiting.sent / mtu + 1);
      waiting.due = false;
    } else {
      REQUIRE((bench->valid_o != 0) == valid);
    }
    const bool taken = valid && insert == kNone && has(ready & ~due, chosen);
    if (taken) {
      REQUIRE(bench->lane_o == chosen);
      REQUIRE(((bench->tag_o & kHead) != 0) == head);
      REQUIRE(get_words(bench->data_o) ==
              (head ? packet_header(flit, chosen, length, 0, mtu) : flit));
      bool tail_out = tail;
      if (head && !lane.open) {
        ++counts.messages;
        const bool fits = length != 0 && length <= kMostPackets * mtu;
        lane = {length, 0, fits && !tail, false, flit};
      } else if (!head && lane.open) {
        ++lane.sent;
        const bool whole = lane.sent == lane.length;
        const bool boundary = whole || lane.sent % mtu == 0;
        if (boundary) tail_out = tail == whole;
        counts.cut += boundary && tail && !whole;
        lane.open = !whole && !tail;
        lane.due = lane.open && boundary;
      }
      REQUIRE(((bench->tag_o & kTail) != 0) == tail_out);
    }
    bench.tick();
  }
  CHECK_FALSE(bench.assertion_failed());
  return counts;
}

void check(const Counts& counts) {
  CHECK(counts.messages > 1000);
  CHECK(counts.inserted > 1000);
  CHECK(counts.cut > 10);
}
}  // namespace

TEST_CASE("messages become packets", "[iba_segmenter][IbaSegmenterInsertsInside]") {
  const Counts one = random_run<VSegmenter1>(1, 1);
  check(one);
  CHECK(one.longest == kMostPackets);
  check(random_run<VSegmenter2>(2, 4));
  check(random_run<VSegmenter4>(4, 2));
}
