// rtl/iba/iba_arbitration_table.sv
//
// Rationale: random writes to any address against an array; every entry reads back, and is what the
// ports see. State space: every entry and limit, nonexistent ones, lanes that do not exist.
// Parameter space: two virtual lanes, three entries.
#include "VArbitrationTable.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
constexpr unsigned kPorts = 5;
constexpr unsigned kLanes = 2;
constexpr unsigned kEntries = 3;
constexpr unsigned kOffset = 0x8000;

/// 12 bits of a wide port.
template <class Words>
unsigned turn_at(const Words& words, unsigned number) {
  unsigned value = 0;
  for (unsigned bit = 0; bit < 12; ++bit) {
    const unsigned place = 12 * number + bit;
    value |= (words[place / 32] >> place % 32 & 1) << bit;
  }
  return value;
}
}  // namespace

TEST_CASE("each port has two tables and a limit",
          "[iba_arbitration_table][IbaArbitrationTableReads]") {
  Bench<VArbitrationTable> bench;
  Random random(1);
  std::map<unsigned, unsigned> held;
  for (unsigned port = 0; port < kPorts; ++port) {
    for (unsigned table = 0; table < 2; ++table)
      for (unsigned n = 0; n < kEntries; ++n) held[kOffset | port << 8 | table << 6 | n] = 0;
    held[kOffset | port << 8 | 2 << 6] = 0;
  }
  bench->write_i = 0;
  bench->entry_i = 0;
  bench->value_i = 0;
  bench.reset();
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const unsigned entry = random.chance(1, 8) ? random.below(65536)
                                               : kOffset | random.below(6) << 8 |
                                                     random.below(4) << 6 | random.below(4);
    const unsigned value = random.below(4096) & (random.chance(1, 2) ? 0xff1 : 0xfff);
    const bool write = random.chance(1, 2);
    bench->write_i = write;
    drive(bench->entry_i, entry);
    drive(bench->value_i, value);
    bench.settle();
    const auto place = held.find(entry);
    REQUIRE((bench->exists_o != 0) == (place != held.end()));
    REQUIRE(bench->value_o == (place != held.end() ? place->second : 0));
    for (unsigned port = 0; port < kPorts; ++port) {
      for (unsigned table = 0; table < 2; ++table)
        for (unsigned n = 0; n < kEntries; ++n)
          REQUIRE(turn_at(bench->turns_o, (port * 2 + table) * kEntries + n) ==
                  held[kOffset | port << 8 | table << 6 | n]);
      REQUIRE((bench->limit_o >> 8 * port & 0xff) == held[kOffset | port << 8 | 2 << 6]);
    }
    if (write && place != held.end()) {
      const bool limit = (entry >> 6 & 3) == 2;
      place->second = limit ? value & 0xff : (value & 15) < kLanes ? value : 0;
    }
    bench.tick();
  }
  CHECK_FALSE(bench.assertion_failed());
}
