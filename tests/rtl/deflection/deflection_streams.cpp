// rtl/deflection/deflection_streams.sv
//
// Rationale: the model of the network with streams is the RTL, cycle for cycle, and every legal
// message arrives once, whole, in order, with its source, although its words overtake each other.
// State space: that of a network; random messages, gaps, back-pressure, and all kinds of illegal
// input, at low and at saturating load.
// Parameter space: a torus of 3x2, queues of one flit in the network; a row of three, words of 64
//   bits, the shortest entry queue; one node, which sends to itself.
#include "VStreamsMutants.h"
#include "VStreamsOne.h"
#include "VStreamsRow.h"
#include "VStreamsTorus.h"
#include "family/deflection/config.hpp"
#include "family/deflection/streams.hpp"
#include "family/deflection/torus.hpp"
#include "stream_bench.hpp"
#include "woven/mutants.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

NetworkConfig torus(unsigned columns, unsigned rows, unsigned depth) {
  NetworkConfig config = deflection_config();
  config.topology.extents = {columns, rows};
  deflection_of(config).depth = depth;
  return config;
}

template <class Top>
void equal_under_load(const NetworkConfig& config, const StreamSizes& sizes) {
  const auto model = make_deflection_streams(config, sizes);
  StreamBench<Top> bench(*model, sizes.max_words, true);
  bench.run({1, 8, 8, 1, 1500});  // saturated
  bench.run({2, 1, 8, 4, 2500});  // light, many illegal messages
  bench.run({3, 8, 2, 1, 1500});  // slow receivers
  bench.run({4, 4, 4, 2, 1500});
  CHECK(bench.received() > 100 * model->terminals());
  for (const unsigned drops : bench.drops()) CHECK(drops > 5);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("a torus with streams equals its model",
          "[deflection_streams][DeflectionStreamsNoError]") {
  equal_under_load<VStreamsTorus>(torus(3, 2, 1), {5, 10});
}

TEST_CASE("a row with streams equals its model", "[deflection_streams]") {
  equal_under_load<VStreamsRow>(torus(3, 1, 2), {3, 3});
}

TEST_CASE("a single node with streams equals its model", "[deflection_streams]") {
  equal_under_load<VStreamsOne>(torus(1, 1, 2), {2, 4});
}

TEST_CASE("no state before a reset shows in a network with streams", "[deflection_streams]") {
  independent_of_state<VStreamsTorus>(
      [] {
        return make_deflection_streams(torus(3, 2, 1), {5, 10});
      },
      5, true);
}

TEST_CASE("the lockstep of streams finds mutants", "[deflection_streams]") {
  const auto make = [] { return make_deflection_streams(torus(2, 2, 2), {3, 6}); };
  find_mutants<VStreamsMutants>(make, 3, true, std::begin(kMutants), std::end(kMutants));
}

// docs/deflection.md: from TLAST in to the first word out, both cycles counted.
TEMPLATE_TEST_CASE("a lone message takes the closed form's time", "[deflection_streams]",
                   VStreamsTorus, VStreamsRow) {
  constexpr bool kRow = std::is_same_v<TestType, VStreamsRow>;
  const NetworkConfig config = kRow ? torus(3, 1, 2) : torus(3, 2, 1);
  const UnidirectionalTorus shape(config.topology);
  const unsigned interval = kRow ? 1 : 2;  // a queue of one flit takes one every second cycle
  for (const unsigned words : {1u, 2u, 3u}) {
    for (TerminalId to = 0; to < shape.nodes(); ++to) {
      const auto model = make_deflection_streams(config, {kRow ? 3u : 5u, kRow ? 3u : 10u});
      StreamBench<TestType> bench(*model, 3, true);
      const unsigned links = shape.columns_between(1, to) + shape.rows_between(1, to);
      CHECK(bench.lone_message(1, to, words) == links + interval * (words - 1) + 5);
    }
  }
}
