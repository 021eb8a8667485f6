// Properties of the wormhole model: delivery exactly once and in order, the closed form of latency
// without contention, where blocked messages stand, the paper's measurement of a case without
// randomness. tests/cosim compares the model with the hardware.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "../lone_message.hpp"
#include "config/schema.hpp"
#include "core/error.hpp"
#include "core/lockstep.hpp"
#include "core/message_port.hpp"
#include "core/random.hpp"
#include "core/simd.hpp"
#include "family/mesh/config.hpp"
#include "family/registry.hpp"
#include "family/wormhole/config.hpp"
#include "family/wormhole/model.hpp"
#include "family/wormhole/phases.hpp"
#include "family/wormhole/vector_model.hpp"
#include "runs/run_options.hpp"

using namespace wayfarer;

namespace {

NetworkConfig config_of(TopologyKind kind, std::vector<unsigned> extents,
                        WormholeRoutingKind routing) {
  NetworkConfig config = wormhole_config();
  config.name = "wormhole";
  config.topology = {kind, std::move(extents), 1};
  config.flit_bits = 128;
  wormhole_of(config).routing = routing;
  validate(config);
  return config;
}

NetworkConfig random_config(std::uint64_t trial) {
  Random random(1, 0, Purpose::kTest, trial);
  std::vector<unsigned> extents(1 + random.below(3));
  for (unsigned& extent : extents) extent = 1 + random.below(5);
  extents.front() += 1;
  const auto kind = random.below(2) == 0 ? TopologyKind::kMesh : TopologyKind::kTorus;
  NetworkConfig config =
      config_of(kind, extents, static_cast<WormholeRoutingKind>(random.below(3)));
  if (wormhole_of(config).routing == WormholeRoutingKind::kRomm)
    mesh_of(config).phases = 1 + random.below(3);
  mesh_of(config).virtual_channels = 1 + random.below(random.below(2) == 0 ? 1 : 2);
  mesh_of(config).depth = 1 + random.below(4);
  mesh_of(config).injection_ports = 1 + random.below(3);
  mesh_of(config).ejection_ports = 1 + random.below(3);
  mesh_of(config).seed = random.below(1000);
  mesh_of(config).vc_classes = 0;
  config.schema->fill_defaults(config);
  return config;
}

RunOptions batch(const std::string& pattern, unsigned messages) {
  RunOptions options;
  options.traffic.pattern = parse_pattern(pattern);
  options.traffic.process = parse_process(fmt::format("batch:{}", messages));
  options.cycles = 1'000'000;
  options.warmup = 0;
  return options;
}

Cycle batch_cycles(const NetworkConfig& config, const RunOptions& options) {
  const auto network = make_model(config);
  const SimulationResult result = run_simulation(*network, config, options);
  CHECK(result.verdict == Verdict::kCompleted);
  return result.last_delivery + 1;
}

/// Random messages of at most so many flits, while no terminal takes a flit, until nothing moves;
/// then all that have begun must arrive. Returns how many messages stood across a link when nothing
/// moved: a virtual channel had carried the header and not the tail.
unsigned blocked_across_links(const NetworkConfig& config, unsigned longest, std::uint64_t seed) {
  struct Sender {
    LoneMessage message;
    MessageId id = 0;
    unsigned sent = 0;
  };
  const auto network = make_model(config);
  const unsigned terminals = config.terminals();
  const unsigned ports = mesh_of(config).injection_ports;
  const unsigned least = 1 + config.least_data_flits();
  Random random(seed, 0, Purpose::kTest, 1);
  std::vector<Sender> senders(terminals * ports);
  std::map<std::pair<ChannelId, unsigned>, unsigned> open;  // messages, by virtual channel
  MessageId begun = 0;
  MessageId arrived = 0;
  Cycle moved = 0;
  const auto stall = [&](bool stalled) {
    for (TerminalId terminal = 0; terminal < terminals; ++terminal)
      network->stall_ejection(terminal, stalled);
  };
  const auto cycle = [&](Cycle now, bool begin) {
    for (std::size_t i = 0; i < senders.size(); ++i) {
      Sender& sender = senders[i];
      const auto from = static_cast<TerminalId>(i / ports);
      const auto port = static_cast<unsigned>(i % ports);
      if ((network->injection_ready()[from] >> port & 1) == 0) continue;
      if (sender.id == 0 || sender.sent == sender.message.flits) {
        if (!begin) continue;
        const unsigned flits = least + random.below(longest + 1 - least);
        sender = {{from, random.below(terminals), flits}, ++begun, 0};
      }
      network->offer(from, port, flit_of(sender.message, sender.sent++, sender.id));
      moved = now;
    }
    network->step();
    for (const Transfer& transfer : network->transfers()) {
      unsigned& messages = open[{transfer.channel, transfer.driver}];
      messages += is_head(transfer.tag) ? 1 : 0;
      messages -= is_tail(transfer.tag) ? 1 : 0;
      moved = now;
    }
    for (const Delivery& delivery : network->deliveries()) arrived += is_tail(delivery.tag) ? 1 : 0;
  };
  constexpr Cycle kQuiet = 100;
  constexpr Cycle kLimit = 20'000;
  stall(true);
  network->step();
  Cycle now = 0;
  for (; now - moved < kQuiet && now < kLimit; ++now) cycle(now, true);
  REQUIRE(now < kLimit);
  REQUIRE(arrived == 0);
  REQUIRE(begun >= senders.size());
  unsigned across = 0;
  for (const auto& each : open) across += each.second;
  stall(false);
  for (now = 0; arrived != begun && now < kLimit; ++now) cycle(now, false);
  CHECK(arrived == begun);
  return across;
}

}  // namespace

