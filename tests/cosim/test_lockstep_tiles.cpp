// Rationale: a network made of tiles is the network. The tests of each family hold that for small
// networks of every kind, beside the same networks verilated whole; here are large ones, which only
// tiles make affordable, and what is asked of tiles by name.
// State space: light and heavy traffic, with stalls. Parameter space: a network of 16x16 nodes of
// each family that has tiles; nightly 32x32.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "both.hpp"
#include "common/contract.hpp"
#include "core/error.hpp"
#include "core/lockstep.hpp"
#include "exercise.hpp"
#include "family/registry.hpp"

using namespace wayfarer;

namespace {

/// The first shipped network with so many nodes of each family that has tiles.
std::vector<NetworkConfig> large_networks() {
  std::vector<NetworkConfig> large;
  for (const std::string& family : family_names())
    for (const std::string& name : shipped_configs()) {
      const NetworkConfig config = load_config(find_config(name));
      if (config.family() != family || config.topology.extents != std::vector<unsigned>{16, 16} ||
          !Engines().has_tiles(config))
        continue;
      large.push_back(config);
      break;
    }
  return large;
}

void check(NetworkConfig config, Cycle cycles, bool optimised) {
  INFO(to_toml(config));
  EngineOptions options;
  options.build = BuildKind::kTiles;
  const auto network = engines(false, optimised).make(config, Engine::kBoth, options);
  CHECK(std::string(network->build()) == "tiles");
  const std::vector<ExerciseLoad> all = loads_of(config);
  CHECK_NOTHROW(run_loads(*network, config, {1, cycles, {all[0], all[3]}}));
}

std::string refusal(const std::string& toml) {
  EngineOptions options;
  options.build = BuildKind::kTiles;
  try {
    (void)Engines().make(parse_config(toml, "t.toml"), Engine::kRtl, options);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "made";
}

}  // namespace

TEST_CASE("16x16 nodes", "[LockstepEquality][tiles]") {
  static const std::vector<NetworkConfig> networks = large_networks();
  REQUIRE(networks.size() == 5);
  check(networks[GENERATE(range(0, 5))], 150, false);
}

TEST_CASE("32x32 nodes", "[LockstepEquality][tiles][.nightly]") {
  NetworkConfig config = large_networks()[GENERATE(range(0, 5))];
  if (is_family(config, "iba")) return;  // has 256 switches at most
  config.topology.extents = {32, 32};
  config.name = fmt::format("tiles-{}", config.name);
  check(config, 2000, true);
}

TEST_CASE("what cannot be made of tiles is refused by name", "[tiles]") {
  using Catch::Contains;
  CHECK_THAT(refusal("family='linear'\ntopology.hosts=4"),
             Contains("family linear") && Contains("legal: --build network"));
  CHECK_THAT(refusal("family='mway'\ntopology.extents=[3,3]\nrouter.variant='clocked'\n"
                     "router.freeing='late'\nrouter.depth=2"),
             Contains("router.variant"));
  CHECK_THAT(refusal("family='iba'\ntopology.extents=[2,2]\nrouter.management='in-band'"),
             Contains("router.management"));
}

TEST_CASE("contracts are read for any parameters", "[tiles]") {
  const auto paths = combinational_paths(
      "// A module.\n// Combinational paths:\n//   a_i, b_i -> x_o (P=1)\n//   c_i -> x_o, y_o\n"
      "module m;\n",
      "m.sv");
  std::string text;
  for (const CombinationalPath& path : paths) text += path.input + ">" + path.output + " ";
  CHECK(text == "a_i>x_o b_i>x_o c_i>x_o c_i>y_o ");
  CHECK(combinational_paths("// Combinational paths: none.\nmodule m;\n", "m.sv").empty());
  CHECK_THROWS_WITH(combinational_paths("module m;\n", "m.sv"),
                    Catch::Contains("m.sv: no contract"));
}
