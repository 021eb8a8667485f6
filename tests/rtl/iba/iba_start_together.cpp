// rtl/iba/iba_start_together.sv, and with it iba_age_timer.sv
//
// Rationale: random packets that wait for random outputs, with random lanes free, against the rule:
// packets that have waited for Age cycles start branch by branch; of the others the first, after
// the one that started last, that can have a lane everywhere. State space: no, one and several aged
// packets.
// Parameter space: 1 and 2 virtual lanes, ages 1 and 6.
#include "VTogether1.h"
#include "VTogether2.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <vector>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
constexpr unsigned kPorts = 5;

struct Packet {
  unsigned ports = 0;
  unsigned waited = 0;
  bool started = false;  ///< In the previous cycle: the next packet is looked up first.
};

/// The rule: grants of a cycle, by output port, a bit for each lane and input.
class Reference {
 public:
  Reference(unsigned lanes, unsigned age)
      : lanes_(lanes), inputs_(kPorts * lanes), age_(age), last_(inputs_ - 1) {
    last_branch_.fill({inputs_ - 1, inputs_ - 1});
  }

  using Grants = std::array<std::uint64_t, kPorts>;
  Grants start(std::vector<Packet>& packets, std::array<unsigned, kPorts> free) {
    Grants grants{};
    const std::vector<Packet> before = packets;
    for (unsigned p = 0; p < kPorts; ++p) {
      for (unsigned v = 0; v < lanes_; ++v) {
        std::uint64_t ask = 0;
        for (unsigned i = 0; i < inputs_; ++i)
          ask |= std::uint64_t{has(packets[i].ports, p) && packets[i].waited >= age_} << i;
        if (!has(free[p], v) || ask == 0) continue;
        const auto i = static_cast<unsigned>(next_behind(ask, inputs_, last_branch_[p][v]));
        last_branch_[p][v] = i;
        take(packets[i], p, v, i, free, grants);
        ++branches;
      }
    }
    std::uint64_t can = 0;
    for (unsigned i = 0; i < inputs_; ++i) {
      bool possible = before[i].ports != 0 && before[i].waited < age_;
      for (unsigned p = 0; p < kPorts; ++p)
        possible = possible && (!has(before[i].ports, p) || free[p] != 0);
      can |= std::uint64_t{possible} << i;
    }
    const int chosen = next_behind(can, inputs_, last_);
    if (chosen == kNone) return grants;
    last_ = static_cast<unsigned>(chosen);
    for (unsigned p = 0; p < kPorts; ++p) {
      if (!has(before[last_].ports, p)) continue;
      const auto lane = static_cast<unsigned>(lowest(free[p], lanes_));
      take(packets[last_], p, lane, last_, free, grants);
    }
    ++wholes;
    return grants;
  }

  unsigned branches = 0;
  unsigned wholes = 0;

 private:
  void take(Packet& packet, unsigned p, unsigned v, unsigned i, std::array<unsigned, kPorts>& free,
            Grants& grants) const {
    packet.ports &= ~(1u << p);
    packet.started = packet.ports == 0;
    free[p] &= ~(1u << v);
    grants[p] |= one_hot(static_cast<int>(i)) << v * inputs_;
  }

  unsigned lanes_;
  unsigned inputs_;
  unsigned age_;
  unsigned last_;
  std::array<std::array<unsigned, 2>, kPorts> last_branch_;
};

template <class Top>
void random_run(unsigned lanes, unsigned age) {
  const unsigned inputs = kPorts * lanes;
  Bench<Top> bench;
  Random random(lanes);
  Reference reference(lanes, age);
  std::vector<Packet> packets(inputs);
  for (unsigned i = 0; i < inputs; ++i) drive(bench->waits_i[i], 0);
  for (unsigned p = 0; p < kPorts; ++p) drive(bench->able_i[p], 0);
  bench.reset();
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    for (Packet& packet : packets) {
      if (packet.ports == 0 && !packet.started && random.chance(1, 4))
        packet.ports = 1 + random.below(31);
      packet.started = false;
    }
    // Whether each lane of each port is free; a packet that waits for the port can have it.
    std::array<unsigned, kPorts> free{};
    for (unsigned p = 0; p < kPorts; ++p) {
      free[p] = static_cast<unsigned>(random.bits(lanes, 1, 2));
      std::uint64_t able = 0;
      for (unsigned v = 0; v < lanes; ++v)
        for (unsigned i = 0; i < inputs; ++i)
          if (has(free[p], v) && has(packets[i].ports, p))
            able |= std::uint64_t{1} << (v * inputs + i);
      drive(bench->able_i[p], able);
    }
    for (unsigned i = 0; i < inputs; ++i) drive(bench->waits_i[i], packets[i].ports);
    bench.settle();
    std::vector<Packet> next = packets;
    const Reference::Grants grants = reference.start(next, free);
    for (unsigned p = 0; p < kPorts; ++p) REQUIRE(bench->grant_o[p] == grants[p]);
    for (unsigned i = 0; i < inputs; ++i) {
      if (packets[i].ports != 0) ++next[i].waited;
      if (next[i].ports == 0) next[i].waited = 0;
    }
    packets = next;
    bench.tick();
  }
  CHECK(reference.wholes > 500);
  CHECK(reference.branches > 1000);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("all outputs of a packet start together, or one by one after Age cycles",
          "[iba_start_together][IbaStartsAllOrNothing][IbaStartsLaneOnce]") {
  random_run<VTogether1>(1, 1);
  random_run<VTogether2>(2, 6);
}
