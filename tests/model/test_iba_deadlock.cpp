// Deadlock depends on the start of multicast packets: branches that hold their outputs and wait for
// each other have a cycle in the dependency graph and deadlock; the shipped disciplines do not.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "core/random.hpp"
#include "family/iba/config.hpp"
#include "family/iba/mesh.hpp"
#include "family/iba/model.hpp"
#include "family/iba/subnet_manager.hpp"
#include "family/registry.hpp"
#include "runs/run_options.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

NetworkConfig mesh_config(unsigned columns, unsigned rows, Replication replication,
                          unsigned virtual_lanes = 1) {
  NetworkConfig config = iba_config();
  config.topology.extents = {columns, rows};
  iba_of(config).replication = replication;
  iba_of(config).virtual_lanes = virtual_lanes;
  validate(config);
  return config;
}

/// Every terminal sends to all others.
SimulationResult broadcast(const NetworkConfig& config, unsigned messages) {
  RunOptions options;
  options.traffic.pattern = parse_pattern("multicast:100:100");
  options.traffic.process = parse_process(fmt::format("batch:{}", messages));
  options.cycles = 1'000'000;
  options.warmup = 0;
  options.watchdog_limit = 2000;
  const auto network = make_iba_model(config);
  return run_simulation(*network, config, options);
}

/// Dependencies that the multicast tables add to those of unicast packets: from the link on which a
/// packet arrives to each link on which it is sent.
bool within(const DependencyGraph& whole, const NetworkConfig& config,
            const std::vector<MulticastGroup>& groups) {
  const IbaMesh mesh(config.topology);
  const SubnetTables tables = make_subnet_tables(config, groups);
  DependencyGraph both = whole;
  for (TerminalId at = 0; at < mesh.switches(); ++at) {
    for (unsigned in = 1; in < kIbaPorts; ++in) {
      const auto way = static_cast<IbaPort>(in);
      if (!mesh.has_link(at, way)) continue;
      const TerminalId before = mesh.neighbour(at, way);
      const IbaPort exit = IbaMesh::opposite(way);
      for (std::size_t group = 0; group < groups.size(); ++group) {
        if ((tables.multicast[before][group] >> static_cast<unsigned>(exit) & 1) == 0) continue;
        both.start({groups[group].source, at});
        both.hold(IbaMesh::link(before, exit));
        for (unsigned out = 1; out < kIbaPorts; ++out)
          if ((tables.multicast[at][group] >> out & 1) != 0)
            both.want(IbaMesh::link(at, static_cast<IbaPort>(out)));
      }
    }
  }
  return both.dependencies() == whole.dependencies() && both.find_cycle().empty();
}

}  // namespace

TEST_CASE("lockstep has a cycle, deadlocks, and the watchdog reports it", "[deadlock]") {
  for (const auto& [columns, rows] : {std::pair{2u, 2u}, {3u, 5u}, {4u, 4u}}) {
    for (const unsigned lanes : {1u, 2u}) {
      const NetworkConfig config = mesh_config(columns, rows, Replication::kLockstep, lanes);
      const DependencyGraph graph = network_dependencies(config);
      const std::vector<Dependency> cycle = graph.find_cycle();
      REQUIRE(cycle.size() >= 2);
      CHECK_THAT(describe_cycle(graph, cycle), Contains("buffer behind port"));
    }
    CHECK_THROWS_WITH(
        broadcast(mesh_config(columns, rows, Replication::kLockstep), 8),
        Contains("watchdog") && Contains("nothing has moved") && Contains("to group"));
  }
}

TEST_CASE("the other disciplines have no cycle and do not deadlock", "[deadlock]") {
  for (const Replication replication : {Replication::kBranches, Replication::kAllOrNothing}) {
    for (const auto& [columns, rows] :
         {std::pair{2u, 2u}, {3u, 5u}, {4u, 4u}, {1u, 6u}, {6u, 1u}}) {
      for (const unsigned lanes : {1u, 2u, 4u}) {
        const NetworkConfig config = mesh_config(columns, rows, replication, lanes);
        CHECK(network_dependencies(config).find_cycle().empty());
        CHECK(broadcast(config, 8).verdict == Verdict::kCompleted);
      }
    }
  }
}

TEST_CASE("multicast branches add no dependency to those of unicast packets", "[deadlock]") {
  for (std::uint64_t trial = 0; trial < 30; ++trial) {
    Random random(9, 0, Purpose::kTest, trial);
    const NetworkConfig config =
        mesh_config(1 + random.below(6), 1 + random.below(6), Replication::kBranches);
    std::vector<MulticastGroup> groups(config.terminals());
    for (TerminalId source = 0; source < config.terminals(); ++source) {
      groups[source].source = source;
      for (TerminalId member = 0; member < config.terminals(); ++member)
        if (trial % 2 == 0 || random.below(2) == 0) groups[source].members.push_back(member);
    }
    CHECK(within(network_dependencies(config), config, groups));
  }
}

