// Rationale: RTL and cycle model of networks of cut-through routers are equal in every cycle:
// acceptance, deliveries, error ports, and the flits on every link. A lone message takes the time
// of the closed form on both.
// State space: idle to beyond saturation, terminals that stall, single flits to messages that fill
// a buffer; illegal flits; every pair of terminals alone.
// Parameter space: cut_through_networks, 13 (every run takes the first 7, which have most of the
// pairs, nightly the others) that have all pairs of 3 extents, mesh and torus, 3 routings, 4
// policies, both kinds of random choice, 1 and 2 virtual channels, headers bound to one or not,
// injection and ejection ports, 2 depths, pipelines of 1 and 3 cycles, both duplexes, both
// interleavings, room in output buffers that are empty or drain and 2 flit widths, every third one
// with the RTL's assertions on; a cell of each of Tables 1 to 3 searched for its saturation load,
// on 4x4 nodes. Nightly: 20 random networks; the same cells on 16x16 nodes.
#include <catch2/catch.hpp>

#include "both.hpp"
#include "draw_cut_through.hpp"
#include "exercise.hpp"
#include "family/cut_through/config.hpp"
#include "family/mesh/config.hpp"
#include "family/registry.hpp"
#include "networks.hpp"
#include "pairs.hpp"
#include "report/saturation.hpp"
#include "same_events.hpp"

using namespace wayfarer;

namespace {

/// Returns both engines in lockstep where a model is requested.
class BothEngines final : public EngineFactory {
 public:
  std::unique_ptr<Network> make(const NetworkConfig& config, Engine /*engine*/,
                                const EngineOptions& /*options*/) const override {
    return both(config, false, /*optimised=*/true);
  }
};

SaturationCell cell(const char* table, const char* name, Policy policy, double at_one) {
  NetworkConfig config = load_config(find_config(name));
  cut_through_of(config).policy = policy;
  mesh_of(config).seed = 1;  // of the first and only run
  return {table, config, parse_pattern("uniform"), at_one};
}

/// Runs of `cycles` cycles; 0: the tables' own. Returns the results of the models.
std::vector<Saturation> check_cells(const std::vector<SaturationCell>& cells, Cycle cycles) {
  ReproductionOptions options;
  options.runs = 1;
  options.cycles = cycles;
  for (const SaturationCell& each : cells) (void)Engines().build(each.config);
  const std::vector<Saturation> models = find_saturations(Engines(), options, cells);
  const std::vector<Saturation> boths = find_saturations(BothEngines(), options, cells);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    INFO(cells[i].name);
    CHECK(boths[i].load == models[i].load);
    CHECK(boths[i].growth == models[i].growth);
    CHECK(boths[i].growth_below == models[i].growth_below);
  }
  return models;
}

/// The networks that cover all pairs of values.
void check_pairs(Pairs part) {
  static const std::vector<NetworkConfig> networks = cut_through_networks();
  check_network(networks, number_in(part, networks.size()), {40, 500, {}});
}

/// Every run takes two of those with chaos routing, a torus and a mesh.
constexpr std::size_t kChaosInEveryRun = 2;

}  // namespace

TEST_CASE("networks that cover most pairs of values", "[LockstepEquality][zero-load]") {
  check_pairs(Pairs::kEveryRun);
}

TEST_CASE("networks that cover the other pairs of values",
          "[LockstepEquality][zero-load][.nightly]") {
  check_pairs(Pairs::kNightly);
}

TEST_CASE("networks with chaos routing", "[LockstepEquality][zero-load]") {
  const std::size_t number = GENERATE(range(std::size_t{0}, kChaosInEveryRun));
  check_network(chaos_networks(), number, {40, 500, {}});
}

TEST_CASE("networks with chaos routing that cover all pairs of values",
          "[LockstepEquality][zero-load][.nightly]") {
  static const std::vector<NetworkConfig> networks = chaos_networks();
  const std::size_t number = GENERATE_COPY(range(kChaosInEveryRun, networks.size()));
  check_network(networks, number, {40, 500, {}});
}

TEST_CASE("a cell of each table of Fulgham and Snyder on fewer nodes, full search",
          "[LockstepEquality]") {
  SaturationCell mesh =
      cell("Table 2", "fs-mesh16x16-oblivious-1vc", Policy::kInputDriven, 1.0 / 40);
  mesh.config.name = "fs-mesh4x4-oblivious-1vc";
  mesh.config.topology.extents = {4, 4};
  (void)check_cells(
      {cell("Tables 1 and 3", "fs-torus4x4-star", Policy::kOutputDriven, 1.0 / 20), mesh}, 2000);
}

TEST_CASE("a cell of each table of Fulgham and Snyder, full search",
          "[LockstepEquality][.nightly]") {
  // Output-driven columns of Table 3 are those of the others.
  const std::vector<Saturation> found =
      check_cells({cell("Tables 1 and 3", "fs-torus16x16-star", Policy::kOutputDriven, 1.0 / 80),
                   cell("Table 2", "fs-mesh16x16-oblivious-1vc", Policy::kInputDriven, 1.0 / 160)},
                  0);
  for (const Saturation& saturation : found) CHECK(saturation.load > 0.7);
}

TEST_CASE("random networks of cut-through routers", "[LockstepEquality][.nightly]") {
  const unsigned number = GENERATE(range(0u, 20u));
  const NetworkConfig config = draw_cut_through(3000, number);
  INFO(to_toml(config));
  CHECK_NOTHROW(exercise(*both(config, asserted(number)), config, {40, 1500, {}}));
}
