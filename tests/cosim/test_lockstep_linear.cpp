// Rationale: RTL and cycle model of client-server networks are equal in every cycle: acceptance,
// deliveries, error ports, what is on every channel, who owns every switch, and every host's
// deadline monitor.
// State space: idle to beyond saturation, server and hosts that stall, single-flit to long
// messages; the hosts' own periodic senders with any phases, periods from overload to idle, and the
// server's responses; illegal flits.
// Parameter space: lines of 1 to 32 hosts, random trees, buffers of 1 to 3 flits with and without
// refill, both arbitrations, flits of 64 to 256 bits. The RTL's assertions are on up to 16 hosts.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "common/engines.hpp"
#include "core/switch_tree.hpp"
#include "draw_linear.hpp"
#include "exercise.hpp"

using namespace wayfarer;

namespace {

/// With the RTL's assertions, unless these would be most of a large network's code.
std::unique_ptr<Network> both(const NetworkConfig& config) {
  constexpr std::uint32_t kMostAsserted = 20;
  VerilatedBuildOptions build;
  build.assertions = config.terminals() <= kMostAsserted;
  return Engines(build).make(config, Engine::kBoth);
}

NetworkConfig linear(const std::string& name, const std::string& tree) {
  NetworkConfig config;
  config.name = name;
  config.family = Family::kLinear;
  config.linear.tree = tree;
  config.flit_bits = 64;
  validate(config);
  return config;
}

}  // namespace

TEST_CASE("shipped client-server networks", "[LockstepEquality]") {
  const NetworkConfig config =
      load_config(find_config(GENERATE("line4", "line9", "line9-depth2", "tree8")));
  INFO(config.name);
  const auto network = both(config);
  CHECK_NOTHROW(exercise(*network, config, {1, 2000, {}}));
}

TEST_CASE("lines of 1, 2, 16 and 32 hosts", "[LockstepEquality]") {
  const unsigned hosts = GENERATE(1u, 2u, 16u, 32u);
  const NetworkConfig config = linear(fmt::format("line{}", hosts), line_text(hosts));
  INFO(config.name);
  const auto network = both(config);
  CHECK_NOTHROW(exercise(*network, config, {50, 3000, {}}));
}

TEST_CASE("random client-server networks", "[LockstepEquality]") {
  const NetworkConfig config = draw_linear(1, GENERATE(range(0u, 8u)));
  INFO(to_toml(config));
  const auto network = both(config);
  CHECK_NOTHROW(exercise(*network, config, {70, 2000, {}}));
}
