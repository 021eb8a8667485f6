// Rationale: RTL and cycle model of client-server networks are equal in every cycle: acceptance,
// deliveries, error ports, what is on every channel, who owns every switch, and every host's
// deadline monitor.
// State space: idle to beyond saturation, server and hosts that stall, single-flit to long
// messages; the hosts' own periodic senders with any phases, periods from overload to idle, and the
// server's responses; illegal flits.
// Parameter space: lines of 1 to 32 hosts, random trees, buffers of 1 to 3 flits with and without
// refill, both arbitrations, flits of 64 to 256 bits. The RTL's assertions are on up to 16 hosts.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "common/engines.hpp"
#include "core/random.hpp"
#include "core/switch_tree.hpp"
#include "experiments/simulation.hpp"
#include "illegal_flits.hpp"
#include "periodic_programs.hpp"
#include "random_tree.hpp"

using namespace wayfarer;

namespace {

/// With the RTL's assertions, unless these would be most of a large network's code.
std::unique_ptr<Network> both(const NetworkConfig& config) {
  constexpr std::uint32_t kMostAsserted = 20;
  VerilatedBuildOptions build;
  build.assertions = config.terminals() <= kMostAsserted;
  return Engines(build).make(config, Engine::kBoth);
}

NetworkConfig linear(const std::string& name, const std::string& tree) {
  NetworkConfig config;
  config.name = name;
  config.family = Family::kLinear;
  config.linear.tree = tree;
  config.flit_bits = 64;
  validate(config);
  return config;
}

NetworkConfig random_linear(std::uint32_t number) {
  Random random(1, number, Purpose::kTest, 0);
  NetworkConfig config = linear(fmt::format("random-linear-{}", number),
                                random_network_tree(2 + random.below(11), random));
  config.linear.depth = 1 + random.below(3);
  config.linear.refill = random.below(2) == 0;
  config.linear.upstream_first = random.below(3) == 0;
  config.flit_bits = 64u << random.below(3);
  validate(config);
  return config;
}

/// Requests and responses of mixed lengths near idle, busy, saturated, and saturated with stalls.
void run_all_loads(Network& network, const NetworkConfig& config, std::uint64_t seed,
                   Cycle cycles) {
  constexpr double kLoads[][2] = {{0.05, 0}, {0.7, 0.05}, {1.5, 0}, {1.5, 0.3}};
  for (const auto& [load, stalls] : kLoads) {
    SimulationOptions options;
    options.load = load;
    options.unit = LoadUnit::kNormalized;
    options.stall_probability = stalls;
    options.traffic.seed = seed++;
    options.traffic.message_bytes = "0,8,56,200";
    options.cycles = cycles;
    options.warmup = cycles / 3;
    CHECK_NOTHROW(run_simulation(network, config, options));
  }
}

}  // namespace

TEST_CASE("shipped client-server networks", "[LockstepEquality]") {
  const NetworkConfig config =
      load_config(find_config(GENERATE("line4", "line9", "line9-depth2", "tree8")));
  INFO(config.name);
  const auto network = both(config);
  run_all_loads(*network, config, 1, 3000);
  for (std::uint64_t seed = 0; seed < 12; ++seed) CHECK(run_programs(*network, seed, 1500) > 0);
  CHECK(run_illegal(*network, 1, 2000) == (kErrorOrder | kErrorDestination));
}

TEST_CASE("lines of 1, 2, 16 and 32 hosts", "[LockstepEquality]") {
  const unsigned hosts = GENERATE(1u, 2u, 16u, 32u);
  const NetworkConfig config = linear(fmt::format("line{}", hosts), line_text(hosts));
  INFO(config.name);
  const auto network = both(config);
  run_all_loads(*network, config, 50, 3000);
  for (std::uint64_t seed = 0; seed < 8; ++seed)
    CHECK(run_programs(*network, 100 + seed, 3000) > 0);
}

TEST_CASE("random client-server networks", "[LockstepEquality]") {
  const NetworkConfig config = random_linear(GENERATE(range(0u, 8u)));
  INFO(to_toml(config));
  const auto network = both(config);
  run_all_loads(*network, config, 70, 3000);
  for (std::uint64_t seed = 0; seed < 8; ++seed)
    CHECK(run_programs(*network, 200 + seed, 2000) > 0);
  CHECK(run_illegal(*network, 2, 2000) == (kErrorOrder | kErrorDestination));
}
