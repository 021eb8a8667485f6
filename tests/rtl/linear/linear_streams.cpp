// rtl/linear/linear_streams.sv
//
// Rationale: the model of the network with streams is the RTL, cycle for cycle, and every legal
// message arrives once, in order, with its source, without words of others in between. Messages
// from host to host are illegal as those to terminals that do not exist.
// State space: that of a network; random messages, gaps, back-pressure, and all kinds of illegal
// input, at low and at saturating load.
// Parameter space: the line of four hosts; a tree of five with flits of 45 bits, buffers of two
// flits
//   and the shortest entry queue; a single host; with mutants buffers that leave gaps between
//   flits.
#include "VStreamsBush.h"
#include "VStreamsLine.h"
#include "VStreamsMutants.h"
#include "VStreamsOne.h"
#include "config/schema.hpp"
#include "family/linear/config.hpp"
#include "family/linear/streams.hpp"
#include "family/linear/topology.hpp"
#include "stream_bench.hpp"
#include "woven/mutants.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;

template <>
constexpr unsigned wayfarer::module_test::kWordBits<VStreamsBush> = 45;

namespace {

NetworkConfig network(const std::string& tree, unsigned depth, bool refill) {
  NetworkConfig config = linear_config();
  linear_of(config).tree = tree;
  linear_of(config).depth = depth;
  linear_of(config).refill = refill;
  validate(config);
  return config;
}

NetworkConfig line(unsigned hosts) { return network(line_text(hosts), 1, true); }

NetworkConfig bush() {
  NetworkConfig config = network("((1 (2 -)) ((3 4) 5))", 2, false);
  set_key(config, "flit.bits", "32");
  return config;
}

/// Hosts send to the server, the server to the hosts.
StreamReach client_server(unsigned server) {
  return [server](unsigned from, unsigned to) { return (from == server) != (to == server); };
}

template <class Top>
void equal_under_load(const NetworkConfig& config, const StreamSizes& sizes) {
  const auto model = make_linear_streams(config, sizes);
  const auto server = static_cast<unsigned>(model->terminals() - 1);
  StreamBench<Top> bench(*model, sizes.max_words, true, 0, client_server(server));
  bench.run({1, 8, 8, 1, 1500});  // saturated
  bench.run({2, 1, 8, 4, 2500});  // light, many illegal messages
  bench.run({3, 8, 2, 1, 1500});  // slow receivers
  bench.run({4, 4, 4, 2, 1500});
  CHECK(bench.received() > 100 * model->terminals());
  for (const unsigned drops : bench.drops()) CHECK(drops > 5);
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("a line with streams equals its model", "[linear_streams][LinearStreamsNoError]") {
  equal_under_load<VStreamsLine>(line(4), {5, 10});
}

TEST_CASE("a tree with streams equals its model", "[linear_streams]") {
  equal_under_load<VStreamsBush>(bush(), {3, 3});
}

TEST_CASE("a single host with streams equals its model", "[linear_streams]") {
  equal_under_load<VStreamsOne>(line(1), {2, 4});
}

TEST_CASE("no state before a reset shows in a network with streams", "[linear_streams]") {
  independent_of_state<VStreamsBush>(
      [] {
        return make_linear_streams(bush(), {3, 3});
      },
      3, true, client_server(5));
}

TEST_CASE("the lockstep of streams finds mutants", "[linear_streams]") {
  const auto make = [] { return make_linear_streams(network(line_text(3), 1, false), {3, 6}); };
  find_mutants<VStreamsMutants>(make, 3, true, std::begin(kMutants), std::end(kMutants),
                                client_server(3));
}

// docs/streams.md: from TLAST in to the first word out, both cycles counted.
TEMPLATE_TEST_CASE("a lone message takes the closed form's time", "[linear_streams]", VStreamsLine,
                   VStreamsBush) {
  constexpr bool kLine = std::is_same_v<TestType, VStreamsLine>;
  const NetworkConfig config = kLine ? line(4) : bush();
  const LinearTopology shape(linear_of(config).tree);
  const TerminalId server = shape.server();
  for (const unsigned words : {1u, 2u, 3u}) {
    for (TerminalId host = 0; host < server; ++host) {
      for (const bool answer : {false, true}) {
        const auto model = make_linear_streams(config, {kLine ? 5u : 3u, kLine ? 10u : 3u});
        StreamBench<TestType> bench(*model, 3, true);
        CHECK(bench.lone_message(answer ? server : host, answer ? host : server, words) ==
              shape.hops(host) + 5);
      }
    }
  }
}
