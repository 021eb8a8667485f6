// Messages to groups in m-way networks (docs/mway-multicast.md). Freedom of deadlock depends on
// the order in which the receivers on a channel take a header, and on headers that go on only when
// all before them have: without either, the dependency graph has a cycle, and without the first
// the model deadlocks. The shipped form has none in any mesh. What the option cannot have is
// refused.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/random.hpp"
#include "family/mway/config.hpp"
#include "family/mway/dependencies.hpp"
#include "family/mway/model.hpp"
#include "family/mway/multicast/groups.hpp"
#include "family/registry.hpp"
#include "runs/run_options.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

NetworkConfig mesh(std::vector<unsigned> extents, MwayVariant variant, unsigned processors = 1,
                   unsigned buffers = 1) {
  NetworkConfig config = mway_config();
  config.topology = {TopologyKind::kMesh, std::move(extents), processors};
  config.flit_bits = 128;
  config.message_bytes = 48;
  mway_of(config).buffers = buffers;
  mway_of(config).depth = 4;
  mway_of(config).variant = variant;
  validate(config);
  return config;
}

SimulationResult run_batch(const NetworkConfig& config, const std::string& pattern,
                           std::uint64_t seed = 1, double stalls = 0) {
  RunOptions options;
  options.traffic.pattern = parse_pattern(pattern);
  options.traffic.process = parse_process("batch:10");
  options.seed = seed;
  options.stall_probability = stalls;
  options.cycles = 1'000'000;
  options.warmup = 0;
  options.watchdog_limit = 2000;
  const auto network = make_mway_model(config);
  return run_simulation(*network, config, options);
}

const std::vector<std::vector<unsigned>> kMeshes{{4, 4},       {3, 5},    {6},
                                                 {2, 2, 2, 2}, {3, 1, 2}, {2, 3, 2}};

}  // namespace

TEST_CASE("receivers without an order have a cycle and deadlock", "[deadlock]") {
  for (const std::vector<unsigned>& extents : kMeshes) {
    const NetworkConfig config = mesh(extents, MwayVariant::kUnordered);
    const DependencyGraph graph = network_dependencies(config);
    const std::vector<Dependency> cycle = graph.find_cycle();
    REQUIRE(cycle.size() >= 2);
    CHECK_THAT(describe_cycle(graph, cycle), Contains("way "));
    CHECK_THROWS_WITH(run_batch(config, "multicast:100:100"), Contains("watchdog") &&
                                                                  Contains("nothing has moved") &&
                                                                  Contains("to group"));
  }
  CHECK_THROWS_WITH(run_batch(mesh({4, 4}, MwayVariant::kUnordered, 2, 4), "multicast:100:100"),
                    Contains("watchdog"));
}

TEST_CASE("receivers in order have no cycle and do not deadlock", "[deadlock]") {
  for (const std::vector<unsigned>& extents : kMeshes) {
    for (const unsigned processors : {1u, 3u}) {
      const NetworkConfig config = mesh(extents, MwayVariant::kMulticast, processors);
      CHECK(network_dependencies(config).find_cycle().empty());
      for (const char* const pattern :
           {"multicast:100:100", "multicast:100:40", "multicast:50:70:50"})
        for (const double stalls : {0.0, 0.5})
          CHECK(run_batch(config, pattern, 3, stalls).verdict == Verdict::kCompleted);
    }
  }
}

TEST_CASE("headers that go on before all receivers have taken them have a cycle", "[deadlock]") {
  // On the 3x3 mesh, in order: what a message holds beyond its first receiver waits for the others.
  const NetworkConfig config = mesh({3, 3}, MwayVariant::kMulticast);
  const MwayTopology topology(config.topology);
  DependencyGraph graph = network_dependencies(config);
  REQUIRE(graph.find_cycle().empty());
  const auto resource = [&](ChannelId at, unsigned way) {
    return (at * topology.ways() + way) * 2;
  };
  for (ChannelId at = 0; at < topology.channels(); ++at) {
    for (TerminalId to = 0; to < topology.terminals(); ++to) {
      const unsigned first = topology.route(at, to).way;
      for (unsigned later = first + 1; later < topology.processor_way(0); ++later) {
        if (topology.neighbour(at, later) == at) continue;
        for (ChannelId on = topology.neighbour(at, first); on != topology.channel_of(to);) {
          const unsigned way = topology.route(on, to).way;
          graph.start({at, to});
          graph.hold(resource(on, way));
          graph.want(resource(at, later));
          on = topology.neighbour(on, way);
        }
      }
    }
  }
  CHECK(graph.find_cycle().size() >= 2);
}

