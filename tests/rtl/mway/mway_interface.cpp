// rtl/mway/mway_interface.sv
//
// Rationale: the connections of its parts, with each of the sets that mway_router's own test does
// not have. A message goes through the interface, alone on channels whose priority lines are its
// own: it leaves on its channel in the cycles of an interface that drives, or must arbitrate first.
// With adaptive routing the header takes the first of its candidates there, and the data flits wait
// while the buffer in the answer is full; with multicast it has its receivers there. Then random
// messages of several drivers, while others win the channel, receivers are full and cycles void:
// each buffer's flits leave in order and unchanged. The lockstep tests compare whole networks.
// State space: that of a set and an arbiter.
// Parameter space: both interfaces of the router between channels 1 and 2 along dimension 0 of the
//   4x4 mesh with one processor per channel, two buffers of four flits.
#include "VInterfaceAdaptive.h"
#include "VInterfaceGuarded.h"
#include "VInterfaceMulticast.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <deque>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

constexpr unsigned kPlus = 0;
constexpr unsigned kMinus = 1;
constexpr unsigned kBuffers = 2;
constexpr unsigned kDepth = 4;
constexpr unsigned kAdaptiveBit = kDestOffset + 4;
constexpr unsigned kSlot = 1;  ///< In the answer to the header.
/// The data flits; each bit is different in them.
constexpr std::array<std::uint64_t, 2> kData = {0x5555'5555'5555'5555, 0xaaaa'aaaa'aaaa'aaaa};

/// A flit that left, in this cycle.
struct Sent {
  unsigned cycle;
  unsigned tag;
  std::uint64_t data;
};

template <class Top>
void start(Bench<Top>& bench, unsigned number) {
  bench->identity_i[0] = identity(number, 0);
  for (unsigned word = 1; word < sizeof bench->identity_i / sizeof bench->identity_i[0]; ++word)
    bench->identity_i[word] = 0;
  drive(bench->position_i, number == kPlus ? 2 : 1);
  bench->payload_i = bench->other_payload_i = 0;
  bench->data_i = bench->other_data_i = 0;
  bench->other_driver_i = 2;
  bench->s3_i = bench->s2_i = bench->s1_i = bench->s0_i = 0;
  drive(bench->answer_i, answer(true, false, kSlot));
  drive(bench->stat_i, 0);
  bench.reset();
}

/// Whether a header is taken from the other channel, whose members' copies of Drv may differ.
template <class Top>
bool takes_header(bool differ) {
  Bench<Top> bench;
  start(bench, kPlus);
  drive(bench->other_payload_i, payload(kHeader, 0) | payload_guard(0, 0, differ, false));
  bench->other_data_i = std::uint64_t{7} << kDestOffset | kPlus;
  bench.settle();
  return answer_acknowledge(bench->other_answer_o);
}

/// The interface that sends as `number`: from channel 1 to channel 2 as DIM+, else back. A header
/// arrives in cycle 0 and two data flits, kData, in the next ones; `stat` has the Stat lines
/// of a cycle.
template <class Top, class Stat>
std::vector<Sent> pass(unsigned number, std::uint64_t header, const Stat& stat) {
  Bench<Top> bench;
  start(bench, number);
  std::vector<Sent> sent;
  for (unsigned cycle = 0; cycle < 12; ++cycle) {
    constexpr unsigned kTags[] = {kHeader, kBody, kTail};
    const unsigned tag = cycle < 3 ? kTags[cycle] : kInvalid;
    bench->other_payload_i = payload(tag, 0);
    bench->other_data_i = cycle == 0 ? header : tag == kInvalid ? 0 : kData[cycle - 1];
    drive(bench->stat_i, stat(cycle));
    for (unsigned round = 0; round < 5; ++round) {
      bench->s3_i = bench->po3_o;
      bench->s2_i = bench->po2_o;
      bench->s1_i = bench->po1_o;
      bench->s0_i = bench->po0_o;
      bench.settle();
    }
    REQUIRE(answer_acknowledge(bench->other_answer_o) == (tag != kInvalid));
    REQUIRE(bench->error_o == 0);
    const unsigned out = payload_tag(bench->payload_o);
    if (out != kInvalid) {
      REQUIRE(bench->driver_o == number);
      sent.push_back({cycle, out, bench->data_o});
    }
    bench.tick();
    REQUIRE_FALSE(bench.assertion_failed());
  }
  return sent;
}

