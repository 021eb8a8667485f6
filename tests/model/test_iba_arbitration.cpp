// VL arbitration in InfiniBand meshes: closed forms of a saturated port's shares; what any tables
// lead to. tests/cosim checks equality with hardware.
#include <catch2/catch.hpp>

#include "../arbitration_shares.hpp"
#include "core/random.hpp"
#include "family/iba/model.hpp"
#include "runs/simulation.hpp"

using namespace wayfarer;

namespace {

constexpr TerminalId kMiddle = 4;  // of 3x3 switches, where two inputs at least have every lane

}  // namespace

TEST_CASE("shares of a saturated port are the weights in any whole turn", "[model]") {
  for (std::uint64_t trial = 0; trial < 20; ++trial) {
    Random random(1, 0, Purpose::kTest, trial);
    NetworkConfig config = saturated_config(3, 3, 4);
    config.flit_bits = 128u << random.below(3);
    config.message_bytes = 4 * config.flit_bytes();
    IbaConfig& iba = iba_of(config);
    // Each lane has a weight in one of the tables.
    const unsigned high = trial % 2 == 0 ? 0 : 1 + random.below(14);
    for (unsigned lane = 0; lane < 4; ++lane)
      ((high >> lane & 1) != 0 ? iba.high_weights : iba.low_weights)[lane] = 1 + random.below(9);
    for (unsigned lane = 0; lane < 4; ++lane)
      if ((high >> lane & 1) != 0) iba.low_weights[lane] = 0;
    iba.high_limit = random.below(10);
    validate(config);
    INFO(to_toml(config));
    CHECK_NOTHROW(
        check_shares(saturate(*make_iba_model(config), config, kMiddle, 1500), config));
  }
}

TEST_CASE("a lane without a weight has what remains, and no lane starves one with a weight",
          "[model]") {
  NetworkConfig config = saturated_config(3, 3, 4);
  iba_of(config).low_weights = {1, 1, 0, 1};
  std::vector<unsigned> lanes = saturate(*make_iba_model(config), config, kMiddle, 1000);
  CHECK(std::count(lanes.begin(), lanes.end(), 2) == 0);
  iba_of(config).low_weights = {};
  lanes = saturate(*make_iba_model(config), config, kMiddle, 1000);
  CHECK_NOTHROW(check_turns(lanes, {1, 1, 1, 1}, 1));  // as by round robin
  iba_of(config).high_weights = {1, 0, 0, 0};
  iba_of(config).low_weights = {0, 1, 1, 1};
  iba_of(config).high_limit = kNoLimit;
  lanes = saturate(*make_iba_model(config), config, kMiddle, 1000);
  CHECK(std::count(lanes.begin(), lanes.end(), 0) == 1000);
}

TEST_CASE("whatever the arbitration tables hold, finite traffic is delivered", "[model]") {
  for (std::uint64_t trial = 0; trial < 20; ++trial) {
    Random random(2, 0, Purpose::kTest, trial);
    NetworkConfig config = saturated_config(3, 2, 2 + 2 * random.below(2));
    for (auto* const weights : {&iba_of(config).high_weights, &iba_of(config).low_weights})
      for (unsigned& weight : *weights) weight = random.below(3) * random.below(2);
    iba_of(config).high_limit = random.below(2) == 0 ? kNoLimit : random.below(4);
    INFO(to_toml(config));
    SimulationOptions options;
    options.traffic.process = "batch:20";
    options.cycles = 100'000;
    options.warmup = 0;
    const SimulationResult result = run_simulation(*make_iba_model(config), config, options);
    CHECK(result.delivered_messages == 20u * config.terminals());
  }
}
