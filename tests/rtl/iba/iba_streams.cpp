// rtl/iba/iba_streams.sv
//
// Rationale: the model of the network with streams is the RTL, cycle for cycle from the reset on,
// so tables load in hardware in as many cycles; every legal message arrives once, whole, with its
// source; illegal ones are dropped, flagged, and harm none.
// State space: that of a network; random messages, gaps, back-pressure, and all kinds of illegal
// input, at low and at saturating load; groups and arbitration, of which the tables come by the
// management port, in-band.
// Parameter space: a mesh of 3x2 with one virtual lane, which keeps the order of messages, and the
//   mutants; one of 2x2 with two lanes by service level. By night:
//   wide/iba_streams_wide.cpp.
#include "VStreamsGroups.h"
#include "VStreamsLane.h"
#include "VStreamsLanes.h"
#include "family/iba/mesh.hpp"
#include "family/iba/ports.hpp"
#include "family/iba/subnet_manager.hpp"
#include "streams.hpp"
#include "woven/mutants.hpp"

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

constexpr unsigned kWords = 5;

NetworkConfig one_lane() { return iba_mesh(3, 2, kWords); }

NetworkConfig two_lanes() {
  NetworkConfig config = iba_mesh(2, 2, kWords);
  iba_of(config).virtual_lanes = 2;
  iba_of(config).lane_use = LaneUse::kByLevel;
  iba_of(config).service_levels = 3;
  return config;
}

/// Writes an entry of a switch's table over APB.
template <class Top>
void write(StreamBench<Top>& bench, std::size_t at, IbaTable table, std::size_t entry,
           unsigned value) {
  Top* rtl = bench.rtl();
  rtl->psel_i = rtl->pwrite_i = 1;
  rtl->paddr_i = static_cast<std::uint32_t>(at << 18 | static_cast<unsigned>(table) << 16 | entry);
  rtl->pwdata_i = value;
  bench.idle_clock();
  rtl->penable_i = 1;
  while (rtl->pready_o == 0) bench.idle_clock();
  bench.idle_clock();
  rtl->psel_i = rtl->penable_i = rtl->pwrite_i = 0;
}

/// Writes the tables of groups and of arbitration, as a subnet manager does.
template <class Top>
void load_tables(StreamBench<Top>& bench, const NetworkConfig& config,
                 const std::vector<MulticastGroup>& groups) {
  const SubnetTables tables = make_subnet_tables(config, groups);
  for (std::size_t at = 0; at < tables.multicast.size(); ++at) {
    for (std::size_t entry = 0; entry < tables.multicast[at].size(); ++entry)
      write(bench, at, IbaTable::kMulticast, entry, tables.multicast[at][entry]);
    for (std::size_t entry = 0; entry < tables.arbitration[at].size(); ++entry)
      if (tables.arbitration[at][entry] != 0)
        write(bench, at, IbaTable::kCounters, kArbitrationOffset + entry,
              tables.arbitration[at][entry]);
  }
}

constexpr unsigned kRouteError = 1u << 3;

}  // namespace

TEST_CASE("a mesh with one virtual lane and streams equals its model",
          "[iba_streams][IbaStreamsNoError]") {
  equal_under_load<VStreamsLane>(one_lane(), true);
}

TEST_CASE("a mesh with two virtual lanes and streams equals its model", "[iba_streams]") {
  equal_under_load<VStreamsLanes>(two_lanes(), false);
}

// The tables of groups come by the management port.
TEST_CASE("messages to groups arrive at every member", "[iba_streams]") {
  NetworkConfig config = two_lanes();
  validate(config);
  iba_of(config).in_band = true;
  const std::vector<MulticastGroup> groups = {{1, {0, 1, 2, 3}}, {2, {0, 3}}, {1, {2}}};
  const auto model = make_iba_streams(config, stream_sizes(kWords), groups);
  StreamBench<VStreamsGroups> bench(*model, kWords, false);
  load_tables(bench, config, groups);
  std::vector<StreamBench<VStreamsGroups>::Group> senders;
  for (unsigned group = 0; group < groups.size(); ++group)
    senders.push_back({groups[group].source, kFirstMulticastLid + group, groups[group].members});
  bench.use_groups(senders);
  bench.run({1, 8, 8, 1, 1500});
  bench.run({2, 8, 2, 2, 1000});
  CHECK(bench.received() > 500);
  CHECK_FALSE(bench.assertion_failed());
}

// So do those of arbitration: virtual lane 1 has three times the weight of lane 0 at low priority,
// and two flits of three at high priority.
TEST_CASE("arbitration tables share links between streams", "[iba_streams]") {
  NetworkConfig config = two_lanes();
  iba_of(config).in_band = true;
  iba_of(config).arbitration = Arbitration::kWeights;
  iba_of(config).arbitration_entries = 2;
  iba_of(config).low_weights = {1, 3, 0, 0};
  iba_of(config).high_weights = {0, 2, 0, 0};
  iba_of(config).high_limit = 2;
  validate(config);
  const auto model = make_streams(config);
  StreamBench<VStreamsGroups> bench(*model, kWords, false);
  load_tables(bench, config, {});
  bench.run({1, 8, 8, 1, 1500});
  bench.run({2, 8, 2, 2, 1000});
  CHECK(bench.received() > 500);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("a message to a group without tables is discarded and reported", "[iba_streams]") {
  NetworkConfig config = two_lanes();
  iba_of(config).in_band = true;
  validate(config);
  const auto model = make_iba_streams(config, stream_sizes(kWords));
  StreamBench<VStreamsGroups> bench(*model, kWords, false);
  unsigned reports = 0;
  bench.send_one(1, {7, kFirstMulticastLid + 1, true});
  for (unsigned cycle = 0; cycle < 50; ++cycle) {
    bench.idle_clock();
    reports += bench.rtl()->error_o[1] == kRouteError;
  }
  CHECK(reports == 1);
  bench.run({3, 4, 4, 1, 300});  // others are not affected
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("no state before a reset shows in a network with streams", "[iba_streams]") {
  independent_of_state<VStreamsLane>([] { return make_streams(one_lane()); }, kWords, true);
}

TEST_CASE("the lockstep of streams finds mutants", "[iba_streams]") {
  find_mutants<VStreamsLanes>([] { return make_streams(two_lanes()); }, kWords, false,
                              std::begin(kMutants), std::end(kMutants));
}

// docs/streams.md: from TLAST in to the first word out, both cycles counted.
TEST_CASE("a lone message takes the closed form's time", "[iba_streams]") {
  const NetworkConfig config = one_lane();
  const IbaMesh mesh(config.topology);
  for (const unsigned words : {1u, kWords}) {
    for (TerminalId to = 0; to < mesh.switches(); ++to) {
      const auto model = make_streams(config);
      StreamBench<VStreamsLane> bench(*model, kWords, true);
      const auto distance = [&](unsigned a, unsigned b) { return a > b ? a - b : b - a; };
      const unsigned links = distance(mesh.x(1), mesh.x(to)) + distance(mesh.y(1), mesh.y(to));
      CHECK(bench.lone_message(1, to, words) == words + 1 + 2 * links + 2 + 4);
    }
  }
}
