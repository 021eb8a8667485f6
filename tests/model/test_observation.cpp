// A network that counts the flits on its channels and one that lists them report the same run.
#include <numeric>

#include <catch2/catch.hpp>

#include "family/registry.hpp"
#include "runs/simulation.hpp"

using namespace wayfarer;

namespace {

SimulationResult run(Network& network, const NetworkConfig& config) {
  SimulationOptions options;
  options.load = 0.7;
  options.unit = LoadUnit::kNormalized;
  options.cycles = 3000;
  options.warmup = 500;
  options.stall_probability = 0.05;
  return run_simulation(network, config, options);
}

}  // namespace

TEST_CASE("small shipped networks: counted flits equal the listed ones", "[observation]") {
  const std::string name = GENERATE(from_range(shipped_configs()));
  INFO(name);
  const NetworkConfig config = load_config(find_config(name));
  if (config.terminals() > 32) return;
  const auto counts = make_model(config);
  // Lockstep compares lists, so its engines always make them.
  const auto lists = make_lockstep(config, make_model(config), make_model(config));
  const SimulationResult counted = run(*counts, config);
  const SimulationResult listed = run(*lists, config);
  CHECK(counted.measured.utilisation > 0);
  CHECK(counted.measured.channel_utilisation == listed.measured.channel_utilisation);
  CHECK(counted.measured.latency.mean == listed.measured.latency.mean);
}

TEST_CASE("a model lists transfers again when counting ends", "[observation]") {
  const NetworkConfig config = load_config(find_config("mesh4x4"));
  const auto network = make_model(config);
  std::vector<std::uint64_t> counts(network->shape().channels);
  REQUIRE(network->count_transfers(counts.data()));
  network->offer(0, 0, {Tag::kHeader, 0, 1, 15, 64});
  std::size_t moves = 0;
  for (unsigned cycle = 0; cycle < 4; ++cycle) {
    network->step();
    moves += network->moves();
    CHECK(network->transfers().empty());
  }
  CHECK(moves > 0);
  CHECK(std::accumulate(counts.begin(), counts.end(), std::size_t{0}) == moves);

  network->count_transfers(nullptr);
  const std::vector<std::uint64_t> before = counts;
  std::size_t listed = 0;
  for (unsigned cycle = 0; cycle < 10; ++cycle) {
    network->step();
    listed += network->transfers().size();
    CHECK(network->moves() == network->transfers().size());
  }
  CHECK(listed > 0);
  CHECK(counts == before);
}
