// rtl/mway/chip/mway_identifiers.sv
//
// Rationale: the numbers of members decide who receives and who drives; all of them, for networks
// of every shape that a chip can be in, against MwayTopology. State space: none (combinational).
// Parameter space: chips for at most 16x16x8x2, mesh or torus, and for the hypercube of nine
//   dimensions; all networks of these with extents of 1, 2, 3 and the largest, and some between.
#include "VIdentifiers.h"
#include "VIdentifiersMesh.h"
#include "bench.hpp"
#include "family/mway/topology.hpp"
#include "network_pins.hpp"

#include <catch2/catch.hpp>

#include <type_traits>
#include <vector>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {
/// Whether a chip is for meshes only.
template <class Top>
constexpr bool kMesh = std::is_same_v<Top, VIdentifiersMesh>;

template <class Top>
void check(CombinationalBench<Top>& bench, const TopologyConfig& network,
           const std::vector<unsigned>& largest) {
  const MwayTopology topology(network);
  drive_network(bench->network_i, network);
  // Pins that no network of this chip needs have no effect.
  for (unsigned d = 0; d < largest.size(); ++d)
    for (unsigned bit = 0; bit < 16; ++bit)
      if (1u << bit > largest[d])
        bench->network_i[(4 + 16 * d + bit) / 32] |= 1u << (4 + 16 * d + bit) % 32;
  if (kMesh<Top>) bench->network_i[0] |= 1u << 3;
  bench.settle();
  for (unsigned d = 0; d < topology.dimensions(); ++d) {
    if (topology.extents()[d] == 1) continue;
    const auto plus = static_cast<unsigned>(bench->first_o >> 4 * d & 15);
    REQUIRE(plus == topology.way(d, false));
    REQUIRE(plus + (bench->two_sided_o >> d & 1) == topology.way(d, true));
  }
  REQUIRE(bench->first_local_o == topology.processor_way(0));
}
}  // namespace

TEST_CASE("members have the numbers of their network", "[mway_identifiers]") {
  CombinationalBench<VIdentifiers> bench;
  for (const TopologyKind kind : {TopologyKind::kMesh, TopologyKind::kTorus})
    for (const unsigned k0 : {1u, 2u, 3u, 9u, 16u})
      for (const unsigned k1 : {1u, 2u, 3u, 16u})
        for (const unsigned k2 : {1u, 2u, 5u, 8u})
          for (const unsigned k3 : {1u, 2u})
            check(bench, {kind, {k0, k1, k2, k3}, 1}, {16, 16, 8, 2});
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("a hypercube of any dimensions", "[mway_identifiers]") {
  CombinationalBench<VIdentifiersMesh> bench;
  for (unsigned used = 0; used < 512; ++used) {
    TopologyConfig network{TopologyKind::kMesh, {}, 1};
    for (unsigned d = 0; d < 9; ++d) network.extents.push_back(1 + (used >> d & 1));
    check(bench, network, std::vector<unsigned>(9, 2));
  }
  CHECK_FALSE(bench.assertion_failed());
}
