// rtl/iba/iba_bring_up.sv
//
// Rationale: the writes are the tables of the subnet manager in C++, in their order, and done_o
// comes as early as the contract says; then the slave is passed on, and before it waits. State
// space: switches that are ready late, and that stall at random. Parameter space: meshes of 3x2 and
// 2x3, one, two and four virtual lanes, all uses of them.
#include "VBringUpDedicated.h"
#include "VBringUpFour.h"
#include "VBringUpLevels.h"
#include "VBringUpOne.h"
#include "VBringUpShared.h"
#include "bench.hpp"
#include "family/iba/config.hpp"
#include "family/iba/streams.hpp"
#include "family/iba/subnet_manager.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

constexpr unsigned kSwitchShift = 18, kTableShift = 16;

NetworkConfig mesh(unsigned columns, unsigned rows, unsigned lanes, LaneUse use) {
  NetworkConfig config = iba_config();
  config.topology = {TopologyKind::kMesh, {columns, rows}, 1};
  config.flit_bits = 128;
  iba_of(config).virtual_lanes = lanes;
  iba_of(config).lane_use = use;
  validate(config);
  return config;
}

/// What a bring-up must write: by address, values.
std::map<std::uint32_t, std::uint32_t> expected(const NetworkConfig& config) {
  std::map<std::uint32_t, std::uint32_t> entries;
  const SubnetTables tables = make_subnet_tables(config, {});
  const auto add = [&](std::size_t at, IbaTable table, std::size_t entry, unsigned value) {
    entries[static_cast<std::uint32_t>(
        at << kSwitchShift | static_cast<std::size_t>(table) << kTableShift | entry)] = value;
  };
  for (std::size_t at = 0; at < tables.forwarding.size(); ++at) {
    for (std::size_t lid = 1; lid < tables.forwarding[at].size(); ++lid)
      add(at, IbaTable::kForwarding, lid, tables.forwarding[at][lid]);
    if (iba_of(config).virtual_lanes == 1) continue;
    for (std::size_t entry = 0; entry < tables.lanes[at].size(); ++entry)
      if (entry % kPortsOfLanes < 5) add(at, IbaTable::kLanes, entry, tables.lanes[at][entry]);
  }
  return entries;
}

/// The slave is the management port.
template <class Top>
void passes_on(Bench<Top>& bench, Random& random) {
  bench->psel_i = random() & 1;
  bench->penable_i = random() & 1;
  bench->pwrite_i = random() & 1;
  bench->paddr_i = random();
  bench->pwdata_i = random();
  bench->prdata_i = random();
  bench->pready_i = random() & 1;
  bench->pslverr_i = random() & 1;
  bench.settle();
  REQUIRE(bench->done_o);
  REQUIRE(bench->psel_o == bench->psel_i);
  REQUIRE(bench->penable_o == bench->penable_i);
  REQUIRE(bench->pwrite_o == bench->pwrite_i);
  REQUIRE(bench->paddr_o == bench->paddr_i);
  REQUIRE(bench->pwdata_o == bench->pwdata_i);
  REQUIRE(bench->prdata_o == bench->prdata_i);
  REQUIRE(bench->pready_o == bench->pready_i);
  REQUIRE(bench->pslverr_o == bench->pslverr_i);
  bench.tick();
}

template <class Top>
void writes_the_tables(const NetworkConfig& config) {
  auto entries = expected(config);
  const std::size_t count = entries.size();
  for (const unsigned stalls : {0u, 3u}) {
    auto left = entries;
    Bench<Top> bench;
    Random random(stalls);
    constexpr unsigned kClear = 20;
    bench->psel_i = bench->penable_i = bench->pwrite_i = 0;
    bench->paddr_i = 0x12345;
    bench->pwdata_i = 7;
    bench->prdata_i = 99;
    bench->pslverr_i = 0;
    bench->pready_i = 0;
    bench.reset();
    unsigned cycles = 0;
    bool access = false;  // the second cycle of a transfer, and those in which it waits
    for (; !bench->done_o; ++cycles) {
      REQUIRE(cycles < 100000);
      bench->pready_i = cycles >= kClear && !random.chance(stalls, 8);
      bench->pslverr_i = !bench->pready_i;  // without effect before a transfer ends
      bench.settle();
      REQUIRE_FALSE(bench->pready_o);
      REQUIRE_FALSE(bench->pslverr_o);
      REQUIRE(bench->psel_o);
      REQUIRE(bench->pwrite_o);
      REQUIRE(bench->penable_o == access);
      const bool ends = access && bench->pready_i;
      if (ends) {
        REQUIRE_FALSE(left.empty());
        REQUIRE(bench->paddr_o == left.begin()->first);
        REQUIRE(bench->pwdata_o == left.begin()->second);
        left.erase(left.begin());
      }
      access = !ends;
      bench.tick();
    }
    CHECK(left.empty());
    if (stalls == 0) CHECK(cycles == kClear + 2 * count - 1);
    for (unsigned repeat = 0; repeat < 50; ++repeat) passes_on(bench, random);
    CHECK_FALSE(bench.assertion_failed());
  }
  Bench<Top> refused;  // a switch that has no such entry
  refused->pready_i = refused->pslverr_i = 1;
  refused.reset();
  for (int i = 0; i < 3; ++i) refused.tick();
  CHECK(refused.assertion_failed());
}

}  // namespace

TEST_CASE("the tables of the subnet manager are loaded", "[iba_bring_up][IbaBringUpAccepted]") {
  writes_the_tables<VBringUpOne>(mesh(3, 2, 1, LaneUse::kShared));
  writes_the_tables<VBringUpShared>(mesh(2, 3, 2, LaneUse::kShared));
  writes_the_tables<VBringUpDedicated>(mesh(2, 2, 2, LaneUse::kDedicated));
  writes_the_tables<VBringUpFour>(mesh(2, 2, 4, LaneUse::kDedicated));
  writes_the_tables<VBringUpLevels>(mesh(2, 2, 4, LaneUse::kByLevel));
}
