// rtl/iba/iba_table.sv
//
// Rationale: random writes, and reads of every port, against an array. State space: every entry
// written and read repeatedly. Parameter space: 1 and 5 entries, 1 and 3 read ports.
#include "VTable1.h"
#include "VTable5.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
template <class Top>
void random_run(unsigned entries, unsigned reads, unsigned seed) {
  Bench<Top> bench;
  Random random(seed);
  std::vector<unsigned> values(entries);
  bench->write_i = 0;
  bench.reset();
  for (unsigned cycle = 0; cycle < 2000; ++cycle) {
    // Every entry is written once before it is read.
    const bool write = cycle < entries || random.chance(1, 2);
    const unsigned entry = cycle < entries ? cycle : random.below(entries);
    const unsigned value = random.below(8);
    drive(bench->write_i, write);
    drive(bench->entry_i, entry);
    drive(bench->value_i, value);
    std::vector<unsigned> read(reads);
    for (unsigned r = 0; r < reads; ++r)
      drive(bench->entry_read_i[r], read[r] = random.below(entries));
    bench.settle();
    for (unsigned r = 0; r < reads && cycle >= entries; ++r)
      REQUIRE(bench->value_o[r] == values[read[r]]);
    bench.tick();
    if (write) values[entry] = value;
  }
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("reads return the written values", "[iba_table]") {
  random_run<VTable1>(1, 1, 1);
  random_run<VTable5>(5, 3, 2);
}

TEST_CASE("a nonexistent entry is detected", "[iba_table][IbaTableEntryExists]") {
  Bench<VTable5> bench;
  bench->write_i = 0;
  bench.reset();
  bench->write_i = 1;
  bench->entry_i = 4;
  bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench->entry_i = 5;
  bench.tick();
  CHECK(bench.assertion_failed());
}
