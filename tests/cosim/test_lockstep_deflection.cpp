// Rationale: RTL and cycle model of the bufferless torus are equal in every cycle: acceptance,
// deliveries, error ports, the flit on every link and whether it is deflected. A lone flit takes
// the time of the closed form in both.
// State space: idle to beyond saturation, terminals that stall; illegal flits; every pair of
// terminals alone; messages of terminals to themselves; tornado and transpose.
// Parameter space: deflection_networks, 15 (every run takes the first 8, which have most of the
// pairs, nightly the others) that have all pairs of 5 extents, 3 queue lengths and 3 flit widths,
// every third one with the RTL's assertions on; the shipped 4x4 torus with three seeds. Nightly: 20
// random networks, the shipped 16x16 torus.
#include <catch2/catch.hpp>

#include "both.hpp"
#include "draw_deflection.hpp"
#include "exercise.hpp"
#include "family/deflection/torus.hpp"
#include "family/registry.hpp"
#include "pairs.hpp"
#include "same_events.hpp"

using namespace wayfarer;

namespace {

void check_all_alone(Network& network, const NetworkConfig& config) {
  const UnidirectionalTorus torus(config.topology);
  network.reset();
  for (TerminalId from = 0; from < torus.nodes(); ++from)
    for (TerminalId to = 0; to < torus.nodes(); ++to)
      check_alone(network, {from, to}, torus.zero_load_cycles(from, to));
}

/// The networks that cover all pairs of values.
void check_pairs(Pairs part) {
  static const std::vector<NetworkConfig> networks = deflection_networks();
  const std::size_t number = number_in(part, networks.size());
  check_network(networks, number, {60, 500, {}});
  const NetworkConfig& config = networks[number];
  INFO(to_toml(config));
  const auto network = both(config, asserted(number));
  CHECK_NOTHROW(run_loads(*network, config, {70, 500, {}}, "uniform:self"));
  CHECK_NOTHROW(check_all_alone(*network, config));
}

}  // namespace

TEST_CASE("bufferless tori that cover most pairs of values", "[LockstepEquality]") {
  check_pairs(Pairs::kEveryRun);
}

TEST_CASE("bufferless tori that cover the other pairs of values", "[LockstepEquality][.nightly]") {
  check_pairs(Pairs::kNightly);
}

TEST_CASE("the 4x4 torus with other seeds and patterns", "[LockstepEquality]") {
  const NetworkConfig config = load_config(find_config("deflection4x4"));
  const auto network = both(config, true);
  for (const std::uint64_t seed : {1, 2, 3})
    CHECK_NOTHROW(exercise(*network, config, {seed, 1000, {}}));
  CHECK_NOTHROW(run_loads(*network, config, {4, 1000, {}}, "tornado"));
  CHECK_NOTHROW(run_loads(*network, config, {5, 1000, {}}, "transpose"));
  CHECK_NOTHROW(check_all_alone(*network, config));
}

TEST_CASE("random bufferless tori", "[LockstepEquality][.nightly]") {
  const unsigned number = GENERATE(range(0u, 20u));
  const NetworkConfig config = draw_deflection(4000, number);
  INFO(to_toml(config));
  const auto network = both(config, asserted(number));
  CHECK_NOTHROW(exercise(*network, config, {40, 1500, {}}));
  CHECK_NOTHROW(run_loads(*network, config, {50, 1500, {}}, "uniform:self"));
  CHECK_NOTHROW(check_all_alone(*network, config));
}

TEST_CASE("the 16x16 torus", "[LockstepEquality][.nightly]") {
  const NetworkConfig config = load_config(find_config("deflection16x16"));
  CHECK_NOTHROW(exercise(*both(config, false, true), config, {1, 2000, {}}));
}
