// rtl/mway/streams/mway_streams.sv
//
// Rationale: the model of the network with streams is the RTL, cycle for cycle, and every legal
// message arrives once, whole, with its source; illegal ones are dropped, flagged, and harm none.
// State space: that of a network; random messages, gaps, back-pressure, and all kinds of illegal
// input, at low and at saturating load.
// Parameter space: a mesh of 3x2 channels, three buffers, words that have a user's nine bits beside
//   their bytes; a ring of three with two processors a
//   channel, two classes, cyclic Stat, late freeing, words of 64 bits, the shortest entry queue.
#include "VStreamsMesh.h"
#include "VStreamsMutants.h"
#include "VStreamsRing.h"
#include "family/mway/config.hpp"
#include "family/mway/streams.hpp"
#include "family/mway/zero_load.hpp"
#include "stream_bench.hpp"
#include "woven/mutants.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

template <>
constexpr unsigned wayfarer::module_test::kWordBits<VStreamsMesh> = 41;

namespace {

NetworkConfig mesh() {
  NetworkConfig config = mway_config();
  config.topology = {TopologyKind::kMesh, {3, 2}, 1};
  config.flit_bits = 32;
  mway_of(config).buffers = 3;
  mway_of(config).classes = split_classes(mway_of(config).buffers, 3);
  validate(config);
  return config;
}

NetworkConfig ring() {
  NetworkConfig config = mway_config();
  config.topology = {TopologyKind::kTorus, {3}, 2};
  config.flit_bits = 64;
  mway_of(config).buffers = 2;
  mway_of(config).classes = split_classes(mway_of(config).buffers, 1);
  mway_of(config).freeing = Freeing::kLate;
  mway_of(config).stat = Stat::kCyclic;
  mway_of(config).variant = MwayVariant::kPipelined;
  validate(config);
  return config;
}

template <class Top>
void equal_under_load(const NetworkConfig& config, const StreamSizes& sizes) {
  const auto model = make_mway_streams(config, sizes);
  StreamBench<Top> bench(*model, sizes.max_words, false);
  bench.run({1, 8, 8, 1, 1500});  // saturated
  bench.run({2, 1, 8, 4, 1500});  // light, many illegal messages
  bench.run({3, 8, 2, 1, 1500});  // slow receivers
  bench.run({4, 4, 4, 2, 1500});
  CHECK(bench.received() > 1000);
  for (const unsigned drops : bench.drops()) CHECK(drops > 10);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("a mesh with streams equals its model", "[mway_streams][MwayStreamsNoError]") {
  equal_under_load<VStreamsMesh>(mesh(), {5, 10});
}

TEST_CASE("a ring with streams equals its model", "[mway_streams][MwayStreamsNoError]") {
  equal_under_load<VStreamsRing>(ring(), {3, 3});
}

TEST_CASE("no state before a reset shows in a network with streams", "[mway_streams]") {
  independent_of_state<VStreamsRing>([] { return make_mway_streams(ring(), {3, 3}); }, 3, false);
}

TEST_CASE("the lockstep of streams finds mutants", "[mway_streams]") {
  NetworkConfig config = mesh();
  config.topology = {TopologyKind::kMesh, {2}, 2};
  mway_of(config).buffers = 2;
  mway_of(config).classes = {};
  validate(config);
  find_mutants<VStreamsMutants>(
      [&] {
        return make_mway_streams(config, {4, 8});
      },
      4, false, std::begin(kMutants), std::end(kMutants));
}

// docs/streams.md: from TLAST in to the first word out, both cycles counted.
TEST_CASE("a lone message takes the closed form's time", "[mway_streams]") {
  const NetworkConfig config = mesh();
  for (const unsigned words : {1u, 2u, 5u}) {
    for (TerminalId to = 0; to < 6; ++to) {
      const auto model = make_mway_streams(config, {5, 10});
      StreamBench<VStreamsMesh> bench(*model, 5, false);
      CHECK(bench.lone_message(1, to, words) == zero_load_latency(config, 1, to, words) + 5);
      if (words == 2 && to == 2) require_in(WAYFARER_STREAMS_PAGE, bench.diagram());
    }
  }
}
