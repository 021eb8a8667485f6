// rtl/iba/iba_management.sv
//
// Rationale: random APB transfers against plain C++: the accesses to the tables and their cycles,
// and the responses. State space: the clearing after a reset and transfers that wait for it; reads
// and writes of all tables, of existing and nonexistent entries; counters, several events per
// cycle.
// Parameter space: as many cycles to clear as there are levels; as there are LIDs.
// Illegal: an access without its setup, a transfer that changes while it waits.
#include "VManagementFew.h"
#include "VManagementMany.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
constexpr unsigned kCounters = 3;

template <class Top>
void start(Bench<Top>& bench) {
  bench->psel_i = 0;
  bench->penable_i = 0;
  bench->pwrite_i = 0;
  bench->paddr_i = 0;
  bench->pwdata_i = 0;
  bench->value_i = 0;
  bench->exists_i = 0;
  bench->discarded_i = 0;
  bench->forwarded_i = 0;
  bench.reset();
}

/// Steps until the tables are clear, and returns the number of cycles.
template <class Top>
unsigned clear(Bench<Top>& bench) {
  unsigned cycles = 0;
  for (; bench->clearing_o != 0; ++cycles) {
    REQUIRE(bench->entry_o == cycles);
    REQUIRE(bench->pready_o == 0);
    REQUIRE(bench->write_o == 0);
    bench.tick();
  }
  return cycles;
}

template <class Top>
void random_run(unsigned events, unsigned clear_cycles) {
  Bench<Top> bench;
  start(bench);
  CHECK(clear(bench) == clear_cycles);
  Random random(events);
  unsigned discarded = 0;
  unsigned forwarded = 0;
  unsigned errors = 0;
  bool access = false;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const bool select = access || random.chance(2, 3);
    if (!access) {
      bench->pwrite_i = random.chance(1, 2);
      bench->paddr_i = random.below(4) << 16 | random.below(random.chance(1, 4) ? 65536 : 4);
      bench->pwdata_i = random();
    }
    const bool exists = random.chance(2, 3);
    const unsigned value = random.below(32);
    const std::uint64_t dropped = random.bits(events, 1, 4);
    const std::uint64_t sent = random.bits(events, 1, 2);
    bench->psel_i = select;
    bench->penable_i = access || (!select && random.chance(1, 2));  // of another subordinate
    bench->exists_i = exists;
    drive(bench->value_i, value);
    drive(bench->discarded_i, dropped);
    drive(bench->forwarded_i, sent);
    bench.settle();

    const unsigned table = bench->paddr_i >> 16;
    const unsigned entry = bench->paddr_i & 0xffff;
    const bool write = bench->pwrite_i != 0;
    const bool counter = table == kCounters && entry < 2;
    REQUIRE(bench->pready_o != 0);
    REQUIRE(bench->clearing_o == 0);
    REQUIRE(bench->table_o == table);
    REQUIRE(bench->entry_o == entry);
    REQUIRE(bench->value_o == (bench->pwdata_i & 31));
    REQUIRE((bench->write_o != 0) == (access && write));
    const bool error = access && !exists && (write || !counter);
    errors += error;
    REQUIRE((bench->pslverr_o != 0) == error);
    for (unsigned e = 0; e < events; ++e) {
      discarded += has(dropped, e);
      forwarded += has(sent, e);
    }
    REQUIRE(bench->prdata_o == (!counter ? value : entry == 0 ? discarded : forwarded));
    bench.tick();
    access = select && !access;
  }
  CHECK(errors > 500);
  CHECK_FALSE(bench.assertion_failed());
}
}  // namespace

TEST_CASE("transfers, counters and errors", "[iba_management][IbaManagementSetUp]") {
  random_run<VManagementFew>(3, 16);
  random_run<VManagementMany>(1, 20);
}

TEST_CASE("a transfer waits for the clearing",
          "[iba_management][IbaManagementSetUp][IbaManagementTransferHeld]") {
  Bench<VManagementFew> bench;
  start(bench);
  bench->psel_i = 1;
  bench->pwrite_i = 1;
  bench->paddr_i = 2 << 16 | 9;
  bench->pwdata_i = 5;
  bench->exists_i = 1;
  bench.tick();
  bench->penable_i = 1;
  bench.settle();
  unsigned waited = 0;
  for (; bench->pready_o == 0; ++waited) {
    REQUIRE(bench->write_o == 0);
    bench.tick();
  }
  CHECK(waited == 15);
  CHECK(bench->write_o != 0);
  CHECK(bench->entry_o == 9);
  CHECK(bench->value_o == 5);
  bench.tick();
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("an access without its setup fails", "[iba_management][IbaManagementSetUp]") {
  Bench<VManagementFew> bench;
  start(bench);
  bench->psel_i = 1;
  bench->penable_i = 1;
  bench.tick();
  CHECK(bench.assertion_failed());
}

TEST_CASE("a transfer that changes fails", "[iba_management][IbaManagementTransferHeld]") {
  Bench<VManagementFew> bench;
  start(bench);
  clear(bench);
  bench->psel_i = 1;
  bench->paddr_i = 1;
  bench.tick();
  CHECK_FALSE(bench.assertion_failed());
  bench->penable_i = 1;
  bench->paddr_i = 2;
  bench.tick();
  CHECK(bench.assertion_failed());
}
