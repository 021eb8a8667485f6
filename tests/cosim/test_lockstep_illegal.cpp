// Rationale: whatever a processor does wrong at its port, RTL and model refuse it alike, and nobody
// else's messages are harmed.
// State space: every kind of illegal flit at random: tags out of order, destinations that do not
// exist, lengths that do not fit, any lane.
// Parameter space: a mesh whose extents leave unused addresses, a torus with late freeing and
// cyclic Stat.
#include <catch2/catch.hpp>

#include "common/engines.hpp"
#include "illegal_flits.hpp"

using namespace wayfarer;

namespace {

NetworkConfig mesh() {
  NetworkConfig config;
  config.name = "illegal-mesh";
  config.topology = {TopologyKind::kMesh, {3, 3}, 3};
  config.flit_bits = 64;
  config.message_bytes = 32;
  validate(config);
  return config;
}

NetworkConfig torus() {
  NetworkConfig config;
  config.name = "illegal-torus";
  config.topology = {TopologyKind::kTorus, {3, 3}, 1};
  config.mway.freeing = Freeing::kLate;
  config.mway.stat = Stat::kCyclic;
  config.flit_bits = 32;
  config.message_bytes = 12;
  validate(config);
  return config;
}

/// Half of the terminals send at random; the rest send legal messages that must arrive whole.
void check_offenders(const NetworkConfig& config, std::uint64_t seed) {
  VerilatedBuildOptions build;
  build.optimised = false;
  build.assertions = true;
  const auto network = Engines(build).make(config, Engine::kBoth);
  const Offences seen = run_offenders(*network, config, seed, 6000);
  CHECK(seen.refused > 1000);
  CHECK(seen.causes == (kErrorOrder | kErrorDestination | kErrorLength));
  CHECK(seen.arrived > seen.started * 9 / 10);  // traffic is light
}

}  // namespace

TEST_CASE("illegal flits on a mesh", "[LockstepEquality][illegal]") {
  check_offenders(mesh(), GENERATE(1u, 2u));
}

TEST_CASE("illegal flits on a torus", "[LockstepEquality][illegal]") {
  check_offenders(torus(), GENERATE(3u, 4u));
}
