// Rationale: the engines of a network with streams carry the same words in the same cycles, and an
// engine that says it is idle may be left alone.
// State space: random messages from near idle to saturation, with and without receivers that wait;
// then silence.
// Parameter space: a network of each family whose keys are not the defaults; nightly longer, and
// the netlist of the client-server network.
#include <catch2/catch.hpp>

#include "both.hpp"
#include "stream_networks.hpp"
#include "stream_traffic.hpp"

#include "common/verilated_runtime.hpp"
#include "config/schema.hpp"
#include "stream/lockstep.hpp"
#include "stream/model.hpp"

using namespace wayfarer;

namespace {

std::string some_family() {
  const std::vector<std::string> families = family_names();
  return families[GENERATE(range(std::size_t{0}, family_names().size()))];
}

void run_loads(StreamNetwork& network, const NetworkConfig& config, unsigned cycles) {
  StreamTraffic traffic(network, config, stream_sizes_of(config).max_words, 1);
  traffic.run(cycles, 8, 8);
  traffic.run(cycles, 1, 8);
  traffic.run(cycles, 8, 2);
  traffic.run(cycles, 3, 4);
  CHECK(traffic.received() > cycles / 8);
}

/// Steps a network until it is idle; false: it never is.
bool comes_to_rest(StreamNetwork& network) {
  for (unsigned cycle = 1; cycle <= 2 * StreamModel::kSettlingCycles; ++cycle) {
    network.step();
    if (network.idle()) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("hardware with streams equals the model", "[LockstepEquality][streams]") {
  const NetworkConfig config = stream_network(some_family());
  INFO(config.name);
  const auto network = engines(true).make_streams(config, stream_sizes_of(config), Engine::kBoth);
  network->reset();
  CHECK_NOTHROW(run_loads(*network, config, 1'000));
}

TEST_CASE("longer", "[LockstepEquality][streams][.nightly]") {
  const NetworkConfig config = stream_network(some_family());
  INFO(config.name);
  const auto network =
      engines(true, true).make_streams(config, stream_sizes_of(config), Engine::kBoth);
  CHECK_NOTHROW(run_loads(*network, config, 20'000));
}

TEST_CASE("a netlist with streams equals the model", "[LockstepEquality][streams][.nightly]") {
  const NetworkConfig config = stream_network("linear");
  const auto network = engines().make_streams(config, {2, 2}, Engine::kBothNetlist);
  StreamTraffic traffic(*network, config, 2, 1);
  CHECK_NOTHROW(traffic.run(5'000, 4, 4));
}

TEST_CASE("cycles of an idle network may be left out", "[LockstepEquality][streams]") {
  const std::string family = some_family();
  const NetworkConfig config = stream_network(family);
  INFO(config.name);
  const unsigned max_words = stream_sizes_of(config).max_words;
  auto model = engines().make_streams(config, stream_sizes(max_words), Engine::kModel);
  auto hardware = engines(true).make_streams(config, stream_sizes(max_words), Engine::kRtl);
  for (StreamNetwork* network : {model.get(), hardware.get()}) {
    StreamTraffic traffic(*network, config, max_words, 2);
    traffic.run(300, 4, 4);
    CHECK_FALSE(network->idle());
  }
  // Routers of this family draw random numbers in every cycle.
  const bool rests = comes_to_rest(*model);
  CHECK(rests == (family != "cut_through"));
  // The hardware compares all of its registers: hosts of a line have counters that streams do not
  // use, and coverage counts in every cycle.
  CHECK(comes_to_rest(*hardware) == (rests && family != "linear" && !kCoverage));
  if (!rests) return;
  for (unsigned cycle = 0; cycle < 777; ++cycle) hardware->step();
  StreamLockstep both(std::move(model), std::move(hardware));
  StreamTraffic traffic(both, config, max_words, 3);
  CHECK_NOTHROW(traffic.run(300, 4, 4));
  both.offer(0, {1, static_cast<TerminalId>(both.terminals() - 1), true});
  both.step();
  CHECK_FALSE(both.idle());
}

TEST_CASE("a difference names cycle, terminal and words", "[LockstepEquality][streams]") {
  const NetworkConfig config = stream_network("wormhole");
  NetworkConfig other = config;
  set_key(other, "router.seed", "8");
  const auto make = [](const NetworkConfig& of) { return make_stream_model(of, stream_sizes(5)); };
  StreamLockstep network(make(config), make(other));
  StreamTraffic traffic(network, config, 5, 1);
  CHECK_THROWS_WITH(traffic.run(1'000, 4, 8), Catch::Contains("LockstepEquality: cycle ") &&
                                                  Catch::Contains("the streams of terminal ") &&
                                                  Catch::Contains(" a word 0x"));
}

TEST_CASE("networks and sizes without streams are refused", "[streams]") {
  const auto refusal = [](NetworkConfig config, unsigned max_words,
                          std::vector<std::pair<std::string, std::string>> keys) {
    for (const auto& [key, value] : keys) set_key(config, key, value);
    validate(config);
    try {
      (void)engines().make_streams(config, stream_sizes(max_words), Engine::kRtl);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(refusal(stream_network("linear"), 4, {{"flit.bits", "256"}}),
             Catch::Contains("legal: up to 128"));
  CHECK_THAT(refusal(stream_network("linear"), 0, {}), Catch::Contains("legal: 1 to 4096"));
  CHECK_THAT(refusal(stream_network("cut_through"), 7, {}), Catch::Contains("legal: 1 to 6"));
  CHECK_THAT(refusal(stream_network("iba"), 4, {{"router.arbitration", "tables"}}),
             Catch::Contains("management port"));
}
