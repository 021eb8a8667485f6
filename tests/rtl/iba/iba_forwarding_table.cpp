// rtl/iba/iba_forwarding_table.sv
//
// Rationale: random writes and lookups against an array. State space: every entry with every value,
// including values that are not a port; LIDs beyond the table and multicast LIDs. Parameter space:
// one entry, five entries. Illegal: a write beyond the table.
#include "VForwarding1.h"
#include "VForwarding5.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
constexpr unsigned kPorts = 5;

template <class Top>
void random_run(unsigned entries, unsigned reads) {
  Bench<Top> bench;
  Random random(entries);
  std::vector<unsigned> held(entries);
  unsigned beyond = 0;
  bench->write_i = 0;
  bench->entry_i = 0;
  bench.reset();
  const auto write = [&](unsigned entry, unsigned port) {
    bench->write_i = 1;
    drive(bench->entry_i, entry);
    drive(bench->port_i, port);
    bench.tick();
    bench->write_i = 0;
    held[entry] = port;
  };
  for (unsigned entry = 0; entry < entries; ++entry) write(entry, entry);
  for (unsigned round = 0; round < 5000; ++round) {
    if (random.chance(1, 2)) write(random.below(entries), random.below(8));
    const unsigned shown = random.below(entries);
    drive(bench->entry_i, shown);
    std::vector<unsigned> lids(reads);
    for (unsigned r = 0; r < reads; ++r) {
      lids[r] = random.below(random.chance(1, 4) ? 65536 : entries + 2);
      drive(bench->lid_i[r], lids[r]);
    }
    bench.settle();
    REQUIRE(bench->port_o == held[shown]);
    drive(bench->entry_i, random());  // lookups do not depend on it
    bench.settle();
    for (unsigned r = 0; r < reads; ++r) {
      const bool known = lids[r] < entries && held[lids[r]] < kPorts;
      beyond += lids[r] >= entries;
      REQUIRE(bench->ports_o[r] == (known ? 1u << held[lids[r]] : 0));
    }
  }
  CHECK(beyond > 500);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("a LID has its port, or none", "[iba_forwarding_table][IbaForwardingOnePort]") {
  random_run<VForwarding1>(1, 1);
  random_run<VForwarding5>(5, 2);
}

TEST_CASE("a write counts from the next cycle on", "[iba_forwarding_table]") {
  Bench<VForwarding5> bench;
  bench->write_i = 1;
  bench->entry_i = 2;
  bench->port_i = 1;
  bench.reset();
  bench->port_i = 4;
  bench->lid_i[0] = 2;
  bench.settle();
  CHECK(bench->ports_o[0] == 1u << 1);
  bench.tick();
  CHECK(bench->ports_o[0] == 1u << 4);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("a write beyond the table is detected",
          "[iba_forwarding_table][IbaForwardingEntryExists]") {
  Bench<VForwarding5> bench;
  bench->write_i = 0;
  bench.reset();
  CHECK_FALSE(bench.assertion_failed());
  bench->write_i = 1;
  bench->entry_i = 5;
  bench->port_i = 0;
  bench.tick();
  CHECK(bench.assertion_failed());
}
