// rtl/mway/adaptive/mway_candidates.sv
//
// Rationale: the candidates are those of mway_candidates in C++, which the dependency graph and the
// model also use. All inputs: every channel, destination, way by which a header can have come and
// class there.
// State space: none (combinational). Parameter space: adaptive in a mesh, a hypercube of two
//   processors a channel and a torus of extents 5 and 4 (ties, and none); balanced in that torus.
#include "VCandidatesBalanced.h"
#include "VCandidatesCube.h"
#include "VCandidatesMesh.h"
#include "VCandidatesTorus.h"
#include "bench.hpp"
#include "family/mway/adaptive/candidates.hpp"
#include "family/mway/header.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;

namespace {

constexpr unsigned kFromProcessor = 15;

template <class Top>
void check(const TopologyConfig& config, MwayVariant routing) {
  CombinationalBench<Top> bench;
  const MwayTopology topology(config);
  TopologyConfig lone = config;
  lone.processors = 1;
  unsigned several = 0;
  for (ChannelId at = 0; at < topology.channels(); ++at) {
    for (TerminalId to = 0; to < topology.terminals(); ++to) {
      for (unsigned way = 0; way <= topology.processor_way(0); ++way) {
        const unsigned own = way == topology.processor_way(0) ? kFromProcessor : way;
        for (unsigned buffer_class = 0; buffer_class < 2; ++buffer_class) {
          const MwayCandidates expected =
              mway_candidates(topology, routing, at, to, own, buffer_class);
          drive(bench->position_i, encode_dest(lone, at));
          drive(bench->destination_i, encode_dest(config, to));
          bench->own_way_i = static_cast<CData>(own);
          bench->class_i = static_cast<CData>(buffer_class);
          bench.settle();
          INFO("channel " << at << ", terminal " << to << ", way " << own << ", class "
                          << buffer_class);
          REQUIRE(bench->adaptive_o == expected.adaptive);
          REQUIRE(bench->way_o == expected.way);
          REQUIRE(bench->classes_o == expected.classes);
          REQUIRE(bench->legal_o);
          several += (expected.adaptive & (expected.adaptive - 1)) != 0 || expected.classes == 3;
        }
      }
    }
  }
  CHECK(several > 100);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("candidates are those of the model", "[mway_candidates]") {
  check<VCandidatesMesh>({TopologyKind::kMesh, {4, 4}, 1}, MwayVariant::kAdaptive);
  check<VCandidatesCube>({TopologyKind::kMesh, {2, 1, 2, 2}, 2}, MwayVariant::kAdaptive);
  check<VCandidatesTorus>({TopologyKind::kTorus, {5, 4}, 1}, MwayVariant::kAdaptive);
  check<VCandidatesBalanced>({TopologyKind::kTorus, {5, 4}, 1}, MwayVariant::kBalanced);
}

TEST_CASE("a destination outside the network is reported", "[mway_candidates]") {
  CombinationalBench<VCandidatesTorus> bench;
  drive(bench->position_i, 0);
  bench->own_way_i = kFromProcessor;
  bench->class_i = 0;
  for (unsigned digit = 0; digit < 8; ++digit) {
    drive(bench->destination_i, digit);
    bench.settle();
    CHECK(bench->legal_o == (digit < 5));
  }
}
