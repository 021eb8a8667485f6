// rtl/iba/iba_outputs.sv
//
// Rationale: random packets with random sets of outputs in the input buffers, which are plain C++
// here: every branch of a packet leaves once, whole and in order, by its port. State space: packets
// of one output to all five, ports requested by all, too little credit, the endpoint stalled, late
// flits. Parameter space: branch by branch with two virtual lanes; all outputs at once with one,
// and packets that have waited too long.
#include "VOutputsBranches.h"
#include "VOutputsTogether.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <deque>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
constexpr unsigned kPorts = 5;
constexpr unsigned kLongest = 3;
constexpr unsigned kFlitsWidth = 2;
constexpr unsigned kDepth = 4;

struct Packet {
  unsigned number = 0;
  unsigned waits = 0;
  unsigned ports = 0;  ///< Not yet left by.
  unsigned flits = 0;
  std::array<unsigned, kPorts> sent{};
};

template <class Top>
void random_run(unsigned lanes, bool together, unsigned age) {
  const unsigned inputs = kPorts * lanes;
  Bench<Top> bench;
  Random random(lanes);
  std::vector<Packet> packets(inputs);
  std::vector<unsigned> waited(inputs);
  std::array<std::vector<std::deque<unsigned>>, kPorts> owed;
  std::array<std::vector<unsigned>, kPorts> room;
  for (unsigned p = 0; p < kPorts; ++p) {
    owed[p].resize(lanes);
    room[p].assign(lanes, kDepth);
  }
  unsigned numbers = 0;
  unsigned finished = 0;
  unsigned impatient = 0;
  for (unsigned i = 0; i < inputs; ++i) drive(bench->waits_i[i], 0);
  bench->stall_i = 0;
  bench->drops_i = 0;
  bench->cut_i = 0;
  bench.reset();
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    std::vector<unsigned> holds(inputs);
    for (unsigned i = 0; i < inputs; ++i) {
      Packet& packet = packets[i];
      // After a packet's end comes the next one's lookup, a cycle without a waiting branch.
      const bool looked_up = packet.ports == 0 && packet.number == 0;
      if (packet.ports == 0) packet = {};
      if (looked_up && random.chance(1, 4)) {
        packet.number = ++numbers;
        packet.ports = packet.waits = 1 + random.below(31);
        packet.flits = 1 + random.below(kLongest);
      }
      drive(bench->waits_i[i], packet.waits);
      drive(bench->lanes_i[i], (std::uint64_t{1} << kPorts * lanes) - 1);
      // A branch that waits has its header.
      holds[i] = packet.waits | (packet.ports & (random.below(32) | random.below(32)));
      drive(bench->holds_i[i], holds[i]);
      for (unsigned p = 0; p < kPorts; ++p) {
        const unsigned sent = packet.sent[p];
        drive(bench->tag_i[i][p],
              (sent == 0 ? kHead : 0u) | (sent + 1 == packet.flits ? kTail : 0u));
        bench->data_i[i][p] = std::uint64_t{packet.number} << 32 | sent << 8;
      }
    }
    std::uint64_t flits = 0;
    for (unsigned i = 0; i < inputs; ++i)
      flits |= std::uint64_t{packets[i].flits} << i * kFlitsWidth;
    drive(bench->flits_i, flits);
    std::uint64_t credit = 0;
    for (unsigned p = 1; p < kPorts; ++p)
      for (unsigned v = 0; v < lanes; ++v) {
        if (owed[p][v].empty() || !random.chance(1, 3)) continue;
        credit |= std::uint64_t{owed[p][v].front()} << (p * lanes + v) * kFlitsWidth;
        room[p][v] += owed[p][v].front();
        owed[p][v].pop_front();
      }
    drive(bench->credit_i, credit);
    const bool stall = random.chance(1, 4);
    bench->stall_i = stall;
    bench.settle();

    REQUIRE((!stall || !has(bench->valid_o, 0)));
    REQUIRE(bench->closing_o == 0);  // no packet is cut
    std::array<int, kPorts> from{};
    from.fill(kNone);
    for (unsigned i = 0; i < inputs; ++i) {
      Packet& packet = packets[i];
      const unsigned starts = bench->starts_o[i];
      REQUIRE((starts & ~packet.waits) == 0);
      // All at once, unless it has waited for its age.
      if (together && starts != 0 && starts != packet.waits) {
        REQUIRE(waited[i] >= age);
        ++impatient;
      }
      packet.waits &= ~starts;
      waited[i] = packet.waits != 0 ? waited[i] + 1 : 0;
      const unsigned sends = bench->sends_o[i];
      REQUIRE((sends & ~holds[i]) == 0);
      REQUIRE((sends & packet.waits) == 0);
      for (unsigned p = 0; p < kPorts; ++p) {
        if (!has(sends, p)) continue;
        REQUIRE(from[p] == kNone);
        from[p] = static_cast<int>(i);
      }
    }
    for (unsigned p = 0; p < kPorts; ++p) {
      REQUIRE(has(bench->valid_o, p) == (from[p] != kNone));
      if (from[p] == kNone) continue;
      Packet& packet = packets[static_cast<unsigned>(from[p])];
      const unsigned lane = lanes == 1 ? 0 : bench->lane_o >> p & 1;
      const unsigned sent = packet.sent[p]++;
      const bool tail = packet.sent[p] == packet.flits;
      REQUIRE((bench->tag_o >> 2 * p & 3) == ((sent == 0 ? kHead : 0u) | (tail ? kTail : 0u)));
      REQUIRE(bench->data_o[p] ==
              (std::uint64_t{packet.number} << 32 | sent << 8 | (sent == 0 ? lane : 0)));
      if (p != 0) {
        // No flit is sent without room at the end of the link.
        REQUIRE(room[p][lane] > 0);
        --room[p][lane];
      }
      if (!tail) continue;
      if (p != 0) owed[p][lane].push_back(packet.flits);
      packet.ports &= ~(1u << p);
      finished += packet.ports == 0;
    }
    bench.tick();
  }
  CHECK(finished > 2000);
  CHECK((impatient > 50) == together);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("every branch leaves once, whole, by its port",
          "[iba_outputs][IbaOutputsSendsWhatIsThere][IbaOutputsStartsWhatWaits]") {
  random_run<VOutputsBranches>(2, false, 0);
}

TEST_CASE("packets start on all outputs at once, or have reached their age",
          "[iba_outputs][IbaOutputsStartsWhatWaits][IbaStartsAllOrNothing]") {
  random_run<VOutputsTogether>(1, true, 6);
}
