// Rationale: RTL and cycle model of networks of wormhole routers with virtual channels are equal in
// every cycle: acceptance, deliveries, error ports, and what is on every link. A message alone
// takes the time that the rules say, in both.
// State space: idle to beyond saturation, terminals that stall, single flits to long messages;
// illegal flits; every pair of terminals alone. A cell of the paper's Table 6 from start to end.
// Parameter space: 20 random networks of 1 to 4 dimensions, one with the RTL's assertions on; a
// torus of 4x4x4; the paper's 16x16 mesh.
#include <catch2/catch.hpp>

#include "common/engines.hpp"
#include "draw_wormhole.hpp"
#include "exercise.hpp"

using namespace wayfarer;

namespace {

/// With the RTL's assertions where asked for: the tiles of a network then share no code.
std::unique_ptr<Network> both(const NetworkConfig& config, bool assertions) {
  VerilatedBuildOptions build;
  build.assertions = assertions;
  build.optimised = config.terminals() > 16;  // small networks run for less time than they compile
  return Engines(build).make(config, Engine::kBoth);
}

}  // namespace

TEST_CASE("random networks of wormhole routers", "[LockstepEquality]") {
  const unsigned number = GENERATE(range(0u, 20u));
  const NetworkConfig config = draw_wormhole(4000, number);
  INFO(to_toml(config));
  const auto network = both(config, number == 5);
  CHECK_NOTHROW(exercise(*network, config, {40, 1000, {}}));
}

TEST_CASE("a torus of 64 nodes in three dimensions", "[LockstepEquality]") {
  const NetworkConfig config = load_config(find_config("romm-torus4x4x4-dimorder"));
  CHECK_NOTHROW(run_loads(*both(config, false), config, {80, 700, {}}));
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
