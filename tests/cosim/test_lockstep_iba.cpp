// Rationale: RTL and cycle model of meshes of InfiniBand switches are equal in every cycle:
// acceptance, deliveries, error ports, the flits on every link, and the counters. A lone packet
// takes the time given by the rules in both.
// State space: idle to beyond saturation, endpoints that stall, buffers of one packet to several,
// unicast and multicast; illegal flits, lengths and LIDs, entries that are empty, off the mesh or
// form loops; every pair of terminals alone; tables in the RTL's memories.
// Parameter space: iba_networks, 9 (every run takes the first 5, which have most of the pairs,
// nightly the others) that have all pairs of 2 meshes, 1, 2 and 4 virtual lanes, shared and
// dedicated, both replications, segmentation in terminals and endpoints, packets and buffers of
// minimum and larger size, 2 ages, VL arbitration by round robin and by tables, tables with and
// without spare entries and 2 flit widths, meshes with few lanes with the RTL's assertions on;
// all-to-all broadcast on a 3x2 mesh; 2x2 switches whose tables turn in a cycle. Nightly: 20 random
// meshes of 2 to 9 switches, three with such endpoints, the paper's worked example on 5x5 switches,
// and all-to-all broadcast on an 8x8 mesh.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "../arbitration_shares.hpp"
#include "both.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "draw_iba.hpp"
#include "exercise.hpp"
#include "family/iba/config.hpp"
#include "family/registry.hpp"
#include "networks.hpp"
#include "pairs.hpp"
#include "same_events.hpp"

using namespace wayfarer;

namespace {

/// Mesh `number` of those whose endpoints cut messages, into up to four packets.
NetworkConfig segmented_iba(unsigned number) {
  NetworkConfig config = iba_config();
  config.name = fmt::format("segmented-iba-{}", number);
  config.topology.extents = {2, number == 2 ? 1u : 2u};
  iba_of(config).virtual_lanes = number == 0 ? 1 : 2;
  iba_of(config).lane_use = LaneUse::kDedicated;
  iba_of(config).replication = number == 1 ? Replication::kAllOrNothing : Replication::kBranches;
  iba_of(config).segmentation = Segmentation::kEndpoints;
  iba_of(config).age = 10;
  config.flit_bits = number == 0 ? 512 : 128;
  iba_of(config).mtu_bytes = 256;
  config.message_bytes = 1000;
  validate(config);
  if (number == 0) return config;
  // Packets smaller than can be configured, so that messages of more than 256 packets occur.
  iba_of(config).mtu_bytes = 64;
  config.message_bytes = 250;
  iba_of(config).depth = number == 1 ? largest_packet_flits(config) : 12;
  return config;
}

NetworkConfig mesh_config(unsigned columns, unsigned rows) {
  NetworkConfig config = iba_config();
  config.name = fmt::format("iba-{}x{}", columns, rows);
  config.topology.extents = {columns, rows};
  return config;
}

std::unique_ptr<Network> rtl(const NetworkConfig& config) {
  VerilatedBuildOptions build;
  build.optimised = false;
  build.tile = true;
  return Engines(build).make(config, Engine::kRtl);
}

/// Checks that the memories of the hardware hold the loaded tables.
void check_loaded(const NetworkConfig& config, const SubnetTables& tables, Network& network) {
  Management& management = *network.find<Management>();
  load_subnet_tables(tables, management);
  for (TerminalId at = 0; at < config.terminals(); ++at) {
    for (std::uint32_t lid = 0; lid <= config.terminals(); ++lid)
      CHECK(management.read(at, IbaTable::kForwarding, lid) == tables.forwarding[at][lid]);
    for (std::uint32_t group = 0; group < iba_of(config).groups; ++group)
      CHECK(management.read(at, IbaTable::kMulticast, group) == tables.multicast[at][group]);
    for (std::uint32_t entry = 0; entry < kServiceLevels * kPortsOfLanes; ++entry)
      CHECK(management.read(at, IbaTable::kLanes, entry) ==
            (entry % kPortsOfLanes < kIbaPorts ? tables.lanes[at][entry] : 0));
    for (std::uint32_t entry = 0; entry < tables.arbitration[at].size(); ++entry)
      CHECK(management.read(at, IbaTable::kArbitration, entry) == tables.arbitration[at][entry]);
  }
}

void check_everybody(const NetworkConfig& config, bool optimised) {
  RunOptions options;
  options.traffic.pattern = parse_pattern("multicast:100:100:self");
  options.traffic.process = parse_process("batch:1");
  options.cycles = 100'000;
  options.warmup = 0;
  const auto network = both(config, false, optimised);
  const SimulationResult result = run_simulation(*network, config, options);
  const std::uint64_t all = config.terminals();
  CHECK(result.delivered_messages == all);
  CHECK(result.delivered_copies == all * all);
}

/// The networks that cover all pairs of values.
void check_pairs(Pairs part) {
  static const std::vector<NetworkConfig> networks = iba_networks();
  // Unoptimised, these switches run for longer than it takes to optimise them.
  check_network(networks, number_in(part, networks.size()), {40, 500, {}}, /*optimised=*/true);
}

}  // namespace

