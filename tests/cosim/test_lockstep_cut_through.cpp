// Rationale: RTL and cycle model of networks of cut-through routers are equal in every cycle:
// acceptance, deliveries, error ports, and what is on every link. A message alone takes the closed
// form's time on both.
// State space: idle to beyond saturation, terminals that stall, single flits to messages that fill
// a buffer; illegal flits.
// Parameter space: 20 random networks of 1 to 3 dimensions, one of them with the RTL's assertions
// on; and of paper 002 a cell of each of its Tables 1 to 3, searched for its saturation load.
#include <catch2/catch.hpp>

#include "common/engines.hpp"
#include "draw_cut_through.hpp"
#include "exercise.hpp"
#include "experiments/saturation.hpp"

using namespace wayfarer;

namespace {

/// With the RTL's assertions where asked for: the tiles of a network then share no code.
std::unique_ptr<Network> both(const NetworkConfig& config, bool assertions) {
  VerilatedBuildOptions build;
  build.assertions = assertions;
  build.optimised = config.terminals() > 16;  // small networks run for less time than they compile
  return Engines(build).make(config, Engine::kBoth);
}

}  // namespace

TEST_CASE("random networks of cut-through routers", "[LockstepEquality]") {
  const unsigned number = GENERATE(range(0u, 20u));
  const NetworkConfig config = draw_cut_through(3000, number);
  INFO(to_toml(config));
  const auto network = both(config, number == 0);
  CHECK_NOTHROW(exercise(*network, config, {40, 1500, {}}));
}

/// What is asked for as a model comes as both, in lockstep.
class BothEngines final : public EngineFactory {
 public:
  std::unique_ptr<Network> make(const NetworkConfig& config, Engine /*engine*/,
                                const EngineOptions& /*options*/) const override {
    return both(config, false);
  }
};

TEST_CASE("a cell of each table of paper 002, searched to its end", "[LockstepEquality]") {
  // Output-driven columns of Table 3 are those of the others.
  const auto cell = [](const char* table, const char* name, Policy policy, double at_one) {
    NetworkConfig config = load_config(find_config(name));
    config.vc.policy = policy;
    config.vc.seed = 1;  // of the first run, and the only one
    return SaturationCell{table, config, "uniform", at_one};
  };
  const std::vector<SaturationCell> cells = {
      cell("Tables 1 and 3", "fs-torus16x16-star", Policy::kOutputDriven, 1.0 / 80),
      cell("Table 2", "fs-mesh16x16-oblivious-1vc", Policy::kInputDriven, 1.0 / 160),
  };
  for (const SaturationCell& each : cells) (void)Engines().build(each.config);
  ReproductionOptions options;
  options.runs = 1;
  const std::vector<Saturation> models = find_saturations(Engines(), options, cells);
  const std::vector<Saturation> boths = find_saturations(BothEngines(), options, cells);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    INFO(cells[i].name);
    CHECK(boths[i].load == models[i].load);
    CHECK(boths[i].growth == models[i].growth);
    CHECK(boths[i].growth_below == models[i].growth_below);
    CHECK(models[i].load > 0.7);
  }
}
