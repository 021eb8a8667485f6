// rtl/iba/iba_multicast_table.sv
//
// Rationale: random writes and lookups against an array. State space: every entry, sets of every
// size; LIDs of terminals, LIDs after the last group. Parameter space: 3 groups, 16, where the
// index has no spare values. Illegal: a write beyond the table.
#include "VMulticast16.h"
#include "VMulticast3.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
constexpr unsigned kFirstMulticast = 0xc000;

template <class Top>
void random_run(unsigned groups, unsigned reads) {
  Bench<Top> bench;
  Random random(groups);
  std::vector<unsigned> held(groups);
  unsigned terminals = 0;
  bench->write_i = 0;
  bench->entry_i = 0;
  bench.reset();
  const auto write = [&](unsigned group, unsigned ports) {
    bench->write_i = 1;
    drive(bench->entry_i, group);
    drive(bench->value_i, ports);
    bench.tick();
    bench->write_i = 0;
    held[group] = ports;
  };
  for (unsigned group = 0; group < groups; ++group) write(group, 0);
  for (unsigned round = 0; round < 5000; ++round) {
    if (random.chance(1, 2)) write(random.below(groups), random.below(32));
    const unsigned shown = random.below(groups);
    drive(bench->entry_i, shown);
    std::vector<unsigned> lids(reads);
    for (unsigned r = 0; r < reads; ++r) {
      lids[r] =
          random.chance(1, 4) ? random.below(65536) : kFirstMulticast + random.below(groups + 2);
      drive(bench->lid_i[r], lids[r]);
    }
    bench.settle();
    REQUIRE(bench->value_o == held[shown]);
    for (unsigned r = 0; r < reads; ++r) {
      terminals += lids[r] < kFirstMulticast;
      const bool known = lids[r] >= kFirstMulticast && lids[r] - kFirstMulticast < groups;
      REQUIRE(bench->ports_o[r] == (known ? held[lids[r] - kFirstMulticast] : 0));
    }
  }
  CHECK(terminals > 500);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("a group has its ports, and no other LID has any", "[iba_multicast_table]") {
  random_run<VMulticast3>(3, 2);
  random_run<VMulticast16>(16, 1);
}

TEST_CASE("a write beyond the groups is detected",
          "[iba_multicast_table][IbaMulticastEntryExists]") {
  Bench<VMulticast3> bench;
  bench->write_i = 0;
  bench.reset();
  CHECK_FALSE(bench.assertion_failed());
  bench->write_i = 1;
  bench->entry_i = 3;
  bench->value_i = 0;
  bench.tick();
  CHECK(bench.assertion_failed());
}