std::uint64_t draw(Random& random) { return std::uint64_t{random()} << 32 | random(); }

/// Random flits to the interface that sends as `number`, with a queue for each of its buffers.
template <class Top>
class RandomRun {
 public:
  explicit RandomRun(unsigned number) : number_(number), random_(number) { start(bench_, number); }

  void cycle() {
    const unsigned driver = 2 + random_() % 4;
    const unsigned buffer = random_() % kBuffers;
    Incoming& message = incoming_[driver][buffer];
    const unsigned tag = put_flit(message, driver, buffer);
    put_channel();
    const bool other_void = kGuarded && random_.chance(1, 16);
    if (other_void) bench_->other_payload_i |= payload_guard(0, 0, true, false);
    bench_.settle();
    take(message, other_void ? kInvalid : tag);
    check_sent();
    REQUIRE(bench_->error_o == 0);  // all destinations exist
    bench_.tick();
    REQUIRE_FALSE(bench_.assertion_failed());
    for (unsigned b = 0; b < kBuffers; ++b)
      REQUIRE((bench_->other_status_o >> b & 1) == (held_[b].size() == kDepth ? 1 : 0));
  }

  unsigned sent = 0, voids = 0;

 private:
  static constexpr bool kGuarded = std::is_same_v<Top, VInterfaceGuarded>;

  struct Flit {
    unsigned tag = kInvalid;
    std::uint64_t data = 0;
  };
  struct Incoming {
    unsigned left = 0;  ///< Flits.
    unsigned slot = 0;
    bool header = true;  ///< Is next.
    Flit flit;
  };

  /// The next flit of a message for this interface, or a header for another one.
  unsigned put_flit(Incoming& message, unsigned driver, unsigned buffer) {
    Flit& flit = message.flit;
    flit = {kInvalid, draw(random_)};
    const bool full = !message.header && held_[message.slot].size() == kDepth;
    if (random_.chance(1, 2) && !full)
      flit.tag = message.header ? kHeader : message.left == 1 ? kTail : kBody;
    if (flit.tag == kHeader) {
      flit.data = (flit.data & ~std::uint64_t{31}) | (random_.chance(3, 4) ? number_ : 3);
      if (kGuarded) flit.data &= ~(std::uint64_t{1} << kAdaptiveBit);
    }
    bench_->other_driver_i = static_cast<CData>(driver);
    drive(bench_->other_payload_i, payload(flit.tag, buffer));
    bench_->other_data_i = flit.data;
    return flit.tag;
  }

  /// What others put on the interface's channel.
  void put_channel() {
    std::uint64_t stat = random_() & 0x1f;
    stat |= std::uint64_t{random_() & random_() & 0x3ff} << 16;
    if (!kGuarded) stat |= std::uint64_t{random_() & 0x1f} << 32;
    drive(bench_->stat_i, stat);
    const unsigned others = random_.chance(1, 4) ? random_() % 8 : 0;
    for (unsigned round = 0; round < 5; ++round) {
      bench_->s3_i = bench_->po3_o;
      bench_->s2_i = bench_->po2_o | (others >> 2 & 1);
      bench_->s1_i = bench_->po1_o | (others >> 1 & 1);
      bench_->s0_i = bench_->po0_o | (others & 1);
      bench_.settle();
    }
    const bool sends = payload_tag(bench_->payload_o) != kInvalid;
    unsigned lines = payload(random_() % 4, random_() % kBuffers);
    if (sends) lines = bench_->payload_o & 0x3f;
    bench_->data_i = sends ? bench_->data_o : draw(random_);
    void_ = kGuarded && random_.chance(1, 16);
    drive(bench_->payload_i, lines | payload_guard(0, 0, void_, false));
    drive(bench_->answer_i, answer(!void_, random_.chance(1, 2), random_() % kBuffers));
  }

