// Messages of several packets: segmentation by sources or endpoints, reassembly, and detection of
// packets that are missing or early.
#include "family/iba/config.hpp"
#include "stats/reassembly.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "config/schema.hpp"
#include "core/error.hpp"
#include "core/random.hpp"
#include "family/iba/model.hpp"
#include "family/registry.hpp"
#include "ideal_network.hpp"
#include "runs/run_options.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

NetworkConfig mesh_config(unsigned bytes, unsigned mtu) {
  NetworkConfig config = iba_config();
  config.topology.extents = {3, 3};
  config.message_bytes = bytes;
  iba_of(config).mtu_bytes = mtu;
  validate(config);
  return config;
}

/// A message of three packets, a data flit each, from terminal 0 to 3.
struct Bench {
  explicit Bench(bool in_order)
      : network(4, 2),
        scoreboard(network.shape(), messages, Scoreboard::Order::kPerPair, {}, in_order) {}

  MessageId send(std::uint16_t packet) {
    MessageRecord record;
    record.destination = 3;
    record.data_flits = 1;
    record.packet = packet;
    record.packets = 3;
    return messages.insert(record);
  }
  const MessageRecord* deliver(MessageId id) {
    scoreboard.check({3, 0, 0, Tag::kHeader, true, 0, id}, 9);
    return scoreboard.check({3, 0, 0, Tag::kTail, true, 1, id}, 9);
  }

  IdealNetwork network;
  MessageTable messages;
  Scoreboard scoreboard;
};

RunOptions batch(const std::string& pattern, unsigned messages) {
  RunOptions options;
  options.traffic.pattern = parse_pattern(pattern);
  options.traffic.process = parse_process(fmt::format("batch:{}", messages));
  options.cycles = 1'000'000;
  options.warmup = 0;
  return options;
}

}  // namespace

TEST_CASE("the largest packet sets the minimum buffer depth", "[reassembly]") {
  CHECK(iba_of(mesh_config(8192, 4096)).depth == 4096 / 16 + 1);
  CHECK(iba_of(mesh_config(8192, 8192)).depth == 8192 / 16 + 1);
  CHECK(iba_of(mesh_config(128, 4096)).depth == 128 / 16 + 1);
  NetworkConfig config = mesh_config(8192, 256);
  CHECK(iba_of(config).depth == 17);
  iba_of(config).depth = 16;
  CHECK_THAT(config_error(config), Contains("router.depth") && Contains("legal: 17 to 1024"));
  config = mesh_config(8192, 256);
  set_key(config, "traffic.mtu_bytes", "1024");
  CHECK(iba_of(config).depth == 65);
  CHECK_THROWS_WITH(set_key(config, "traffic.mtu_bytes", "3000"),
                    Contains("traffic.mtu_bytes") && Contains("legal: 256, 512, 1024"));
  CHECK_THROWS_WITH(set_key(config, "traffic.mtu_bytes", "128"), Contains("256 to 8192"));
}

TEST_CASE("a message is complete with its last packet", "[PacketsReassembled]") {
  Bench bench(true);
  const MessageId ids[] = {bench.send(0), bench.send(1), bench.send(2)};
  CHECK(bench.deliver(ids[0]) == nullptr);
  CHECK(bench.deliver(ids[1]) == nullptr);
  CHECK(bench.scoreboard.delivered_messages() == 0);
  CHECK(bench.deliver(ids[2]) != nullptr);
  CHECK(bench.scoreboard.delivered_messages() == 1);
  CHECK(bench.scoreboard.delivered_copies() == 1);
  CHECK_NOTHROW(bench.scoreboard.expect_all_delivered(10));
}

TEST_CASE("packets out of order are detected where order is kept", "[PacketsReassembled]") {
  Bench ordered(true);
  const MessageId first = ordered.send(0);
  const MessageId second = ordered.send(1);
  CHECK_THROWS_WITH(ordered.deliver(second), Contains("PacketsReassembled") &&
                                                 Contains("packet 1 of message 0 from 0") &&
                                                 Contains("packet 0 was expected"));
  static_cast<void>(first);
  Bench any(false);
  const MessageId ids[] = {any.send(0), any.send(1), any.send(2)};
  CHECK(any.deliver(ids[2]) == nullptr);
  CHECK(any.deliver(ids[0]) == nullptr);
  CHECK(any.deliver(ids[1]) != nullptr);
}

TEST_CASE("missing and duplicate packets are detected", "[PacketsReassembled]") {
  Bench bench(true);
  const MessageId first = bench.send(0);
  bench.deliver(first);
  CHECK_THROWS_WITH(bench.scoreboard.expect_all_delivered(10),
                    Contains("PacketsReassembled") && Contains("1 of 3 packets"));
  CHECK_THROWS_WITH(bench.deliver(first), Contains("not in flight"));
}

