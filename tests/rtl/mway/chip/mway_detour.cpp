// rtl/mway/chip/mway_detour.sv
//
// Rationale: a routing function is a table; here the whole table, of every fault, is compared with
// MwayTopology::route, whose routes tests/model/test_mway_faults.cpp shows to be right.
// State space: none (combinational). Inputs: faults x channels x destinations x classes.
// Parameter space: chips for at most 8x8x4x2; meshes of one to four dimensions, the largest digit
//   used and not, extents of 1 before and after others.
#include "../../../mway_faults.hpp"
#include "Vmway_detour.h"
#include "bench.hpp"
#include "family/mway/header.hpp"
#include "network_pins.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {
const std::vector<unsigned> kLargest{8, 8, 4, 2};

std::uint64_t position(const MwayTopology& topology, ChannelId channel) {
  std::uint64_t position = 0;
  unsigned offset = 0;
  for (unsigned d = 0; d < topology.dimensions(); offset += digit_width(kLargest[d++]))
    position |= std::uint64_t{topology.digit(channel, d)} << offset;
  return position;
}

/// The way of the module's step and direction; a processor's if it makes none.
unsigned way_of(const MwayTopology& topology, unsigned step, unsigned minus) {
  for (unsigned d = 0; d < topology.dimensions(); ++d)
    if (step == 1u << d) return topology.way(d, (minus >> d & 1) != 0);
  return step == 0 ? topology.processor_way(0) : ~0u;
}
}  // namespace

TEST_CASE("steps around every fault are those of the topology", "[mway_detour]") {
  CombinationalBench<Vmway_detour> bench;
  for (const std::vector<unsigned>& extents : std::vector<std::vector<unsigned>>{{4, 4},
                                                                                 {5, 3},
                                                                                 {8, 1, 3},
                                                                                 {1, 2},
                                                                                 {1, 1, 3},
                                                                                 {6},
                                                                                 {3, 3, 2},
                                                                                 {2, 3, 1, 2},
                                                                                 {2, 2, 2, 2}}) {
    const TopologyConfig mesh{TopologyKind::kMesh, extents, 1};
    for (const MwayFault& fault : all_faults(mesh)) {
      const MwayTopology topology(mesh, fault);
      drive_network(bench->network_i, mesh, fault);
      for (ChannelId here = 0; here < topology.channels(); ++here) {
        for (ChannelId there = 0; there < topology.channels(); ++there) {
          for (unsigned incoming = 0; incoming < 2; ++incoming) {
            drive(bench->here_i, position(topology, here));
            drive(bench->there_i, position(topology, there));
            drive(bench->class_i, incoming);
            bench.settle();
            const bool connected = topology.connected(here, there);
            const MwayHop hop = topology.route(here, there, incoming);
            const bool same =
                bench->legal_o == connected && bench->minus_o >> kLargest.size() == 0 &&
                (!connected || (way_of(topology, bench->step_o, bench->minus_o) == hop.way &&
                                bench->class_o == hop.buffer_class));
            if (same) continue;
            CAPTURE(extents, name_of(fault), here, there, incoming);
            REQUIRE(same);
          }
        }
      }
    }
  }
  CHECK_FALSE(bench.assertion_failed());
}
