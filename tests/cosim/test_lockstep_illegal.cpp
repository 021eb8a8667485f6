// Rationale: RTL and model refuse the same illegal flits of a processor, and the other processors'
// messages are unaffected.
// State space: every kind of illegal flit at random: tags out of order, nonexistent destinations,
// wrong lengths, any injection buffer.
// Parameter space: a mesh whose extents leave unused addresses, a torus with late freeing, cyclic
// Stat and ages of headers, of one dimension; nightly of two.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "both.hpp"
#include "family/mway/config.hpp"
#include "illegal_flits.hpp"

using namespace wayfarer;

namespace {

NetworkConfig mesh(std::vector<unsigned> extents) {
  NetworkConfig config = mway_config();
  config.name = fmt::format("illegal-mesh{}d", extents.size());
  config.topology = {TopologyKind::kMesh, std::move(extents), 3};
  config.flit_bits = 64;
  config.message_bytes = 32;
  validate(config);
  return config;
}

NetworkConfig torus(std::vector<unsigned> extents) {
  NetworkConfig config = mway_config();
  config.name = fmt::format("illegal-torus{}d", extents.size());
  config.topology = {TopologyKind::kTorus, std::move(extents), 1};
  mway_of(config).freeing = Freeing::kLate;
  mway_of(config).stat = Stat::kCyclic;
  mway_of(config).variant = MwayVariant::kAged;
  mway_of(config).age_shift = 2;
  config.flit_bits = 32;
  config.message_bytes = 12;
  validate(config);
  return config;
}

/// Half of the terminals send random flits; the rest send legal messages, which must arrive whole.
void check_offenders(const NetworkConfig& config, std::uint64_t seed) {
  const Offences seen = run_offenders(*both(config, true), config, seed, 6000);
  CHECK(seen.refused > 1000);
  CHECK(seen.causes == (kErrorOrder | kErrorDestination | kErrorLength));
  CHECK(seen.arrived > seen.started * 9 / 10);  // traffic is light
}

}  // namespace

TEST_CASE("illegal flits on a mesh", "[LockstepEquality][illegal]") {
  check_offenders(mesh({3}), GENERATE(1u, 2u));
}

TEST_CASE("illegal flits on a torus", "[LockstepEquality][illegal]") {
  check_offenders(torus({5}), GENERATE(3u, 4u));
}

TEST_CASE("illegal flits in two dimensions", "[LockstepEquality][illegal][.nightly]") {
  check_offenders(GENERATE(0, 1) == 0 ? mesh({3, 3}) : torus({3, 3}), GENERATE(1u, 2u));
}
