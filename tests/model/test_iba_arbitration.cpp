// VL arbitration in InfiniBand meshes: closed forms of a saturated port's shares; what any tables
// lead to. tests/cosim checks equality with hardware.
#include <catch2/catch.hpp>

#include "../arbitration_shares.hpp"
#include "core/random.hpp"
#include "family/iba/model.hpp"
#include "runs/run_options.hpp"

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
    CHECK_NOTHROW(check_shares(saturate(*make_iba_model(config), config, kMiddle, 1500), config));
  }
}

TEST_CASE("shares of a link that two terminals saturate are the weights within a packet",
          "[model]") {
  const auto weights = GENERATE(std::array<unsigned, 2>{1, 1}, std::array<unsigned, 2>{2, 1},
                                std::array<unsigned, 2>{7, 2}, std::array<unsigned, 2>{1, 3},
                                std::array<unsigned, 2>{255, 1});
  const unsigned bytes = GENERATE(64u, 256u, 1024u, 4096u);
  NetworkConfig config = saturated_config(4, 1, 2);
  config.message_bytes = bytes;
  iba_of(config).low_weights = {weights[0], weights[1], 0, 0};
  const unsigned packet = 1 + config.data_flits(bytes);
  iba_of(config).depth = 3 * packet;
  validate(config);
  const std::unique_ptr<Network> network = make_iba_model(config);
  network->reset();
  load_subnet_tables(make_subnet_tables(config, {}), *network->find<Management>());
  const Cycle fill = 10 * packet;
  const Cycle cycles = 40 * packet + 8000;
  unsigned next[2] = {};      // flit of terminals 0 and 1, each on its own lane
  unsigned received[2] = {};  // by lane, at terminal 3
  for (Cycle now = 0; now < fill + cycles; ++now) {
    for (const TerminalId terminal : {0u, 1u}) {
      if ((network->injection_ready()[terminal] >> terminal & 1) == 0) continue;
      Flit flit;
      flit.tag = make_tag(next[terminal] == 0, next[terminal] + 1 == packet);
      flit.index = static_cast<std::uint16_t>(next[terminal]);
      flit.destination = 3;
      flit.length_bytes = static_cast<std::uint16_t>(bytes);
      network->offer(terminal, terminal, flit);
      next[terminal] = (next[terminal] + 1) % packet;
    }
    network->step();
    if (now >= fill)
      for (const Delivery& delivery : network->deliveries()) ++received[delivery.buffer];
  }
  // Terminal 0's packets come from one input buffer, and so do those of terminal 1: each lane has a
  // gap after a packet, in which the other one sends.
  const double share = std::clamp(double(weights[0]) / (weights[0] + weights[1]),
                                  1.0 / (packet + 1), packet / (packet + 1.0));
  const double turn = std::min<double>(4 * packet, 4 * (weights[0] + weights[1]));
  CAPTURE(weights[0], weights[1], bytes, received[0], received[1]);
  CHECK(received[0] + received[1] == cycles);
  CHECK(received[0] == Approx(share * static_cast<double>(cycles)).margin(packet + turn));
}

TEST_CASE(
    "a lane without a weight gets the remaining bandwidth, and lanes with a weight do not starve",
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
    RunOptions options;
    options.traffic.process = parse_process("batch:20");
    options.cycles = 100'000;
    options.warmup = 0;
    const SimulationResult result = run_simulation(*make_iba_model(config), config, options);
    CHECK(result.delivered_messages == 20u * config.terminals());
  }
}