TEST_CASE("batches drain on random routers without loss, damage or reordering", "[model]") {
  for (std::uint64_t trial = 0; trial < 200; ++trial) {
    const NetworkConfig config = random_config(trial);
    INFO(to_toml(config));
    if (!config_error(config).empty()) continue;
    const bool uniform = trial % 2 == 0 || config.terminals() <= 2;
    RunOptions options = batch(uniform ? "uniform:self" : "single-random", 20);
    options.traffic.lengths = parse_lengths("0,16,64,200");
    options.seed = trial;
    options.stall_probability = trial % 3 == 0 ? 0.2 : 0;
    batch_cycles(config, options);
  }
}

TEST_CASE("single ports and virtual channels keep the order of every pair", "[OrderPerPair]") {
  NetworkConfig config =
      config_of(TopologyKind::kTorus, {4, 4}, WormholeRoutingKind::kDimensionOrder);
  mesh_of(config).injection_ports = 1;
  mesh_of(config).ejection_ports = 1;
  RunOptions options = batch("single-random", 100);
  options.traffic.lengths = parse_lengths("0,16,64,200");
  options.check_order = true;
  batch_cycles(config, options);
  SECTION("two injection ports overtake each other") {
    mesh_of(config).injection_ports = 2;
    const auto network = make_model(config);
    CHECK_THROWS_AS(run_simulation(*network, config, options), CheckFailed);
  }
}