TEST_CASE("long messages arrive whole, by unicast and multicast", "[PacketsReassembled]") {
  for (std::uint64_t trial = 0; trial < 60; ++trial) {
    Random random(21, 0, Purpose::kTest, trial);
    NetworkConfig config = mesh_config(200 + random.below(1500), 256);
    config.topology.extents = {1 + random.below(4), 2 + random.below(3)};
    iba_of(config).groups = 0;
    iba_of(config).virtual_lanes = 1u << random.below(3);
    iba_of(config).lane_use = random.below(2) == 0 ? LaneUse::kShared : LaneUse::kDedicated;
    iba_of(config).replication =
        random.below(2) == 0 ? Replication::kBranches : Replication::kAllOrNothing;
    iba_of(config).depth += random.below(30);
    if (config.own->packets_in_order() && random.below(2) == 0)
      iba_of(config).segmentation = Segmentation::kEndpoints;
    validate(config);
    const char* const patterns[] = {"uniform", "multicast:60:50:60", "copies:50:50"};
    RunOptions options = batch(patterns[trial % 3], 5);
    options.traffic.lengths = parse_lengths(fmt::format("0,16,200,{}", config.message_bytes));
    options.check_order = iba_of(config).virtual_lanes == 1;
    options.stall_probability = trial % 4 == 0 ? 0.2 : 0;
    INFO(to_toml(config) << to_string(*options.traffic.pattern));
    const auto network = make_iba_model(config);
    const SimulationResult result = run_simulation(*network, config, options);
    REQUIRE(result.verdict == Verdict::kCompleted);
    REQUIRE(result.delivered_copies >= result.delivered_messages);
  }
}

TEST_CASE("endpoints reassemble messages only where packets do not overtake", "[reassembly]") {
  NetworkConfig config = mesh_config(1000, 256);
  set_key(config, "router.segmentation", "endpoints");
  CHECK(segment_flits(config) == 16);
  CHECK(segment_flits(parse_config(to_toml(config), "again")) == 16);
  CHECK_THROWS_WITH(set_key(config, "router.virtual_lanes", "2"),
                    Contains("router.segmentation") && Contains("legal: terminals"));
  iba_of(config).lane_use = LaneUse::kDedicated;
  CHECK_NOTHROW(validate(config));
}

TEST_CASE("segmentation in endpoints instead of terminals costs one cycle", "[reassembly]") {
  NetworkConfig config = mesh_config(1000, 256);
  iba_of(config).depth = 34;
  const auto run = [&config](Segmentation segmentation) {
    iba_of(config).segmentation = segmentation;
    validate(config);
    RunOptions options = batch("uniform", 40);
    options.traffic.lengths = parse_lengths("0,100,256,600,1000");
    return run_simulation(*make_iba_model(config), config, options);
  };
  const SimulationResult terminals = run(Segmentation::kTerminals);
  const SimulationResult endpoints = run(Segmentation::kEndpoints);
  CHECK(endpoints.delivered_messages == terminals.delivered_messages);
  CHECK(endpoints.last_delivery == terminals.last_delivery + 1);
  CHECK(endpoints.measured.latency.min == terminals.measured.latency.min + 1);
  CHECK(endpoints.measured.latency.max == terminals.measured.latency.max + 1);
  CHECK(endpoints.measured.latency.mean == Approx(terminals.measured.latency.mean + 1));
}

TEST_CASE("the place of a flit given by endpoints is checked", "[PacketsReassembled]") {
  const auto deliver = [](std::uint16_t header, std::uint16_t data, bool first, bool last) {
    MessageTable messages;
    NetworkShape shape = IdealNetwork(4, 2).shape();
    shape.segment_flits = 8;
    shape.header_id_mask = 0;
    Scoreboard scoreboard(shape, messages, Scoreboard::Order::kAny, {}, false);
    MessageRecord record;
    record.destination = 3;
    record.data_flits = 1;
    record.packet = 2;
    record.packets = 3;
    const MessageId id = messages.insert(record);
    scoreboard.check({3, 0, 0, Tag::kHeader, true, 0, 7, header, first, false}, 9);
    scoreboard.check({3, 0, 0, Tag::kTail, true, 1, id, data, false, last}, 9);
  };
  CHECK_NOTHROW(deliver(16, 16, false, true));
  CHECK_THROWS_WITH(deliver(16, 17, false, true), Contains("16 and 16 were expected"));
  CHECK_THROWS_WITH(deliver(8, 16, false, true), Contains("PacketsReassembled"));
  CHECK_THROWS_WITH(deliver(0, 0, true, true), Contains("PacketsReassembled"));
  CHECK_THROWS_WITH(deliver(16, 16, true, true), Contains("the first of a message"));
  CHECK_THROWS_WITH(deliver(16, 16, false, false), Contains("not the last flit"));
}

TEST_CASE("packets of a message follow each other, and latency counts to the last tail",
          "[reassembly]") {
  NetworkConfig config = mesh_config(600, 256);  // 256 + 256 + 88 bytes: 17 + 17 + 7 flits
  iba_of(config).segmentation = GENERATE(Segmentation::kTerminals, Segmentation::kEndpoints);
  const Cycle endpoint = segment_flits(config) != 0 ? 1 : 0;
  config.topology.extents = {1, 2};
  iba_of(config).groups = 0;
  iba_of(config).depth = 3 * 17;
  validate(config);
  const auto network = make_iba_model(config);
  const SimulationResult result = run_simulation(*network, config, batch("uniform", 1));
  CHECK(result.delivered_messages == 2);
  // One hop, without a gap at the source; each packet but the first waits a cycle for its lookup.
  CHECK(result.measured.latency.min >= 2 * 1 + (17 + 17 + 7) + 1 + endpoint);
  CHECK(result.measured.latency.max <= 2 * 1 + (17 + 17 + 7) + 1 + 10);
  CHECK(message_flits(600, {16, 0, 256}) == 17 + 17 + 7);
  CHECK(message_flits(0, {16, 0, 256}) == 1);
}
