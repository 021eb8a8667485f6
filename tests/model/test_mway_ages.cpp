// Anti-starvation of the m-way model: what it changes, what it leaves alone, and its bounds on one
// channel (docs/mway-aged.md), which the model checks in every cycle with AgeBounds. tests/cosim
// compares the model with the RTL; tests/formal proves the bounds for the RTL.
#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "family/mway/aged/age_bounds.hpp"
#include "family/mway/config.hpp"
#include "family/mway/model.hpp"
#include "runs/run_options.hpp"

using namespace wayfarer;
using namespace wayfarer::mway;

namespace {

NetworkConfig network_config(TopologyKind kind, MwayVariant variant) {
  NetworkConfig config = mway_config();
  config.name = "ages";
  config.topology = {kind, {8, 8}, 1};
  mway_of(config).variant = variant;
  validate(config);
  return config;
}

SimulationResult result_of(const NetworkConfig& config, double load, std::uint64_t seed,
                           double stalls = 0) {
  RunOptions options;
  options.load.value = load;
  options.load.unit = LoadUnit::kNormalized;
  options.cycles = 20'000;
  options.warmup = 6000;
  options.seed = seed;
  options.stall_probability = stalls;
  const auto network = make_mway_model(config);
  return run_simulation(*network, config, options);
}

constexpr AgeBounds::Limits kLimits = {1, 2};

AgeBounds::Entry entry(bool oldest, bool top, bool top_waits) {
  return {0, 0, true, oldest, top, top_waits};
}

}  // namespace

TEST_CASE("below saturation every cycle is that of the network without ages", "[mway_ages]") {
  const SimulationResult without =
      result_of(network_config(TopologyKind::kMesh, MwayVariant::kPaper), 0.5, 1);
  const SimulationResult with =
      result_of(network_config(TopologyKind::kMesh, MwayVariant::kAged), 0.5, 1);
  CHECK(with.measured.latency.mean == without.measured.latency.mean);
  CHECK(with.measured.latency.max == without.measured.latency.max);
  CHECK(with.delivered_messages == without.delivered_messages);
  CHECK(with.measured.channel_utilisation == without.measured.channel_utilisation);
}

TEST_CASE("waits stay short beyond saturation", "[mway_ages]") {
  const auto kind = GENERATE(TopologyKind::kMesh, TopologyKind::kTorus);
  const auto longest_wait = [&](MwayVariant variant, std::uint64_t seed) {
    const SimulationResult result = result_of(network_config(kind, variant), 1.3, seed);
    return std::max(result.measured.network_latency.max, result.oldest_in_flight);
  };
  for (const std::uint64_t seed : {1, 2, 3}) {
    CHECK(longest_wait(MwayVariant::kPaper, seed) > 6000);
    CHECK(longest_wait(MwayVariant::kAged, seed) < 2000);
  }
}

TEST_CASE("the bounds hold with every Stat, freeing and number of buffers, and with stalls",
          "[mway_ages][TopHeaderFirst][OvertakenBounded][TopHeaderEnters]") {
  const auto stat = GENERATE(Stat::kExact, Stat::kCyclic);
  const auto freeing = GENERATE(Freeing::kEarly, Freeing::kLate);
  const auto buffers = GENERATE(2u, 4u, 16u);
  NetworkConfig config = network_config(TopologyKind::kTorus, MwayVariant::kAged);
  config.topology.extents = {4, 4};
  mway_of(config).stat = stat;
  mway_of(config).freeing = freeing;
  mway_of(config).buffers = buffers;
  mway_of(config).classes = {};
  mway_of(config).age_shift = 2;
  validate(config);
  CHECK_NOTHROW(result_of(config, 1.5, buffers));
  CHECK_NOTHROW(result_of(config, 1.5, buffers, 0.2));
}

TEST_CASE("a header before a promoted one is reported", "[mway_ages][TopHeaderFirst]") {
  AgeBounds bounds(kLimits, 1, 1);
  bounds.end_cycle();
  bounds.promoted(0);
  bounds.end_cycle();
  CHECK_NOTHROW(bounds.enters(entry(false, false, true)));  // one cycle after the promotion
  bounds.end_cycle();
  CHECK_NOTHROW(bounds.enters(entry(true, true, true)));
  CHECK_THROWS_AS(bounds.enters(entry(false, false, true)), CheckFailed);
}

TEST_CASE("a header that too many others overtake is reported", "[mway_ages][OvertakenBounded]") {
  AgeBounds bounds(kLimits, 1, 2);
  bounds.became_oldest(1, 0);
  bounds.enters(entry(false, false, false));
  CHECK_NOTHROW(AgeBounds(bounds).enters({1, 0, true, true, false, false}));
  bounds.enters(entry(false, false, false));
  CHECK_THROWS_AS(bounds.enters({1, 0, true, true, false, false}), CheckFailed);
}

TEST_CASE("a promoted header that may go and does not is reported",
          "[mway_ages][TopHeaderEnters]") {
  AgeBounds bounds(kLimits, 1, 1);
  const auto cycle = [&](bool enters) {
    bounds.eligible(0);
    if (enters) bounds.enters(entry(true, true, true));
    bounds.end_cycle();
  };
  cycle(true);
  cycle(false);
  cycle(false);
  cycle(true);
  bounds.end_cycle();
  cycle(false);
  cycle(false);
  CHECK_THROWS_AS(cycle(false), CheckFailed);
}

TEST_CASE("the limits of a channel", "[mway_ages]") {
  const AgeBounds::Limits limits = AgeBounds::limits(5, 4, 1);
  CHECK(limits.overtaken == 2 * (4 * 4 - 1) + 2 * 5 + 2);
  CHECK(limits.passed == 5 * 4 + 2);
}
