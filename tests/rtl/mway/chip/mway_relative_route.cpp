// rtl/mway/chip/mway_relative_route.sv
//
// Rationale: as for mway_route_pins: in each network every value of the destination's bits is tried
// at every position, and compared with offsets that are worked off here, digit by digit. Where all
// offsets are the shorter ones, the hops must also be those of MwayTopology::route, and at the end
// of a walk by these hops Dest must be 0 except for the processor.
// State space: none (combinational). Inputs: channels x 2^(bits of a destination), by network.
// Parameter space: a chip for at most 8x8x4 with two processors, mesh or torus, as a processor and
//   as a router; a chip for a torus of seven dimensions, the highest there
//   are; a mesh with a one-sided dimension and a torus as constants.
#include "../destinations.hpp"
#include "../reference.hpp"
#include "VRelativeHigh.h"
#include "VRelativeMesh.h"
#include "VRelativeProcessor.h"
#include "VRelativeRouter.h"
#include "VRelativeTorus.h"
#include "bench.hpp"
#include "family/mway/header.hpp"
#include "family/mway/topology.hpp"
#include "network_pins.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

/// Dest of a chip, whose largest extents and number of processors give the fields their places.
class Fields {
 public:
  Fields(std::vector<unsigned> largest, unsigned processors)
      : largest_(std::move(largest)), processors_(processors) {}

  [[nodiscard]] std::vector<int> offsets(std::uint64_t dest) const {
    std::vector<int> offsets;
    for (const unsigned extent : largest_) {
      const unsigned width = width_of(extent);
      const auto field = static_cast<int>(dest & ((1ull << width) - 1));
      offsets.push_back(width != 0 && field >> (width - 1) != 0 ? field - (1 << width) : field);
      dest >>= width;
    }
    return offsets;
  }
  [[nodiscard]] unsigned processor(std::uint64_t dest) const {
    return static_cast<unsigned>(dest >> (width() - digit_width(processors_)));
  }
  [[nodiscard]] std::uint64_t dest(const std::vector<int>& offsets, unsigned processor) const {
    std::uint64_t dest = 0;
    unsigned place = 0;
    for (std::size_t d = 0; d < largest_.size(); ++d) {
      const unsigned width = width_of(largest_[d]);
      dest |= (static_cast<std::uint64_t>(offsets[d]) & ((1ull << width) - 1)) << place;
      place += width;
    }
    return dest | std::uint64_t{processor} << place;
  }
  [[nodiscard]] unsigned width() const {
    unsigned width = digit_width(processors_);
    for (const unsigned extent : largest_) width += width_of(extent);
    return width;
  }
  [[nodiscard]] std::uint64_t position(const MwayTopology& topology, ChannelId channel) const {
    std::uint64_t position = 0;
    unsigned place = 0;
    for (unsigned d = 0; d < largest_.size(); place += digit_width(largest_[d++]))
      if (d < topology.dimensions()) position |= std::uint64_t{topology.digit(channel, d)} << place;
    return position;
  }

 private:
  /// Width of an offset; 0 for a dimension of one channel.
  [[nodiscard]] static unsigned width_of(unsigned extent) {
    return extent == 1 ? 0 : digit_width(extent) + 1;
  }
  std::vector<unsigned> largest_;
  unsigned processors_;
};

struct Expected {
  bool legal = true;
  bool shortest = true;
  TerminalId terminal = 0;
  unsigned way = 0;
  unsigned buffer_class = 0;
  std::uint64_t dest = 0;
};

Expected expect(const MwayTopology& topology, const Fields& fields, ChannelId at,
                std::uint64_t dest, bool steps) {
  Expected expected;
  std::vector<int> offsets = fields.offsets(dest);
  const unsigned processor = fields.processor(dest);
  for (int& offset : offsets) {
    if (offset == 0 || !steps) continue;
    offset += offset > 0 ? -1 : 1;
    break;
  }
  expected.dest = fields.dest(offsets, processor);
  expected.legal = processor < topology.processors_per_channel();
  expected.way = topology.processor_way(processor);
  bool found = false;
  ChannelId channel = 0;
  for (unsigned d = 0; d < offsets.size(); ++d) {
    const bool one_channel = d >= topology.dimensions() || topology.extents()[d] == 1;
    if (one_channel && offsets[d] != 0) expected.legal = false;
  }
  for (unsigned d = 0, stride = 1; d < topology.dimensions(); ++d) {
    const int extent = static_cast<int>(topology.extents()[d]);
    int there = static_cast<int>(topology.digit(at, d)) + offsets[d];
    const bool outside = there < 0 || there >= extent;
    const bool around = offsets[d] <= -extent || offsets[d] >= extent;
    const unsigned edge = offsets[d] < 0 ? 0 : topology.extents()[d] - 1;
    if (steps) {  // a router looks no further than the next channel
      if (!topology.torus() && offsets[d] != 0 && topology.digit(at, d) == edge)
        expected.legal = false;
    } else if (topology.torus() ? around : outside) {
      expected.legal = false;
    }
    if (outside && !topology.torus()) expected.shortest = false;
    if (topology.torus() && (2 * offsets[d] > extent || 2 * offsets[d] <= -extent))
      expected.shortest = false;
    if (offsets[d] != 0 && !found) {
      found = true;
      expected.way = topology.way(d, offsets[d] < 0);
      expected.buffer_class = topology.torus() && !outside ? 1 : 0;
    }
    channel += static_cast<unsigned>((there + 4 * extent) % extent) * stride;
    stride *= topology.extents()[d];
  }
  expected.terminal = channel * topology.processors_per_channel() + processor;
  return expected;
}

