// Properties of the m-way model: delivery exactly once, and order if a set has one buffer, but not
// with more. tests/cosim compares the model with the RTL.
#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "family/mway/config.hpp"
#include "family/mway/model.hpp"
#include "runs/simulation.hpp"

using namespace wayfarer;

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
SimulationOptions crowded_pairs(bool check_order) {
  SimulationOptions options;
  options.traffic.pattern = "single-random";
  options.traffic.message_bytes = "0,16,64,200";
  options.load = 1.3;
  options.unit = LoadUnit::kNormalized;
  options.cycles = 20'000;
  options.warmup = 1000;
  options.stall_probability = 0.05;
  options.check_order = check_order;
  return options;
}

}  // namespace

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
  SimulationOptions options = crowded_pairs(false);
  options.traffic.process = "batch:50";
  options.cycles = 200'000;
  const auto network = make_mway_model(config);
  const SimulationResult result = run_simulation(*network, config, options);
  CHECK(result.verdict == Verdict::kCompleted);
  CHECK(result.delivered_messages > 0);
}