TEST_CASE("meshes that cover most pairs of values", "[LockstepEquality]") {
  check_pairs(Pairs::kEveryRun);
}

TEST_CASE("meshes that cover the other pairs of values", "[LockstepEquality][.nightly]") {
  check_pairs(Pairs::kNightly);
}

TEST_CASE("random meshes of InfiniBand switches", "[LockstepEquality][.nightly]") {
  const unsigned number = GENERATE(range(0u, 20u));
  const NetworkConfig config = draw_iba(6000, number);
  INFO(to_toml(config));
  CHECK_NOTHROW(exercise(*both(config, asserted(number)), config, {40, 1500, {}}));
}

TEST_CASE("endpoints that segment and reassemble messages", "[LockstepEquality][.nightly]") {
  const unsigned number = GENERATE(range(0u, 3u));
  const NetworkConfig config = segmented_iba(number);
  INFO(to_toml(config));
  CHECK_NOTHROW(exercise(*both(config, number == 2), config, {40, 1500, {}}));
}

TEST_CASE("the paper's worked example in the memories of the hardware",
          "[LockstepEquality][.nightly]") {
  NetworkConfig config = mesh_config(5, 5);
  iba_of(config).virtual_lanes = 2;
  iba_of(config).lane_use = LaneUse::kDedicated;
  config.message_bytes = 32;
  iba_of(config).groups = 3;
  validate(config);
  const IbaMesh mesh(config.topology);
  const std::vector<TerminalId> members = {mesh.at(0, 3), mesh.at(0, 4), mesh.at(3, 3),
                                           mesh.at(4, 0), mesh.at(4, 2)};
  const SubnetTables tables = make_subnet_tables(config, {{mesh.at(2, 2), members}});
  const auto network = rtl(config);
  check_loaded(config, tables, *network);
  Management& management = *network->find<Management>();
  const auto ports = [&](unsigned x, unsigned y) {
    return management.read(mesh.at(x, y), IbaTable::kMulticast, 0);
  };
  CHECK(ports(2, 2) == (1u << 1 | 1u << 3));
  CHECK(ports(1, 2) == 1u << 3);
  CHECK(ports(0, 2) == 1u << 2);
  CHECK(ports(0, 3) == (1u << 2 | 1u));
  CHECK(ports(3, 2) == (1u << 1 | 1u << 2));
  CHECK(ports(4, 2) == (1u << 4 | 1u));
  CHECK(ports(4, 1) == 1u << 4);
  for (const auto& [x, y] : {std::pair{0u, 4u}, {3u, 3u}, {4u, 0u}}) CHECK(ports(x, y) == 1u);
  CHECK(ports(1, 1) == 0);
}

TEST_CASE("the hardware's management port refuses writes while flits are in the network",
          "[iba_management]") {
  NetworkConfig config = mesh_config(2, 1);
  validate(config);
  const auto network = rtl(config);
  Management& management = *network->find<Management>();
  management.write(0, IbaTable::kForwarding, 1, 0);
  network->offer(0, 0, {Tag::kSingle, 0, 1, 0, 0});
  CHECK_THROWS_AS(management.write(1, IbaTable::kForwarding, 1, 0), UsageError);  // on its way
  network->step();
  CHECK_THROWS_AS(management.write(1, IbaTable::kForwarding, 1, 0), UsageError);
  CHECK(management.read(0, IbaTable::kForwarding, 1) == 0);
  CHECK(management.read(1, IbaTable::kForwarding, 1) == kUnknownPort);
  CHECK(management.read(0, IbaTable::kCounters, 1) == 0);
  network->step();
  network->step();
  CHECK(network->deliveries().size() == 1);
  CHECK(management.read(0, IbaTable::kForwarding, 1) == 0);
  CHECK(management.read(0, IbaTable::kCounters, 1) == 1);
  CHECK(management.read(7, IbaTable::kForwarding, 1) == 0);  // nonexistent switch
}

TEST_CASE("tables in the memories of the hardware", "[LockstepEquality]") {
  NetworkConfig config = mesh_config(3, 2);
  validate(config);
  const auto network = both(config);
  check_loaded(config, make_subnet_tables(config, {{1, {0, 2, 5}}, {4, {1, 3}}}), *network);

  // A reset empties them.
  Management& management = *network->find<Management>();
  network->reset();
  CHECK(management.read(1, IbaTable::kMulticast, 0) == 0);
  CHECK(management.read(1, IbaTable::kForwarding, 1) == kUnknownPort);
  CHECK(management.read(1, IbaTable::kLanes, 4) == 1);
}