template <class Top>
void check(CombinationalBench<Top>& bench, const Fields& fields, const TopologyConfig& network,
           bool steps) {
  const MwayTopology topology(network);
  drive_network(bench->network_i, network);
  unsigned legal = 0, compared = 0, positions = 0;
  // All destinations, or random ones, with a random number of zeros at the low end.
  const bool all = fields.width() <= 13;
  Random random(fields.width());
  for (ChannelId at = 0; at < topology.channels(); at += all ? 1 : 13) {
    ++positions;
    drive(bench->position_i, fields.position(topology, at));
    for (std::uint64_t each = 0; each < (all ? 1ull << fields.width() : 2000); ++each) {
      const std::uint64_t drawn = random() & ((1ull << fields.width()) - 1);
      const unsigned zeros = random() % fields.width();
      const std::uint64_t dest = all ? each : drawn >> zeros << zeros;
      drive(bench->destination_i, dest);
      bench.settle();
      const Expected expected = expect(topology, fields, at, dest, steps);
      bool same = bench->legal_o == expected.legal && bench->destination_o == expected.dest;
      if (expected.legal) {
        ++legal;
        same = same && bench->way_o == expected.way && bench->class_o == expected.buffer_class;
        if (expected.shortest) {
          const MwayHop hop = topology.route(at, expected.terminal);
          same = same && bench->way_o == hop.way && bench->class_o == hop.buffer_class;
          ++compared;
        }
      }
      if (same) continue;
      CAPTURE(network.extents, network.torus(), at, dest);
      REQUIRE(same);
    }
  }
  CHECK(legal >= compared);
  if (all) CHECK(compared >= topology.channels() * topology.terminals());
  CHECK(compared > positions);
}

const std::vector<TopologyConfig> kNetworks{
    {TopologyKind::kMesh, {4, 4}, 1},     {TopologyKind::kMesh, {2, 5, 3}, 2},
    {TopologyKind::kMesh, {7, 1, 3}, 2},  {TopologyKind::kMesh, {1}, 2},
    {TopologyKind::kMesh, {2, 2, 2}, 1},  {TopologyKind::kTorus, {3, 3}, 1},
    {TopologyKind::kTorus, {2, 4}, 2},    {TopologyKind::kTorus, {5, 6}, 1},
    {TopologyKind::kTorus, {3, 4, 4}, 2}, {TopologyKind::kTorus, {8}, 1},
};
}  // namespace

TEST_CASE("routes by offsets equal those of the topology, and offsets out of it are refused",
          "[mway_relative_route]") {
  const Fields chip({8, 8, 4}, 2);
  CombinationalBench<VRelativeProcessor> processor;
  CombinationalBench<VRelativeRouter> router;
  for (const TopologyConfig& network : kNetworks) {
    check(processor, chip, network, false);
    check(router, chip, network, true);
  }
  CombinationalBench<VRelativeMesh> mesh;
  check(mesh, Fields({5, 2, 3}, 3), {TopologyKind::kMesh, {5, 2, 3}, 3}, true);
  CombinationalBench<VRelativeTorus> torus;
  check(torus, Fields({5, 4}, 1), {TopologyKind::kTorus, {5, 4}, 1}, true);
  const Fields high_chip({1, 1, 2, 2, 2, 2, 2, 2, 2}, 2);
  CombinationalBench<VRelativeHigh> high;
  for (const TopologyKind kind : {TopologyKind::kMesh, TopologyKind::kTorus})
    for (const unsigned lowest : {1u, 2u})
      check(high, high_chip, {kind, {1, 1, lowest, 2, 2, 2, 2, 2, 2}, 2}, true);
  CHECK_FALSE(processor.assertion_failed());
  CHECK_FALSE(router.assertion_failed());
}

TEST_CASE("a header whose hops are followed arrives with offsets of 0", "[mway_relative_route]") {
  CombinationalBench<VRelativeTorus> bench;
  const NetworkConfig config = config_of({TopologyKind::kTorus, {5, 4}, 1}, true);
  const MwayTopology topology(config.topology);
  const Fields fields({5, 4}, 1);
  for (ChannelId from = 0; from < topology.channels(); ++from)
    for (TerminalId to = 0; to < topology.terminals(); ++to) {
      // The first channel's processor chooses, the routers after it work an offset off each.
      std::uint64_t dest = encode_dest(config, from, to);
      CHECK(decode_dest(config, from, dest) == to);
      ChannelId at = from;
      unsigned hops = 0;
      unsigned way = topology.route(from, to).way;
      for (; way < topology.processor_way(0); ++hops) {
        at = topology.neighbour(at, way);
        drive(bench->position_i, fields.position(topology, at));
        drive(bench->destination_i, dest);
        bench.settle();
        dest = bench->destination_o;
        way = bench->way_o;
        REQUIRE(decode_dest(config, at, dest) == to);
      }
      CHECK(at == to);
      CHECK(dest == 0);
      CHECK(hops == topology.hops(from, to));
    }
  CHECK_FALSE(decode_dest(config, 0, encode_dest(config, 0, topology.terminals())));
}