  void take(Incoming& message, unsigned tag) {
    const bool taken = answer_acknowledge(bench_->other_answer_o);
    const unsigned slot = answer_slot(bench_->other_answer_o);
    if (tag == kHeader) {
      if ((message.flit.data & 15) != number_) REQUIRE_FALSE(taken);
      if (!taken) return;
      message.header = false;
      message.slot = slot;
      message.left = 1 + random_() % 6;
    } else {
      REQUIRE(taken == (tag != kInvalid));
      if (!taken) return;
      REQUIRE(slot == message.slot);
      if (--message.left == 0) message.header = true;
    }
    REQUIRE(answer_fills(bench_->other_answer_o) == (held_[slot].size() + 1 == kDepth));
    arrived_ = message.flit;
    into_ = static_cast<int>(slot);
  }

  void check_sent() {
    const unsigned tag = payload_tag(bench_->payload_o);
    if (tag != kInvalid) {
      REQUIRE(bench_->driver_o == number_);
      auto& queue = held_[payload_buffer(bench_->payload_o)];
      REQUIRE_FALSE(queue.empty());
      const std::uint64_t routed = tag == kHeader ? 31 | std::uint64_t{1} << kAdaptiveBit : 0;
      REQUIRE(tag == queue.front().tag);
      REQUIRE((bench_->data_o | routed) == (queue.front().data | routed));
      voids += void_;
      if (!void_) {
        queue.pop_front();
        ++sent;
      }
    }
    if (into_ >= 0) held_[static_cast<unsigned>(into_)].push_back(arrived_);
    into_ = -1;
  }

  Bench<Top> bench_;
  const unsigned number_;
  Random random_;
  std::array<std::deque<Flit>, kBuffers> held_;
  std::array<std::array<Incoming, kBuffers>, 6> incoming_;  ///< By driver and its buffer.
  Flit arrived_;
  int into_ = -1;  ///< Its buffer.
  bool void_ = false;
};

template <class Top>
void random_messages(bool voids) {
  for (const unsigned number : {kPlus, kMinus}) {
    RandomRun<Top> run(number);
    for (unsigned cycle = 0; cycle < 10'000; ++cycle) run.cycle();
    CHECK(run.sent > 1000);
    CHECK((run.voids > 50) == voids);
  }
}

/// The data flits left in order, one a cycle from `cycle` on.
void check_data(const std::vector<Sent>& sent, unsigned cycle) {
  REQUIRE(sent.size() == 3);
  CHECK(sent[0].tag == kHeader);
  CHECK(sent[1].tag == kBody);
  CHECK(sent[2].tag == kTail);
  for (unsigned i = 1; i < 3; ++i) {
    CHECK(sent[i].cycle == cycle + i - 1);
    CHECK(sent[i].data == kData[i - 1]);
  }
}

}  // namespace