// Injection, hops and delivery take a cycle each. A buffer of one flit takes the next only in the
// cycle after it was emptied, so that flits come every second cycle.
TEST_CASE("latency without contention is hops + flits + 1", "[model]") {
  const WormholeRoutingKind routing =
      GENERATE(WormholeRoutingKind::kDimensionOrder, WormholeRoutingKind::kRomm,
               WormholeRoutingKind::kValiant);
  const TopologyKind kind = GENERATE(TopologyKind::kMesh, TopologyKind::kTorus);
  const unsigned depth = GENERATE(1u, 2u, 3u);
  NetworkConfig config = config_of(kind, {4, 3}, routing);
  mesh_of(config).depth = depth;
  mesh_of(config).seed = 7;
  const Grid topology(config.topology, HalfWay::kStraight);
  const auto network = make_model(config);
  for (TerminalId from = 0; from < 12; ++from) {
    for (TerminalId to = 0; to < 12; ++to) {
      unsigned hops = topology.distance(from, to);
      if (routing == WormholeRoutingKind::kValiant) {
        Random random(mesh_of(config).seed, from, Purpose::kRoute, 0);
        const PhaseSets phases =
            draw_phases(topology, from, to, RommRouting::valiant_brebner(), random);
        hops = magnitude(phases.sets[0]) + magnitude(phases.sets[1]);
      }
      for (const unsigned flits : {1u, 2u, 9u}) {
        const unsigned behind = (flits - 1) * (depth == 1 ? 2 : 1);
        network->reset();  // repeat with the first message
        CHECK(tail_cycle(*network, {from, to, flits}) == hops + 1 + behind);
      }
    }
  }
}

TEST_CASE("a link carries a flit in every cycle with back-to-back worms", "[model]") {
  NetworkConfig config = config_of(TopologyKind::kMesh, {2}, WormholeRoutingKind::kDimensionOrder);
  RunOptions options = batch("neighbour", 1000);
  options.traffic.lengths = parse_lengths("240");  // 16 flits with the header
  CHECK(batch_cycles(config, options) == 16 * 1000 + 2);
}

// The header waits until the flits before it have left the buffer behind the link, and all credits
// are back.
TEST_CASE("whole messages on one virtual channel leave a gap between them", "[model]") {
  const unsigned registers = GENERATE(0u, 1u, 3u);
  const unsigned pipeline = GENERATE(0u, 1u, 2u);
  NetworkConfig config = config_of(TopologyKind::kMesh, {2}, WormholeRoutingKind::kDimensionOrder);
  WormholeConfig& router = wormhole_of(config);
  router.depth = 16;
  router.link_registers = registers;
  router.pipeline = pipeline;
  router.message_flits = 16;  // an empty buffer
  const auto cycles = [&](unsigned messages) {
    RunOptions options = batch("neighbour", messages);
    options.traffic.lengths = parse_lengths("240");  // 16 flits with the header
    return batch_cycles(config, options);
  };
  constexpr unsigned kMore[] = {0, 1, 3};
  const unsigned gap = 2 * registers + 2 + kMore[pipeline];
  CHECK(cycles(1000) - cycles(1) == 999 * (16 + gap));
  router.depth = 16 + gap;
  // With room for the next message, only the output buffer must be empty.
  CHECK(cycles(1000) - cycles(1) == 999 * (16 + pipeline));
}

// The hardware that tests/cosim compares with has few buffers, and small ones.
TEST_CASE("the model behaves the same in words of all sizes", "[LockstepEquality]") {
  const unsigned bits = GENERATE(32u, 64u, 128u);
  for (std::uint64_t trial = 0; trial < 25; ++trial) {
    const NetworkConfig config = random_config(trial);
    INFO(to_toml(config));
    if (!config_error(config).empty()) continue;
    LockstepNetwork network(make_wormhole_model(config), make_wormhole_model(config, bits));
    RunOptions options;
    options.traffic.pattern = parse_pattern("uniform:self");
    options.traffic.lengths = parse_lengths("0,16,64,200");
    options.seed = trial;
    options.load.value = 0.5;
    options.stall_probability = trial % 3 == 0 ? 0.2 : 0;
    options.cycles = 600;
    options.warmup = 100;
    CHECK_NOTHROW(run_simulation(network, config, options).cycles);
  }
}

