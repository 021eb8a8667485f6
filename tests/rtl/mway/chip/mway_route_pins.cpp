// rtl/mway/chip/mway_route_pins.sv
//
// Rationale: as for mway_route, but one module is all networks, which are pins. In each of them
// every value of the destination's bits is tried at every position: hops must be those of
// MwayTopology::route, and addresses outside the network be refused.
// State space: none (combinational). Inputs: channels x 2^(bits of a destination), by network.
// Parameter space: chips for at most 16x16x8x2, mesh or torus, and for the hypercube of nine
//   dimensions, four processors a channel; the networks of mway_route.cpp as far as they fit.
#include "VRouteMesh.h"
#include "VRouteTorus.h"
#include "bench.hpp"
#include "family/mway/header.hpp"
#include "family/mway/topology.hpp"
#include "network_pins.hpp"

#include <catch2/catch.hpp>

#include <cstring>
#include <optional>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

/// A chip's largest extents; its digits have the places of its header.
class Digits {
 public:
  explicit Digits(std::vector<unsigned> largest) : largest_(std::move(largest)) {}
  [[nodiscard]] std::uint64_t position(const MwayTopology& topology, ChannelId channel) const {
    std::uint64_t position = 0;
    unsigned offset = 0;
    for (unsigned d = 0; d < largest_.size(); offset += digit_width(largest_[d++]))
      if (d < topology.dimensions())
        position |= std::uint64_t{topology.digit(channel, d)} << offset;
    return position;
  }
  /// The terminal with this address; four processors have two bits.
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
    unsigned width = 2;
    for (const unsigned extent : largest_) width += digit_width(extent);
    return width;
  }

 private:
  std::vector<unsigned> largest_;
};

template <class Top>
void check(CombinationalBench<Top>& bench, const Digits& digits, const TopologyConfig& network) {
  const MwayTopology topology(network);
  std::memset(&bench->network_i, 0, sizeof bench->network_i);
  set_network(bench->network_i, network);
  unsigned legal = 0;
  // A prime step through the channels of large networks.
  for (ChannelId at = 0; at<topology.channels(); at += topology.channels()> 32 ? 97 : 1) {
    drive(bench->position_i, digits.position(topology, at));
    for (std::uint64_t dest = 0; dest < 1ull << digits.dest_width(); ++dest) {
      drive(bench->destination_i, dest);
      bench.settle();
      const auto terminal = digits.terminal(network, dest);
      const MwayHop hop = terminal ? topology.route(at, *terminal) : MwayHop{};
      legal += terminal ? 1 : 0;
      const bool same =
          bench->legal_o == terminal.has_value() &&
          (!terminal || (bench->way_o == hop.way && bench->class_o == hop.buffer_class));
      if (same) continue;
      CAPTURE(at, dest);
      REQUIRE(same);
    }
  }
  CHECK(legal >= topology.terminals());
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
  }
  CHECK_FALSE(bench.assertion_failed());
}