TEST_CASE("tables without XY routing: their cycle is named, and a lifetime ends the deadlock",
          "[deadlock]") {
  // All messages of 2x2 switches go around one way: 1, 3, 4, 2.
  NetworkConfig config = mesh_config(2, 2, Replication::kBranches);
  std::string text;
  for (const auto& [at, way] : {std::pair{1, "east"}, {3, "north"}, {4, "west"}, {2, "south"}})
    for (int lid = 1; lid <= 4; ++lid)
      text += fmt::format("{} forwarding {} {}\n", at, lid, lid == at ? "local" : way);
  const Family& family = family_of(config);
  const TablesReport report = family.check_tables(config, text, "ring");
  CHECK(report.faults.empty());
  const std::vector<Dependency> cycle = report.graph.find_cycle();
  CHECK(cycle.size() == 4);
  CHECK_THAT(describe_cycle(report.graph, cycle),
             Contains("buffer after port east of switch 1") &&
                 Contains("buffer after port south of switch 2"));

  RunOptions options;
  options.traffic.process = parse_process("batch:50");
  options.cycles = 100'000;
  options.warmup = 0;
  options.watchdog_limit = 2000;
  options.prepare = family.load_tables(config, text, "ring");
  CHECK_THROWS_WITH(run_simulation(*make_iba_model(config), config, options),
                    Contains("watchdog") && Contains("nothing has moved"));
  iba_of(config).lifetime = 100;
  const SimulationResult result = run_simulation(*make_iba_model(config), config, options);
  CHECK(result.verdict == Verdict::kCompleted);
  CHECK(result.lost_packets > 0);
  CHECK(result.lost_packets + result.delivered_messages == 200);
}

TEST_CASE("faults of tables are named", "[deadlock]") {
  NetworkConfig config = mesh_config(3, 1, Replication::kBranches, 2);
  iba_of(config).groups = 2;
  const auto faults = [&](const std::string& changes) {
    SubnetTables tables = make_subnet_tables(config, {{0, {1, 2}}});
    return family_of(config)
        .check_tables(config, subnet_tables_text(config, tables) + changes, "tables")
        .faults;
  };
  using Faults = std::vector<std::string>;
  CHECK(faults("").empty());
  CHECK(faults("2 forwarding 3 west\n") ==
        Faults{"LID 3 from 2 terminals: loop of switches 1 -> 2 -> 1"});
  CHECK(faults("2 forwarding 3 local\n") == Faults{"LID 3 from 2 terminals: delivered at LID 2"});
  CHECK(faults("2 multicast 0xc000 west,east\n") ==
        Faults{"group 0xc000: loop of switches 1 -> 2 -> 1"});
  CHECK(faults("2 multicast 0xc001 east\n") ==
        Faults{"group 0xc001: dead end at switch 3, without an entry"});
  CHECK(faults("1 multicast 0xc001 east\n2 multicast 0xc001 local\n3 multicast 0xc001 west\n") ==
        Faults{"group 0xc001: two paths to switch 2"});
  iba_of(config).arbitration = Arbitration::kWeights;
  CHECK(faults("").empty());
  CHECK(faults("1 arbitration local low 1 0 5\n").size() == 1);
  CHECK(faults("2 arbitration east low 0 0 0\n3 arbitration west low 0 1 1\n") ==
        Faults{"virtual lane 0 can starve: no weight at 2 ports, the first one: switch 2, east"});
  CHECK(faults("1 arbitration east high 0 0 1\n1 arbitration east limit none\n") ==
        Faults{"virtual lane 1 can starve: high priority without limit at 1 port, the first one: "
               "switch 1, east"});
  CHECK(faults("1 arbitration east high 0 0 1\n1 arbitration east limit 254\n").empty());
  iba_of(config).arbitration = Arbitration::kRoundRobin;
  const TablesReport empty = family_of(config).check_tables(config, "1 forwarding 2 east\n", "x");
  CHECK(empty.faults.size() == 8);
  CHECK(empty.faults[1] == "LID 1 from 1 terminal: dead end at switch 2, without an entry");
}

TEST_CASE("all-or-nothing: continuous traffic starves no aged packet", "[deadlock]") {
  // A row of three. The ends keep the middle's outputs busy, at different times; the middle sends
  // to both ends.
  NetworkConfig config = mesh_config(3, 1, Replication::kAllOrNothing);
  iba_of(config).age = GENERATE(1u, 100u, 2000u);
  RunOptions options;
  options.traffic.pattern = parse_pattern("multicast:100:100");
  options.load.value = 1;
  options.cycles = 60'000;
  options.warmup = 1000;
  const auto network = make_iba_model(config);
  const SimulationResult result = run_simulation(*network, config, options);
  CHECK(result.oldest_in_flight < iba_of(config).age + 1000);
  for (const std::uint64_t delivered : result.measured.delivered_by_source)
    CHECK(delivered > 50'000 / (iba_of(config).age + 100));
}