/// With whole messages, registers of hops and links, long buffers and short messages as well.
NetworkConfig any_config(std::uint64_t trial) {
  NetworkConfig config = random_config(trial);
  WormholeConfig& router = wormhole_of(config);
  Random random(2, 0, Purpose::kTest, trial);
  if (random.below(2) == 0) router.depth = 1 + random.below(40);
  if (random.below(2) == 0) router.virtual_channels = 1 + random.below(4);
  router.pipeline = random.below(3);
  router.link_registers = random.below(3) == 0 ? random.below(4) : 0;
  if (random.below(3) == 0) router.message_flits = 1 + random.below(router.depth);
  return config;
}

TEST_CASE("the vector form equals the scalar one in every cycle", "[LockstepEquality]") {
  const Simd simd = GENERATE(Simd::kScalar, Simd::kAvx2, Simd::kAvx512);
  if (simd > simd_in_use()) return;
  unsigned legal = 0;
  for (std::uint64_t trial = 0; trial < 150; ++trial) {
    NetworkConfig config = any_config(trial);
    INFO(to_toml(config));
    if (!config_error(config).empty()) continue;
    ++legal;
    LockstepNetwork network(make_wormhole_model(config),
                            make_wormhole_vector_model(config, simd, trial % 4 == 0 ? 64 : 32));
    RunOptions options;
    options.traffic.pattern = parse_pattern("uniform:self");
    options.traffic.lengths = parse_lengths(wormhole_of(config).whole_messages() ? "0"
                                            : trial % 2 == 0                     ? "0,16,64,200"
                                                                                 : "0");
    options.seed = trial;
    options.load.value = trial % 5 == 0 ? 0.05 : 0.5;
    options.stall_probability = trial % 3 == 0 ? 0.2 : 0;
    options.gap_probability = trial % 7 == 0 ? 0.3 : 0;
    options.cycles = 500;
    options.warmup = 100;
    CHECK_NOTHROW(run_simulation(network, config, options).cycles);
  }
  CHECK(legal > 75);
}

TEST_CASE("a processor with vectors of bytes gets the vector form", "[model]") {
  const NetworkConfig config =
      config_of(TopologyKind::kMesh, {4, 4}, WormholeRoutingKind::kDimensionOrder);
  const auto has_port = [&config] { return make_model(config)->find<MessagePort>() != nullptr; };
  const char* const before = std::getenv("WAYFARER_SIMD");
  const std::string kept = before == nullptr ? "" : before;
  CHECK(has_port() == (simd_in_use() != Simd::kScalar));
  CHECK(make_model(config, 0.01)->find<MessagePort>() == nullptr);  // light load
  setenv("WAYFARER_SIMD", "scalar", 1);
  CHECK(simd_in_use() == Simd::kScalar);
  CHECK_FALSE(has_port());
  setenv("WAYFARER_SIMD", "altivec", 1);
  CHECK_THROWS_AS(make_model(config), UsageError);
  setenv("WAYFARER_SIMD", kept.c_str(), 1);  // empty: as if it were not set
}

TEST_CASE("a stalled worm fills the buffers on its path, and all of it arrives", "[model]") {
  const unsigned depth = GENERATE(1u, 2u, 15u, 16u, 31u, 32u, 63u, 64u);
  NetworkConfig config = config_of(TopologyKind::kMesh, {2}, WormholeRoutingKind::kDimensionOrder);
  mesh_of(config).depth = depth;
  const auto network = make_model(config);
  const auto ready = [&] { return (network->injection_ready()[0] & 1) != 0; };
  network->stall_ejection(1, true);
  network->step();
  unsigned sent = 0;
  for (unsigned cycle = 0; cycle < 4 * depth + 8; ++cycle) {
    if (ready()) {
      const auto index = static_cast<std::uint16_t>(sent++);
      network->offer(0, 0, {index == 0 ? Tag::kHeader : Tag::kBody, index, 1, 1, 0});
    }
    network->step();
    CHECK(network->deliveries().empty());
  }
  CHECK(sent == 2 * depth + 1);  // two input buffers and the link's output buffer
  network->stall_ejection(1, false);
  unsigned delivered = 0;
  bool tail = false;
  for (unsigned cycle = 0; cycle < 8 * depth + 8; ++cycle) {
    if (!tail && ready()) {
      network->offer(0, 0, {Tag::kTail, static_cast<std::uint16_t>(sent++), 1, 0, 0});
      tail = true;
    }
    network->step();
    for (const Delivery& delivery : network->deliveries()) {
      CHECK(delivery.index == (delivered & 0xff));
      CHECK(is_tail(delivery.tag) == (++delivered == sent));
    }
  }
  CHECK(delivered == sent);
}

