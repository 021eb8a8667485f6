// Rationale: RTL and cycle model of networks of wormhole routers with virtual channels are equal in
// every cycle: acceptance, deliveries, error ports, and what is on every link. A message alone
// takes the time that the rules say, in both.
// State space: idle to beyond saturation, terminals that stall, single flits to long messages;
// illegal flits; every pair of terminals alone. A cell of the paper's Table 6 from start to end.
// Parameter space: 20 random networks of 1 to 4 dimensions, one with the RTL's assertions on; a
// torus of 4x4x4; the paper's 16x16 mesh.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "../lone_message.hpp"
#include "common/engines.hpp"
#include "core/random.hpp"
#include "experiments/simulation.hpp"
#include "illegal_flits.hpp"
#include "topology/direct_topology.hpp"

using namespace wayfarer;

namespace {

/// With the RTL's assertions where asked for: the tiles of a network then share no code.
std::unique_ptr<Network> both(const NetworkConfig& config, bool assertions) {
  VerilatedBuildOptions build;
  build.assertions = assertions;
  build.optimised = config.terminals() > 16;  // small networks run for less time than they compile
  return Engines(build).make(config, Engine::kBoth);
}

unsigned nodes(const NetworkConfig& config) { return DirectTopology(config.topology).nodes(); }

/// Network `number` of a fixed sequence. Dimensions and topology go through all their combinations;
/// the rest is drawn.
NetworkConfig random_wormhole(std::uint32_t number) {
  Random random(4000, number, Purpose::kTest, 0);
  const auto between = [&random](unsigned low, unsigned high) {
    return low + random.below(high - low + 1);
  };
  constexpr VcRouting kRoutings[] = {VcRouting::kRomm, VcRouting::kDimensionOrder,
                                     VcRouting::kValiant};
  for (;;) {
    NetworkConfig config;
    config.name = fmt::format("random-wormhole-{}", number);
    config.family = Family::kVc;
    config.topology.kind = number / 4 % 2 != 0 ? TopologyKind::kTorus : TopologyKind::kMesh;
    for (unsigned d = 0; d <= number % 4; ++d)
      config.topology.extents.push_back(between(1, 5));
    config.vc.routing = kRoutings[between(0, 2)];
    config.vc.phases = config.vc.routing == VcRouting::kRomm ? between(2, 4) : 0;
    config.vc.lanes = between(1, 3);
    config.vc.depth = between(1, 5);
    config.vc.injection_lanes = between(1, 3);
    config.vc.delivery_lanes = between(1, 3);
    config.vc.seed = between(1, 1000);
    config.flit_bits = 64u << between(0, 1);
    config.message_bytes = 40;
    if (nodes(config) < 3 || nodes(config) > 9 || !impossible(config).empty()) continue;
    validate(config);
    constexpr unsigned kMostBuffers = 16;  // more take too long to compile
    if (2 * (number % 4 + 1) * config.virtual_channels() <= kMostBuffers) return config;
  }
}

/// Messages of mixed lengths near idle, busy, saturated, and saturated with stalls.
void run_all_loads(Network& network, const NetworkConfig& config, std::uint64_t seed) {
  constexpr double kLoads[][2] = {{0.05, 0}, {0.5, 0.05}, {1.5, 0}, {1.5, 0.3}};
  constexpr Cycle kCycles = 700;
  for (const auto& [load, stalls] : kLoads) {
    SimulationOptions options;
    options.load = load;
    options.unit = LoadUnit::kNormalized;
    options.stall_probability = stalls;
    options.traffic.seed = seed++;
    options.traffic.message_bytes = "0,8,56,200";
    options.cycles = kCycles;
    options.warmup = kCycles / 3;
    CHECK_NOTHROW(run_simulation(network, config, options));
  }
}

/// t + h + F, and with buffers of one flit a flit every second cycle (docs/vc.md).
void check_alone(Network& network, const NetworkConfig& config) {
  if (config.vc.routing == VcRouting::kValiant) return;  // h is drawn
  const DirectTopology topology(config.topology);
  network.reset();
  for (const unsigned flits : {1u, 5u})
    for (NodeId source = 0; source < topology.nodes(); ++source)
      for (NodeId destination = 0; destination < topology.nodes(); ++destination)
        REQUIRE(tail_cycle(network, {source, destination, flits}) ==
                topology.distance(source, destination) +
                    (config.vc.depth == 1 ? 2 * flits - 1 : flits));
}

}  // namespace

TEST_CASE("random networks of wormhole routers", "[LockstepEquality]") {
  const unsigned number = GENERATE(range(0u, 20u));
  const NetworkConfig config = random_wormhole(number);
  INFO(to_toml(config));
  const auto network = both(config, number == 5);
  run_all_loads(*network, config, 40);
  run_all_loads(*network, config, 60);
  CHECK(run_illegal(*network, 2, 1500) == (kErrorOrder | kErrorDestination));
  check_alone(*network, config);
}

TEST_CASE("a torus of 64 nodes in three dimensions", "[LockstepEquality]") {
  const NetworkConfig config = load_config(find_config("romm-torus4x4x4-dimorder"));
  run_all_loads(*both(config, false), config, 80);
}

TEST_CASE("a cell of Table 6 on the hardware", "[LockstepEquality]") {
  const NetworkConfig config = load_config(find_config("romm-mesh16x16-dimorder"));
  SimulationOptions options;
  options.traffic.pattern = "transpose";
  options.traffic.process = "batch:10";
  options.cycles = 100'000;
  options.warmup = 0;
  const auto network = both(config, false);
  const SimulationResult result = run_simulation(*network, config, options);
  CHECK(result.delivered_messages == 240 * 10);  // all but those of the diagonal
}
