// Rationale: RTL and cycle model of networks of cut-through routers are equal in every cycle:
// acceptance, deliveries, error ports, and what is on every link. A message alone takes the closed
// form's time on both.
// State space: idle to beyond saturation, terminals that stall, single flits to messages that fill
// a buffer; illegal flits.
// Parameter space: 20 random networks of 1 to 3 dimensions, one of them with the RTL's assertions
// on; and of paper 002 a cell of each of its Tables 1 to 3, searched for its saturation load.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "../lone_message.hpp"
#include "common/engines.hpp"
#include "core/random.hpp"
#include "experiments/saturation.hpp"
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

/// Network `number` of a fixed sequence. Routings, policies, mesh and torus take turns; the rest is
/// drawn.
NetworkConfig random_cut_through(std::uint32_t number) {
  Random random(3000, number, Purpose::kTest, 0);
  const auto between = [&random](unsigned low, unsigned high) {
    return low + random.below(high - low + 1);
  };
  constexpr VcRouting kRoutings[] = {VcRouting::kDimensionOrder, VcRouting::kStarChannels,
                                     VcRouting::kMinimalTriplex};
  constexpr Policy kPolicies[] = {Policy::kInputDriven, Policy::kInputDrivenRandom,
                                  Policy::kOutputDriven};
  for (;;) {
    NetworkConfig config;
    config.name = fmt::format("random-cut-through-{}", number);
    config.family = Family::kVc;
    config.vc.choose(Switching::kCutThrough);
    config.vc.routing = kRoutings[number % 3];
    config.vc.policy = kPolicies[number / 3 % 3];
    const bool torus = number % 4 != 0;
    config.topology.kind = torus ? TopologyKind::kTorus : TopologyKind::kMesh;
    const unsigned dimensions = between(1, 3);
    unsigned nodes = 1;
    for (unsigned d = 0; d < dimensions; ++d) {
      config.topology.extents.push_back(between(1, 5));
      nodes *= config.topology.extents.back();
    }
    config.vc.lanes = between(1, 2);
    config.vc.depth = between(3, 20);
    config.vc.pipeline = between(1, 4);
    config.vc.duplex = between(0, 2) == 0 ? Duplex::kFull : Duplex::kHalf;
    config.vc.interleave = between(0, 2) == 0 ? Interleave::kFlit : Interleave::kMessage;
    config.vc.injection_lanes = between(1, 2);
    config.vc.delivery_lanes = between(1, 2);
    config.vc.seed = between(1, 1000);
    config.flit_bits = 64u << between(0, 1);
    config.message_bytes = (config.vc.depth - 1) * config.flit_bytes();
    if (nodes < 4 || nodes > 12) continue;
    validate(config);
    // What a network costs to build is, its tiles being one, what one node costs.
    constexpr unsigned kMostLinkBuffers = 12;
    if (2 * dimensions * config.virtual_channels() > kMostLinkBuffers) continue;
    return config;
  }
}

/// Messages of mixed lengths near idle, busy, saturated, and saturated with stalls.
void run_all_loads(Network& network, const NetworkConfig& config, std::uint64_t seed,
                   Cycle cycles) {
  constexpr double kLoads[][2] = {{0.03, 0}, {0.2, 0.05}, {0.8, 0}, {0.8, 0.3}};
  for (const auto& [load, stalls] : kLoads) {
    SimulationOptions options;
    options.load = load;
    options.unit = LoadUnit::kFlits;
    options.stall_probability = stalls;
    options.traffic.seed = seed++;
    options.traffic.message_bytes =
        fmt::format("0,{},{}", config.flit_bytes(), config.max_message_bytes());
    options.cycles = cycles;
    options.warmup = cycles / 3;
    CHECK_NOTHROW(run_simulation(network, config, options));
  }
}

}  // namespace

TEST_CASE("random networks of cut-through routers", "[LockstepEquality]") {
  const NetworkConfig config = random_cut_through(GENERATE(range(0u, 20u)));
  INFO(to_toml(config));
  const auto network = both(config, config.name == "random-cut-through-0");
  run_all_loads(*network, config, 40, 1000);
  run_all_loads(*network, config, 60, 1000);
  constexpr std::uint8_t kAll = kErrorOrder | kErrorDestination | kErrorLength;
  CHECK((run_illegal(*network, 2, 1500) | run_illegal(*network, 3, 1500, 40)) == kAll);
}

TEST_CASE("a message alone takes the closed form's time", "[LockstepEquality][zero-load]") {
  NetworkConfig config = random_cut_through(GENERATE(0u, 2u));
  const auto network = both(config, config.name == "random-cut-through-0");
  const DirectTopology topology(config.topology, HalfWay::kStraight);
  for (TerminalId from = 0; from < topology.nodes(); ++from) {
    for (TerminalId to = 0; to < topology.nodes(); ++to) {
      for (const unsigned flits : {1u, 2u, config.vc.depth}) {
        const unsigned hops = topology.distance(from, to);
        const Cycle expected = flits + config.vc.pipeline + hops * (config.vc.pipeline + 1);
        INFO(config.name << ": " << flits << " flits from " << from << " to " << to);
        REQUIRE(tail_cycle(*network, {from, to, flits}) == expected);
      }
    }
  }
}

/// What is asked for as a model comes as both, in lockstep.
class BothEngines final : public EngineFactory {
 public:
  std::unique_ptr<Network> make(const NetworkConfig& config, Engine /*engine*/,
                                const EngineOptions& /*options*/) const override {
    return both(config, false);
  }
};

TEST_CASE("a cell of each table of paper 002, searched to its end", "[LockstepEquality]") {
  // Output-driven columns of Table 3 are those of the others.
  const auto cell = [](const char* table, const char* name, Policy policy, double at_one) {
    NetworkConfig config = load_config(find_config(name));
    config.vc.policy = policy;
    config.vc.seed = 1;  // of the first run, and the only one
    return SaturationCell{table, config, "uniform", at_one};
  };
  const std::vector<SaturationCell> cells = {
      cell("Tables 1 and 3", "fs-torus16x16-star", Policy::kOutputDriven, 1.0 / 80),
      cell("Table 2", "fs-mesh16x16-oblivious-1vc", Policy::kInputDriven, 1.0 / 160),
  };
  for (const SaturationCell& each : cells) (void)Engines().build(each.config);
  ReproductionOptions options;
  options.runs = 1;
  const std::vector<Saturation> models = find_saturations(Engines(), options, cells);
  const std::vector<Saturation> boths = find_saturations(BothEngines(), options, cells);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    INFO(cells[i].name);
    CHECK(boths[i].load == models[i].load);
    CHECK(boths[i].growth == models[i].growth);
    CHECK(boths[i].growth_below == models[i].growth_below);
    CHECK(models[i].load > 0.7);
  }
}