TEST_CASE("a blocked message occupies one buffer with whole messages, and spans links without",
          "[model]") {
  unsigned worms = 0;
  for (unsigned trial = 0; trial < 60; ++trial) {
    NetworkConfig config = random_config(trial);
    WormholeConfig& router = wormhole_of(config);
    router.depth = 5 + trial % 7;
    router.pipeline = trial % 3;
    router.link_registers = trial % 4 == 0 ? 2 : 0;
    router.message_flits = router.depth;
    INFO(to_toml(config));
    if (!config_error(config).empty()) continue;
    CHECK(blocked_across_links(config, router.depth, trial) == 0);
    router.message_flits = 5;  // shorter ones share the buffer
    CHECK(blocked_across_links(config, 5, trial) == 0);
    router.message_flits = 0;
    worms += blocked_across_links(config, router.depth, trial);
  }
  CHECK(worms > 60);
}

TEST_CASE("the transpose of Table 7 takes the paper's 12,017 cycles", "[model]") {
  const NetworkConfig config = load_config(find_config("romm-mesh16x16-dimorder"));
  CHECK(batch_cycles(config, batch("transpose", 50)) == 12'017);
}

TEST_CASE("equal seeds, equal runs; the router's seed draws the phases", "[model]") {
  NetworkConfig config = config_of(TopologyKind::kMesh, {8, 8}, WormholeRoutingKind::kRomm);
  const RunOptions options = batch("transpose", 50);
  const Cycle first = batch_cycles(config, options);
  CHECK(batch_cycles(config, options) == first);
  mesh_of(config).seed = 2;
  CHECK(batch_cycles(config, options) != first);
  wormhole_of(config).routing = WormholeRoutingKind::kDimensionOrder;
  mesh_of(config).phases = 1;
  const Cycle fixed = batch_cycles(config, options);
  mesh_of(config).seed = 3;
  CHECK(batch_cycles(config, options) == fixed);
}

TEST_CASE("illegal flits are dropped and reported, and legal ones still arrive", "[model]") {
  const NetworkConfig config = config_of(TopologyKind::kTorus, {3, 3}, WormholeRoutingKind::kRomm);
  const auto network = make_model(config);
  const auto causes = [&](const Flit& flit) {
    network->offer(4, 0, flit);
    network->step();
    CHECK(network->deliveries().empty());
    return network->errors().empty() ? 0u : unsigned{network->errors().front().causes};
  };
  CHECK(causes({Tag::kBody, 1, 1, 0, 0}) == kErrorOrder);
  CHECK(causes({Tag::kHeader, 0, 1, 9, 0}) == kErrorDestination);
  CHECK(causes({Tag::kBody, 1, 1, 0, 0}) == 0);
  CHECK(causes({Tag::kTail, 2, 1, 0, 0}) == 0);
  CHECK(causes({Tag::kTail, 2, 1, 0, 0}) == kErrorOrder);
  CHECK(causes({Tag::kHeader, 0, 2, 8, 0}) == 0);
  CHECK(causes({Tag::kHeader, 0, 3, 8, 0}) == kErrorOrder);
  network->offer(4, 0, {Tag::kTail, 1, 2, 0, 0});
  unsigned delivered = 0;
  for (unsigned cycle = 0; cycle < 10; ++cycle) {
    network->step();
    delivered += static_cast<unsigned>(network->deliveries().size());
  }
  CHECK(delivered == 2);
}