TEST_CASE("shares of a saturated port are the weights in both worlds", "[LockstepEquality]") {
  NetworkConfig config = saturated_config(1, 3, 2);
  const auto network = both(config);
  const auto shares = [&](std::array<unsigned, 4> high, std::array<unsigned, 4> low,
                          unsigned limit) {
    iba_of(config).high_weights = high;
    iba_of(config).low_weights = low;
    iba_of(config).high_limit = limit;
    CHECK_NOTHROW(check_shares(saturate(*network, config, 1, 600), config));
  };
  shares({}, {1, 7}, 0);
  shares({}, {3, 2}, 0);
  shares({0, 1}, {1, 0}, 5);
  shares({2, 0}, {0, 3}, 0);
}

TEST_CASE("in-band transfers take 3 h + 6 cycles whatever the load", "[LockstepEquality]") {
  NetworkConfig config = mesh_config(3, 2);
  iba_of(config).in_band = true;
  config.message_bytes = 0;
  validate(config);
  const IbaMesh mesh(config.topology);
  const auto network = both(config, true);
  load_subnet_tables(make_subnet_tables(config, {}), *network->find<Management>());
  InBandManagement& in_band = *network->find<InBandManagement>();
  Random random(1, 0, Purpose::kTest, 0);
  const unsigned load = GENERATE(0u, 8u);
  std::uint64_t moved = 0;
  const auto cycles_of = [&](const ManagementTransfer& transfer) {
    in_band.begin(transfer);
    Cycle cycles = 0;
    for (; in_band.busy(); ++cycles) {
      for (TerminalId at = 0; at < config.terminals(); ++at)
        if (random.below(8) < load && network->injection_ready()[at] != 0)
          network->offer(at, 0, {Tag::kSingle, 0, 0, random.below(config.terminals()), 0});
      network->step();
      moved += network->transfers().size();
    }
    return cycles;
  };
  for (TerminalId at = 0; at < config.terminals(); ++at) {
    const Cycle expected = 3 * (mesh.x(at) + mesh.y(at)) + 6;
    for (unsigned lid = 1; lid <= config.terminals(); ++lid) {
      CHECK(cycles_of({false, at, IbaTable::kForwarding, lid, 0}) == expected);
      CHECK(in_band.value() == static_cast<unsigned>(mesh.route(at, lid - 1)));
    }
    CHECK(cycles_of({true, at, IbaTable::kMulticast, 2, at + 1}) == expected);
    CHECK(cycles_of({false, at, IbaTable::kMulticast, 2, 0}) == expected);
    CHECK(in_band.value() == at + 1);
    CHECK(cycles_of({false, at, IbaTable::kMulticast, 99, 0}) == expected);
    CHECK(in_band.value() == 0);
    CHECK(cycles_of({false, at, IbaTable::kCounters, 1, 0}) == expected);
    CHECK((in_band.value() != 0) == (load != 0));
  }
  CHECK(cycles_of({false, config.terminals(), IbaTable::kForwarding, 1, 0}) == 3);
  CHECK((moved > 1000) == (load != 0));
  CHECK_THROWS_AS(
      [&] {
        in_band.begin({});
        in_band.begin({});
      }(),
      std::logic_error);
}

TEST_CASE("four messages on a cycle of switches: a deadlock in both worlds, none with XY routing",
          "[LockstepEquality]") {
  const std::string folder = WAYFARER_EXAMPLES_DIR;
  const NetworkConfig config = load_config(folder + "/iba2x2.toml");
  const auto network = both(config);
  RunOptions options;
  options.traffic.pattern = parse_pattern("bit-complement");
  options.traffic.process = parse_process("batch:1");
  options.warmup = 0;
  options.watchdog_limit = 500;
  CHECK(run_simulation(*network, config, options).delivered_messages == 4);

  const Family& family = family_of(config);
  const std::string tables = folder + "/iba2x2-turns.txt";
  options.prepare = family.load_tables(config, read_text(tables, "the example's tables"), tables);
  const auto deadlock = [&](Network& any) -> std::string {
    try {
      (void)run_simulation(any, config, options);
    } catch (const CheckFailed& failed) {
      return failed.what();
    }
    return "none";
  };
  const std::string text = deadlock(*network);
  CHECK_THAT(text, Catch::Contains("watchdog: cycle 5") &&
                       Catch::Contains("while 4 messages are in flight"));
  CHECK(deadlock(*make_model(config)) == text);
}

TEST_CASE("all-to-all broadcast on a 3x2 mesh", "[LockstepEquality]") {
  NetworkConfig config = mesh_config(3, 2);
  validate(config);
  check_everybody(config, false);
}

TEST_CASE("all-to-all broadcast on an 8x8 mesh", "[LockstepEquality][.nightly]") {
  check_everybody(load_config(find_config("iba8x8")), true);
}