TEST_CASE("adaptive: a message leaves by the first candidate with room",
          "[mway_interface][MwayRouterSendsEnabled]") {
  struct Case {
    unsigned number;
    unsigned destination;  ///< x + 4 y
    unsigned adaptive;     ///< Ways with a free buffer of the adaptive class.
    unsigned way;          ///< On the interface's channel.
    unsigned buffer_class;
    unsigned first;  ///< Cycle in which the header leaves.
  };
  // Channel 2 is at x = 2: further on 3, above it 6; on channel 1 driver 1 must arbitrate.
  for (const Case& each : {Case{kPlus, 7, 0x1f, 2, 2, 1}, Case{kPlus, 7, 0x1b, 0, 2, 1},
                           Case{kPlus, 7, 0x1a, 0, 0, 1}, Case{kPlus, 2, 0x1f, 4, 0, 1},
                           Case{kMinus, 4, 0x1f, 2, 2, 2}, Case{kMinus, 4, 0x1b, 1, 2, 2},
                           Case{kMinus, 4, 0x19, 1, 0, 2}, Case{kMinus, 1, 0, 4, 0, 2}}) {
    INFO("as " << each.number << " to " << each.destination << ", adaptive " << each.adaptive);
    const std::uint64_t dest = std::uint64_t{each.destination} << kDestOffset;
    // All ways have room in class 0. The buffer of the message is full until cycle 6.
    const auto stat = [&](unsigned cycle) {
      return 0x1f | (cycle < 6 ? 1ull << (16 + 2 * each.way + kSlot) : 0) |
             std::uint64_t{each.adaptive} << 32;
    };
    const std::vector<Sent> sent = pass<VInterfaceAdaptive>(each.number, dest | each.number, stat);
    check_data(sent, 6);
    CHECK(sent[0].cycle == each.first);
    CHECK(sent[0].data == (dest | each.way | (each.buffer_class == 2 ? 1ull << kAdaptiveBit : 0)));
  }
}

TEST_CASE("a flit of copies that differ is none, with guard only", "[mway_interface]") {
  CHECK(takes_header<VInterfaceGuarded>(false));
  CHECK_FALSE(takes_header<VInterfaceGuarded>(true));
  CHECK(takes_header<VInterfaceAdaptive>(true));
}

TEST_CASE("random messages leave in order and unchanged",
          "[mway_interface][MwayRouterSendsEnabled]") {
  random_messages<VInterfaceAdaptive>(false);
  random_messages<VInterfaceGuarded>(true);
}

TEST_CASE("multicast: a message without receivers is reported", "[mway_interface]") {
  for (const bool receivers : {false, true}) {
    Bench<VInterfaceMulticast> bench;
    start(bench, kPlus);
    const std::uint64_t dest = receivers ? 1ull << (kDestOffset + 3) : 0;
    bench->other_payload_i = payload(kHeader, 0);
    bench->other_data_i = dest | 1ull << (kDestOffset + 16 + kPlus);
    bench.settle();
    CHECK(answer_acknowledge(bench->other_answer_o));
    CHECK(bench->error_o == !receivers);
  }
}

TEST_CASE("multicast: a message leaves with its receivers on the channel",
          "[mway_interface][MwayRouterSendsEnabled]") {
  constexpr unsigned kMaskOffset = kDestOffset + 16;
  struct Case {
    unsigned number;
    std::uint64_t destinations;
    unsigned receivers;  ///< On the interface's channel.
    unsigned first;      ///< Cycle in which the header leaves.
  };
  // Channel 2 is at x = 2: further on 3, and 6, 10, 14 above it; 0 and 1 belong to other branches.
  // Channel 1: itself, on to 0, and 5 above it; driver 1 must arbitrate.
  for (const Case& each :
       {Case{kPlus, 1 << 2 | 1 << 3 | 1 << 6 | 1 << 0, 1u << 4 | 1u << 0 | 1u << 2, 1},
        Case{kPlus, 1 << 7, 1u << 0, 1},
        Case{kMinus, 1 << 1 | 1 << 4 | 1 << 13 | 1 << 2, 1u << 4 | 1u << 1 | 1u << 2, 2}}) {
    const std::uint64_t dest = each.destinations << kDestOffset;
    const std::vector<Sent> sent = pass<VInterfaceMulticast>(
        each.number, dest | 1ull << (kMaskOffset + each.number) | 1, [](unsigned) { return 0x1f; });
    check_data(sent, each.first + 1);
    CHECK(sent[0].cycle == each.first);
    CHECK(sent[0].data == (dest | std::uint64_t{each.receivers} << kMaskOffset | 1));
  }
}
