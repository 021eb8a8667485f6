// rtl/mway/mway_route.sv
//
// Rationale: a routing function is a table; here the whole table is compared with
// MwayTopology::route. Every value of the destination's bits is tried at every position, so each
// address outside the network is also checked to be refused.
// State space: none (combinational). Inputs: channels x 2^(bits of a destination).
// Parameter space: meshes with even and odd extents, an extent of 1 in the middle, two-sided and
//   one-sided dimensions; tori with extents 2, odd and even ones (ties), of high dimensions, too;
//   hypercubes of 4 and 9 dimensions; a lone channel; 1 to 4 processors.
#include "Vmway_route_top.h"
#include "bench.hpp"
#include "family/mway/header.hpp"
#include "family/mway/topology.hpp"

#include <catch2/catch.hpp>

#include <vector>

using namespace wayfarer;

namespace {
// As in mway_route_top.sv.
const std::vector<TopologyConfig> kNetworks{
    {TopologyKind::kMesh, {4, 4}, 1},
    {TopologyKind::kMesh, {3, 5, 2}, 3},
    {TopologyKind::kMesh, {7, 1, 3}, 4},
    {TopologyKind::kMesh, {16, 16}, 1},
    {TopologyKind::kMesh, {1}, 4},
    {TopologyKind::kMesh, {9}, 2},
    {TopologyKind::kTorus, {3, 3}, 1},
    {TopologyKind::kTorus, {2, 4}, 2},
    {TopologyKind::kTorus, {5, 6}, 1},
    {TopologyKind::kTorus, {3, 4, 5}, 4},
    {TopologyKind::kTorus, {8}, 3},
    {TopologyKind::kMesh, {2, 2, 2, 2}, 2},
    {TopologyKind::kMesh, {2, 2, 2, 2, 2, 2, 2, 2, 2}, 1},
    {TopologyKind::kTorus, {1, 1, 1, 3, 3, 3}, 1},
    {TopologyKind::kTorus, {2, 2, 1, 3, 1, 3}, 1},
    {TopologyKind::kTorus, {1, 1, 2, 1, 1, 1, 3, 3, 3}, 1},
};

/// The digits of a channel's address: Dest without the local number.
std::uint64_t position_of(const TopologyConfig& config, ChannelId channel) {
  TopologyConfig lone = config;
  lone.processors = 1;
  return encode_dest(lone, channel);
}
}  // namespace

TEST_CASE("routes equal those of the topology, and addresses outside it are refused",
          "[mway_route]") {
  CombinationalBench<Vmway_route_top> bench;
  for (unsigned n = 0; n < kNetworks.size(); ++n) {
    const TopologyConfig& config = kNetworks[n];
    const MwayTopology topology(config);
    const std::uint64_t destinations = 1ull << dest_width(config);
    unsigned illegal = 0;
    for (ChannelId at = 0; at < topology.channels(); ++at) {
      drive(bench->position_i[n], position_of(config, at));
      for (std::uint64_t dest = 0; dest < destinations; ++dest) {
        drive(bench->destination_i[n], dest);
        bench.settle();
        const auto terminal = decode_dest(config, dest);
        INFO("network " << n << ", channel " << at << ", destination " << dest);
        REQUIRE(bench->legal_o[n] == terminal.has_value());
        illegal += !terminal;
        if (!terminal) continue;
        const MwayHop hop = topology.route(at, *terminal);
        REQUIRE(bench->way_o[n] == hop.way);
        REQUIRE(bench->class_o[n] == hop.buffer_class);
      }
    }
    CHECK(illegal == topology.channels() * (destinations - topology.terminals()));
  }
  CHECK_FALSE(bench.assertion_failed());
}