TEST_CASE("a broadcast crosses each channel once", "[mway-multicast]") {
  const NetworkConfig config = mesh({4, 4}, MwayVariant::kMulticast, 2);
  const auto network = make_mway_model(config);
  MulticastGroup all;
  for (TerminalId terminal = 0; terminal < config.terminals(); ++terminal)
    all.members.push_back(terminal);
  network->find<MwayGroups>()->set_groups({all});
  std::vector<unsigned> crossed(network->shape().channels);
  std::vector<unsigned> delivered(config.terminals());
  for (unsigned cycle = 0, sent = 0; cycle < 100; ++cycle) {
    if (sent < 3 && (network->injection_ready()[5] & 1) != 0) {
      network->offer(5, 0,
                     {make_tag(sent == 0, sent == 2), static_cast<std::uint16_t>(sent), 7,
                      multicast_destination(0), 32});
      ++sent;
    }
    network->step();
    for (const Transfer& transfer : network->transfers()) ++crossed[transfer.channel];
    for (const Delivery& delivery : network->deliveries()) ++delivered[delivery.terminal];
  }
  CHECK(crossed == std::vector<unsigned>(16, 3));
  CHECK(delivered == std::vector<unsigned>(32, 3));
}

TEST_CASE("messages to no processor, to no group or longer than a buffer are refused",
          "[mway-multicast]") {
  const NetworkConfig config = mesh({3, 3}, MwayVariant::kMulticast);
  const auto network = make_mway_model(config);
  network->find<MwayGroups>()->set_groups({{0, {}}, {0, {3, 4}}, {0, {3, 9}}});
  const auto causes_of = [&](TerminalId destination, unsigned bytes) {
    network->reset();
    network->offer(0, 0, {Tag::kHeader, 0, 1, destination, static_cast<std::uint16_t>(bytes)});
    network->step();
    const unsigned causes = network->errors().empty() ? 0 : network->errors()[0].causes;
    network->offer(0, 0, {Tag::kTail, 1, 1, 0, 0});
    std::size_t tails = 0;
    for (unsigned cycle = 0; cycle < 50; ++cycle) {
      network->step();
      for (const Delivery& delivery : network->deliveries()) tails += is_tail(delivery.tag);
    }
    CHECK((tails == 0) == (causes != 0));
    return causes;
  };
  CHECK(causes_of(8, 16) == 0);
  CHECK(causes_of(multicast_destination(1), 16) == 0);
  CHECK(causes_of(9, 16) == kErrorDestination);
  CHECK(causes_of(multicast_destination(0), 16) == kErrorDestination);
  CHECK(causes_of(multicast_destination(2), 16) == kErrorDestination);
  CHECK(causes_of(multicast_destination(3), 16) == kErrorDestination);
  CHECK(causes_of(8, 48) == 0);
  CHECK(causes_of(8, 49) == kErrorDestination);
  CHECK(causes_of(9, 49) == kErrorDestination);
}

TEST_CASE("what the option cannot have is named", "[mway-multicast]") {
  const auto error = [](const auto& change) {
    NetworkConfig config = mesh({4, 4}, MwayVariant::kMulticast, 1, 2);
    change(config);
    return config_error(config);
  };
  using Config = NetworkConfig;
  CHECK_THAT(error([](Config& c) { c.topology.kind = TopologyKind::kTorus; }),
             Contains("'topology.kind'") && Contains("router.variant 'multicast'") &&
                 Contains("legal: mesh"));
  CHECK_THAT(error([](Config& c) { mway_of(c).freeing = Freeing::kEarly; }),
             Contains("'router.freeing'") && Contains("legal: late"));
  CHECK_THAT(error([](Config& c) { mway_of(c).stat = Stat::kCyclic; }),
             Contains("'router.stat': 'cyclic'") && Contains("legal: exact"));
  CHECK_THAT(error([](Config& c) { mway_of(c).stat = Stat::kAddressed; }),
             Contains("'router.stat': 'addressed'") && Contains("legal: exact"));
  CHECK_THAT(error([](Config& c) { mway_of(c).configuration = Configuration::kPins; }),
             Contains("'router.configuration'") && Contains("legal: constant"));
  CHECK_THAT(error([](Config& c) { mway_of(c).destinations = Destinations::kRelative; }),
             Contains("'router.destinations'") && Contains("legal: absolute"));
  CHECK_THAT(error([](Config& c) { mway_of(c).depth = 3; }),
             Contains("router.depth") && Contains("48 bytes has 4 flits; legal: at least 4"));
  CHECK_THAT(error([](Config& c) {
               c.flit_bits = 32;
               c.message_bytes = 12;
             }),
             Contains("flit.bits") && Contains("legal: at least 36"));
  CHECK(error([](Config&) {}).empty());
}
