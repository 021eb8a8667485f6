// Properties of the m-way model: delivery exactly once, and order if a set has one buffer, but not
// with more. tests/cosim compares the model with the RTL.
#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "core/lockstep.hpp"
#include "core/message_port.hpp"
#include "core/random.hpp"
#include "core/simd.hpp"
#include "family/mway/config.hpp"
#include "family/mway/model.hpp"
#include "family/mway/vector/model.hpp"
#include "family/registry.hpp"
#include "runs/run_options.hpp"
#include "traffic/trace.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

NetworkConfig network_config(TopologyKind kind, unsigned buffers, Freeing freeing) {
  NetworkConfig config = mway_config();
  config.name = "order";
  config.topology = {kind, {4, 4}, 1};
  mway_of(config).buffers = buffers;
  mway_of(config).freeing = freeing;
  validate(config);
  return config;
}

/// A few fixed pairs, so that many messages of one pair are in flight together.
RunOptions crowded_pairs(bool check_order) {
  RunOptions options;
  options.traffic.pattern = parse_pattern("single-random");
  options.traffic.lengths = parse_lengths("0,16,64,200");
  options.load.value = 1.3;
  options.load.unit = LoadUnit::kNormalized;
  options.cycles = 20'000;
  options.warmup = 1000;
  options.stall_probability = 0.05;
  options.check_order = check_order;
  return options;
}

NetworkConfig random_config(std::uint64_t trial) {
  Random random(3, 0, Purpose::kTest, trial);
  NetworkConfig config = mway_config();
  config.name = "random";
  const TopologyKind kind = random.below(2) == 0 ? TopologyKind::kMesh : TopologyKind::kTorus;
  const bool large = trial % 8 == 0;  // more channels than a block of the vector form
  const unsigned dimensions = large ? 2 : 1 + random.below(3);
  std::vector<unsigned> extents;
  for (unsigned d = 0; d < dimensions; ++d)
    extents.push_back(large ? 16 + random.below(3) : 1 + random.below(5));
  config.topology = {kind, extents, 1 + random.below(4)};
  MwayConfig& router = mway_of(config);
  router.buffers = 1 + random.below(random.below(3) == 0 ? 16 : 6);
  router.depth = random.below(2) == 0 ? 0 : 1 + random.below(9);
  router.stat = random.below(3) == 0 ? Stat::kCyclic : Stat::kExact;
  router.freeing = random.below(2) == 0 ? Freeing::kEarly : Freeing::kLate;
  return config;
}

}  // namespace

TEST_CASE("the vector form equals the scalar one in every cycle", "[LockstepEquality]") {
  const Simd simd = GENERATE(Simd::kScalar, Simd::kAvx2, Simd::kAvx512);
  if (simd > simd_in_use()) return;
  unsigned legal = 0;
  for (std::uint64_t trial = 0; trial < 100; ++trial) {
    NetworkConfig config = random_config(trial);
    INFO(to_toml(config));
    if (!config_error(config).empty()) continue;
    validate(config);
    if (!has_mway_vector_model(config)) continue;
    ++legal;
    LockstepNetwork network(make_mway_model(config), make_mway_vector_model(config, simd));
    RunOptions options;
    options.traffic.pattern = parse_pattern("uniform:self");
    options.traffic.lengths = parse_lengths(trial % 2 == 0 ? "0,16,64,200" : "0");
    options.seed = trial;
    options.load = {trial % 5 == 0 ? 0.05 : trial % 5 == 1 ? 2.0 : 0.5, LoadUnit::kNormalized};
    options.stall_probability = trial % 3 == 0 ? 0.2 : 0;
    options.gap_probability = trial % 7 == 0 ? 0.3 : 0;
    options.cycles = 300;
    options.warmup = 100;
    CHECK_NOTHROW(run_simulation(network, config, options).cycles);
  }
  CHECK(legal > 60);
}

