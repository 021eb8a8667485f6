// rtl/iba/iba_start_together.sv, and with it iba_patience.sv
//
// Rationale: random packets that wait for random outputs, with random lanes free, against the rule: of
// those that can have a lane everywhere the first behind the one that started last; who has waited for
// Age cycles keeps those that have not off its outputs. State space: nobody, one and several patient.
// Parameter space: 1 and 2 virtual lanes, ages 1 and 6.
#include "VTogether1.h"
#include "VTogether2.h"
#include "bench.hpp"
#include "vc/cut_through_reference.hpp"

#include <catch2/catch.hpp>

#include <array>

using namespace wayfarer;
using namespace wayfarer::cut_through_test;

namespace {
constexpr unsigned kPorts = 5;

struct Packet {
  unsigned ports = 0;
  unsigned waited = 0;
};

template <class Top>
void random_run(unsigned lanes, unsigned age) {
  const unsigned inputs = kPorts * lanes;
  Bench<Top> bench;
  Random random(lanes);
  std::vector<Packet> packets(inputs);
  unsigned last = inputs - 1;
  unsigned starts = 0;
  unsigned held_off = 0;
  for (unsigned i = 0; i < inputs; ++i) drive(bench->waits_i[i], 0);
  for (unsigned p = 0; p < kPorts; ++p) drive(bench->able_i[p], 0);
  bench.reset();
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    for (Packet& packet : packets)
      if (packet.ports == 0 && random.chance(1, 4)) packet = {1 + random.below(31), 0};
    // Of each lane of each port whether it is free; who waits for the port can have it.
    std::array<unsigned, kPorts> free{};
    std::array<std::uint64_t, kPorts> able{};
    for (unsigned p = 0; p < kPorts; ++p) {
      free[p] = static_cast<unsigned>(random.bits(lanes, 1, 2));
      for (unsigned v = 0; v < lanes; ++v)
        for (unsigned i = 0; i < inputs; ++i)
          if (has(free[p], v) && has(packets[i].ports, p))
            able[p] |= std::uint64_t{1} << (v * inputs + i);
      drive(bench->able_i[p], able[p]);
    }
    for (unsigned i = 0; i < inputs; ++i) drive(bench->waits_i[i], packets[i].ports);
    bench.settle();

    std::uint64_t patient = 0;
    for (unsigned i = 0; i < inputs; ++i)
      patient |= std::uint64_t{packets[i].ports != 0 && packets[i].waited >= age} << i;
    const int keeper = next_behind(patient, inputs, last);
    const unsigned kept = keeper == kNone ? 0 : packets[static_cast<unsigned>(keeper)].ports;
    std::uint64_t can = 0;
    for (unsigned i = 0; i < inputs; ++i) {
      bool possible = packets[i].ports != 0;
      for (unsigned p = 0; p < kPorts; ++p)
        possible = possible && (!has(packets[i].ports, p) || free[p] != 0);
      const bool off = !has(patient, i) && (packets[i].ports & kept) != 0;
      held_off += possible && off;
      can |= std::uint64_t{possible && !off} << i;
    }
    const int start = next_behind(can, inputs, last);
    for (unsigned p = 0; p < kPorts; ++p) {
      std::uint64_t grant = 0;
      if (start != kNone && has(packets[static_cast<unsigned>(start)].ports, p))
        grant = one_hot(start) << static_cast<unsigned>(lowest(free[p], lanes)) * inputs;
      REQUIRE(bench->grant_o[p] == grant);
    }
    for (Packet& packet : packets) ++packet.waited;
    if (start != kNone) {
      last = static_cast<unsigned>(start);
      packets[last].ports = 0;
      ++starts;
    }
    bench.tick();
  }
  CHECK(starts > 1000);
  CHECK(held_off > 100);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("all outputs of a packet start together, in turn",
          "[iba_start_together][IbaStartsAllOrNothing][IbaPatienceOneStarts]") {
  random_run<VTogether1>(1, 1);
  random_run<VTogether2>(2, 6);
}
