// Rationale: the definition of done. RTL and cycle model are equal in every cycle: acceptance,
// deliveries, error ports, and driver and transfer on every channel.
// State space: idle to beyond saturation, with and without random ejection stalls, several seeds.
// Parameter space: all shipped networks that have RTL, and 20 random ones over dimensions, extents,
// processors, buffers, depths, early and late freeing, exact and cyclic Stat, flit widths. The
// RTL's assertions are on in the small ones.
#include <catch2/catch.hpp>

#include "common/engines.hpp"
#include "draw_mway.hpp"
#include "exercise.hpp"

using namespace wayfarer;

namespace {

SimulationOptions traffic(double load, double stalls, std::uint64_t seed, Cycle cycles) {
  SimulationOptions options;
  options.load = load;
  options.unit = LoadUnit::kNormalized;
  options.stall_probability = stalls;
  options.traffic.seed = seed;
  options.cycles = cycles;
  options.warmup = cycles / 3;
  return options;
}

Engines checked_engines() {
  VerilatedBuildOptions build;
  build.assertions = true;
  build.optimised = false;  // these networks run for less time than they compile
  return Engines(build);
}

}  // namespace

TEST_CASE("shipped networks", "[LockstepEquality]") {
  const std::string name = GENERATE("figure1-torus3x3", "mesh4x4", "hypercube4d-p2");
  INFO(name);
  const NetworkConfig config = load_config(find_config(name));
  const auto network = checked_engines().make(config, Engine::kBoth);
  CHECK_NOTHROW(run_loads(*network, config, {1, 2500, {}}));
}

TEST_CASE("random networks", "[LockstepEquality]") {
  const auto number = GENERATE(range(0u, 20u));
  const NetworkConfig config = draw_mway(2000, number);
  INFO(to_toml(config));
  const auto network = checked_engines().make(config, Engine::kBoth);
  CHECK_NOTHROW(exercise(*network, config, {10 * number, 1200, {}}));
}

TEST_CASE("nine dimensions", "[LockstepEquality]") {
  NetworkConfig config;
  config.name = "nine-dimensions";
  config.topology = {TopologyKind::kMesh, {1, 2, 1, 3, 1, 1, 2, 1, 2}, 1};
  config.flit_bits = 64;
  config.message_bytes = 32;
  validate(config);
  const auto network = checked_engines().make(config, Engine::kBoth);
  CHECK_NOTHROW(run_loads(*network, config, {300, 1500, {}}));
}

TEST_CASE("the 16x16 mesh below and above saturation", "[LockstepEquality]") {
  const NetworkConfig config = load_config(find_config("mesh16x16"));
  // The library that the main job uses, too.
  const auto network = Engines().make(config, Engine::kBoth, {/*waves=*/true});
  const SimulationResult below = run_simulation(*network, config, traffic(0.5, 0, 5, 4000));
  CHECK(below.verdict == Verdict::kConverged);
  const SimulationResult above = run_simulation(*network, config, traffic(1.3, 0, 6, 4000));
  CHECK(above.verdict == Verdict::kSaturated);
}