TEST_CASE("the vector form is for processors with vectors and for many flits", "[model]") {
  const bool vectors = simd_in_use() != Simd::kScalar;
  const auto is_vector = [](const NetworkConfig& config, double load) {
    return make_model(config, load)->find<MessagePort>() != nullptr;
  };
  NetworkConfig config = network_config(TopologyKind::kMesh, 4, Freeing::kEarly);
  CHECK_FALSE(is_vector(config, 0.9));  // few channels
  CHECK(is_vector(config, 1) == vectors);
  config.topology.extents = {16, 16};
  CHECK_FALSE(is_vector(config, 0.05));
  CHECK(is_vector(config, 0.5) == vectors);
  mway_of(config).variant = MwayVariant::kAged;
  validate(config);
  CHECK_FALSE(is_vector(config, 1));
}

TEST_CASE("one buffer a set keeps the order of every pair", "[OrderPerPair]") {
  const Freeing freeing = GENERATE(Freeing::kEarly, Freeing::kLate);
  const NetworkConfig config = network_config(TopologyKind::kMesh, 1, freeing);
  const auto network = make_mway_model(config);
  CHECK_NOTHROW(run_simulation(*network, config, crowded_pairs(true)));
}

// A torus needs two buffers, one a class; messages overtake even between the two injection buffers.
TEST_CASE("with several buffers messages overtake", "[OrderPerPair]") {
  const NetworkConfig config = GENERATE(0, 1) == 0
                                   ? network_config(TopologyKind::kMesh, 4, Freeing::kEarly)
                                   : network_config(TopologyKind::kTorus, 2, Freeing::kEarly);
  const auto network = make_mway_model(config);
  CHECK_NOTHROW(run_simulation(*network, config, crowded_pairs(false)));
  CHECK_THROWS_AS(run_simulation(*network, config, crowded_pairs(true)), CheckFailed);
}

TEST_CASE("a batch drains without loss", "[model]") {
  const auto stat = GENERATE(Stat::kExact, Stat::kCyclic);
  NetworkConfig config = network_config(TopologyKind::kTorus, 4, Freeing::kLate);
  mway_of(config).stat = stat;
  RunOptions options = crowded_pairs(false);
  options.traffic.process = parse_process("batch:50");
  options.cycles = 200'000;
  const auto network = make_mway_model(config);
  const SimulationResult result = run_simulation(*network, config, options);
  CHECK(result.verdict == Verdict::kCompleted);
  CHECK(result.delivered_messages > 0);
}

TEST_CASE("traffic that avoids a dead channel runs, other traffic stops at its first message",
          "[model]") {
  NetworkConfig config = network_config(TopologyKind::kMesh, 4, Freeing::kEarly);
  mway_of(config).configuration = Configuration::kPins;
  mway_of(config).fault = {MwayDead::kChannel, 5, 0};
  mway_of(config).classes = split_classes(4, 2);
  validate(config);
  LockstepNetwork network(make_mway_model(config), make_mway_vector_model(config, simd_in_use()));
  RunOptions options;
  options.cycles = 5'000;
  options.warmup = 0;
  // In a transpose of 4x4, 0, 5, 10 and 15 would send to themselves.
  options.traffic.pattern = parse_pattern("transpose");
  const SimulationResult transpose = run_simulation(network, config, options);
  CHECK(transpose.delivered_messages > 900);  // 12 of 16 terminals, .02 messages a cycle
  CHECK(transpose.measured.channel_utilisation[5] == 0);

  options.traffic.pattern = parse_pattern("uniform");
  CHECK_THROWS_AS(run_simulation(network, config, options), UsageError);
  CHECK_THROWS_WITH(run_simulation(network, config, options),
                    Contains("network has no route; legal: traffic between connected terminals"));

  const auto replay = [&](const Trace& trace) {
    options.workload = make_trace_workload(trace, 16);
    return run_simulation(network, config, options).delivered_messages;
  };
  CHECK(replay({{0, 4, 6, 64}, {3, 1, 9, 64}, {9, 15, 0, 64}}) == 3);
  CHECK_THROWS_WITH(replay({{0, 4, 6, 64}, {3, 1, 5, 64}}),
                    Contains("cycle 3: terminal 1 sends to terminal 5"));
  CHECK_THROWS_WITH(replay({{7, 5, 6, 64}}), Contains("cycle 7: terminal 5 sends to terminal 6"));
}
