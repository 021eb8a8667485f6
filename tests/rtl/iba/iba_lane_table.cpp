// rtl/iba/iba_lane_table.sv
//
// Rationale: random writes to any set of ports and lookups against an array. State space: every
// level and port, writes of no port, of one and of all. Parameter space: two virtual lanes and two
// readers, four lanes and one reader, one lane.
#include "VLanes1.h"
#include "VLanes2.h"
#include "VLanes4.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <array>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
constexpr unsigned kPorts = 5;
constexpr unsigned kLevels = 16;

template <class Top>
void random_run(unsigned lanes, unsigned reads) {
  Bench<Top> bench;
  Random random(lanes);
  std::array<std::array<unsigned, kPorts>, kLevels> held{};
  const auto row = [&](unsigned level) {
    std::uint64_t bits = 0;
    for (unsigned p = 0; p < kPorts; ++p) bits |= std::uint64_t{held[level][p]} << p * lanes;
    return bits;
  };
  bench->write_i = 0;
  bench.reset();
  for (unsigned cycle = 0; cycle < 5000; ++cycle) {
    const unsigned level = cycle < kLevels ? cycle : random.below(kLevels);
    const unsigned ports = cycle < kLevels ? 31 : random.below(32) & random.below(32);
    const unsigned value = random.below(1u << lanes);
    drive(bench->write_i, ports);
    drive(bench->level_i, level);
    drive(bench->value_i, value);
    std::vector<unsigned> levels(reads);
    for (unsigned r = 0; r < reads; ++r) {
      levels[r] = random.below(kLevels);
      drive(bench->level_read_i[r], levels[r]);
    }
    bench.settle();
    // Before the write: the old content.
    if (cycle >= kLevels) {
      REQUIRE(bench->value_o == row(level));
      for (unsigned r = 0; r < reads; ++r) REQUIRE(bench->lanes_o[r] == row(levels[r]));
    }
    bench.tick();
    for (unsigned p = 0; p < kPorts; ++p)
      if (has(ports, p)) held[level][p] = value;
  }
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("each level and port has its lanes", "[iba_lane_table][IbaLaneTableReadsAgree]") {
  random_run<VLanes1>(1, 1);
  random_run<VLanes2>(2, 2);
  random_run<VLanes4>(4, 1);
}
