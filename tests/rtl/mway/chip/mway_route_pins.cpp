// rtl/mway/chip/mway_route_pins.sv
//
// Rationale: as for mway_route, but one module is all networks, which are pins. In each of them
// every value of the destination's bits is tried at every position: hops must be those of
// MwayTopology::route, and addresses outside the network, or cut off by a fault, be refused.
// State space: none (combinational). Inputs: channels x 2^(bits of a destination), by network; with
//   a fault also the class of the buffer set.
// Parameter space: chips for at most 16x16x8x2, mesh or torus, for the hypercube of nine
//   dimensions, for tori of seven dimensions, the highest there are, for meshes of 8x4, and for at
//   most 4x4x2 with every fault; up to four processors a channel; the networks of mway_route.cpp as
//   far as they fit.
#include "../../../mway_faults.hpp"
#include "VRouteFaults.h"
#include "VRouteHigh.h"
#include "VRouteMesh.h"
#include "VRouteRows.h"
#include "VRouteTorus.h"
#include "bench.hpp"
#include "family/mway/header.hpp"
#include "family/mway/topology.hpp"
#include "network_pins.hpp"

#include <catch2/catch.hpp>

#include <optional>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

/// A chip's largest extents; its digits have the places of its header.
class Digits {
 public:
  explicit Digits(std::vector<unsigned> largest, unsigned processors = 4)
      : largest_(std::move(largest)), processors_(processors) {}
  [[nodiscard]] std::uint64_t position(const MwayTopology& topology, ChannelId channel) const {
    std::uint64_t position = 0;
    unsigned offset = 0;
    for (unsigned d = 0; d < largest_.size(); offset += digit_width(largest_[d++]))
      if (d < topology.dimensions())
        position |= std::uint64_t{topology.digit(channel, d)} << offset;
    return position;
  }
  /// The terminal with this address.
  [[nodiscard]] std::optional<TerminalId> terminal(const TopologyConfig& network,
                                                   std::uint64_t dest) const {
    ChannelId channel = 0;
    unsigned stride = 1;
    for (unsigned d = 0; d < largest_.size(); ++d) {
      const unsigned width = digit_width(largest_[d]);
      const unsigned extent = d < network.extents.size() ? network.extents[d] : 1;
      const auto digit = static_cast<unsigned>(dest & ((1u << width) - 1));
      if (digit >= extent) return std::nullopt;
      channel += digit * stride;
      stride *= extent;
      dest >>= width;
    }
    if (dest >= network.processors) return std::nullopt;
    return channel * network.processors + static_cast<TerminalId>(dest);
  }
  [[nodiscard]] unsigned dest_width() const {
    unsigned width = digit_width(processors_);
    for (const unsigned extent : largest_) width += digit_width(extent);
    return width;
  }

 private:
  std::vector<unsigned> largest_;
  unsigned processors_;
};

template <class Top>
void check(CombinationalBench<Top>& bench, const Digits& digits, const TopologyConfig& network,
           const MwayFault& fault = {}) {
  const MwayTopology topology(network, fault);
  drive_network(bench->network_i, network, fault);
  unsigned legal = 0;
  const unsigned classes = fault ? 2 : 1;
  // A prime step through the channels of large networks.
  for (ChannelId at = 0; at<topology.channels(); at += topology.channels()> 32 ? 97 : 1) {
    drive(bench->position_i, digits.position(topology, at));
    for (std::uint64_t dest = 0; dest < classes << digits.dest_width(); ++dest) {
      const auto incoming = static_cast<unsigned>(dest >> digits.dest_width());
      drive(bench->destination_i, dest & ((1ull << digits.dest_width()) - 1));
      drive(bench->class_i, incoming);
      bench.settle();
      auto terminal = digits.terminal(network, bench->destination_i);
      if (terminal && !topology.connected(at, topology.channel_of(*terminal))) terminal.reset();
      const MwayHop hop = terminal ? topology.route(at, *terminal, incoming) : MwayHop{};
      legal += terminal ? 1 : 0;
      const bool same =
          bench->legal_o == terminal.has_value() &&
          (!terminal || (bench->way_o == hop.way && bench->class_o == hop.buffer_class));
      if (same) continue;
      CAPTURE(at, dest);
      REQUIRE(same);
    }
  }
  if (!fault) CHECK(legal >= topology.terminals());
}
}  // namespace

TEST_CASE("one module routes in meshes, tori and hypercubes", "[mway_route_pins]") {
  CombinationalBench<VRouteTorus> bench;
  const Digits digits({16, 16, 8, 2});
  for (const TopologyConfig& network :
       std::vector<TopologyConfig>{{TopologyKind::kMesh, {4, 4}, 1},
                                   {TopologyKind::kMesh, {3, 5, 2}, 3},
                                   {TopologyKind::kMesh, {7, 1, 3}, 4},
                                   {TopologyKind::kMesh, {16, 16}, 1},
                                   {TopologyKind::kMesh, {1}, 4},
                                   {TopologyKind::kTorus, {3, 3}, 1},
                                   {TopologyKind::kTorus, {2, 4}, 2},
                                   {TopologyKind::kTorus, {5, 6}, 1},
                                   {TopologyKind::kTorus, {3, 4, 5}, 4},
                                   {TopologyKind::kTorus, {3, 2, 2, 2}, 2},
                                   {TopologyKind::kMesh, {2, 2, 2, 2}, 2}}) {
    CAPTURE(network.extents, network.torus());
    check(bench, digits, network);
  }
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("one module routes in all hypercubes", "[mway_route_pins]") {
  CombinationalBench<VRouteMesh> bench;
  const Digits digits(std::vector<unsigned>(9, 2));
  for (const unsigned dimensions : {1u, 3u, 9u}) {
    TopologyConfig network{TopologyKind::kMesh, std::vector<unsigned>(dimensions, 2), 1};
    check(bench, digits, network);
    network.extents.front() = 1;
    check(bench, digits, network);
  }
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("one module routes in the last seven of nine dimensions", "[mway_route_pins]") {
  CombinationalBench<VRouteHigh> bench;
  const Digits digits({1, 1, 2, 2, 2, 2, 2, 2, 2}, 2);
  for (const TopologyKind kind : {TopologyKind::kMesh, TopologyKind::kTorus})
    for (const unsigned lowest : {1u, 2u})
      check(bench, digits, {kind, {1, 1, lowest, 2, 2, 2, 2, 2, 2}, 2});
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("one module routes in meshes of any size, without tori", "[mway_route_pins]") {
  CombinationalBench<VRouteRows> bench;
  const Digits digits({8, 4});
  for (const std::vector<unsigned>& extents :
       std::vector<std::vector<unsigned>>{{8, 4}, {5, 3}, {2, 4}, {7}, {1, 3}})
    check(bench, digits, {TopologyKind::kMesh, extents, 3});
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("one module routes around every fault of a mesh, and in tori", "[mway_route_pins]") {
  CombinationalBench<VRouteFaults> bench;
  const Digits digits({4, 4, 2});
  for (const std::vector<unsigned>& extents :
       std::vector<std::vector<unsigned>>{{4, 3, 2}, {3, 4}, {4}}) {
    const TopologyConfig mesh{TopologyKind::kMesh, extents, 3};
    check(bench, digits, mesh);
    for (const MwayFault& fault : all_faults(mesh)) {
      CAPTURE(extents, name_of(fault));
      check(bench, digits, mesh, fault);
    }
  }
  check(bench, digits, {TopologyKind::kTorus, {4, 3}, 3});
  CHECK_FALSE(bench.assertion_failed());
}
