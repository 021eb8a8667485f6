// Rationale: RTL and cycle model of client-server networks are equal in every cycle: acceptance,
// deliveries, error ports, the flit on every channel, the owner of every switch, and every host's
// deadline monitor.
// State space: idle to beyond saturation, server and hosts that stall, single-flit to long
// messages; the hosts' own periodic senders with any phases, periods from overload to idle, and the
// server's responses; illegal flits.
// Parameter space: linear_networks, 9 (every run takes the first 5, which have most of the pairs,
// nightly the others) that have all pairs of 3 trees, buffers of 1 to 3 flits, with and without
// refill, both arbitrations and 2 flit widths; the shipped networks; lines of 1 and 16 hosts. The
// RTL's assertions are on except in the longest line. Nightly: lines of 2, 16 and 32 hosts, 8
// random trees.
#include <catch2/catch.hpp>

#include "both.hpp"
#include "draw_linear.hpp"
#include "exercise.hpp"
#include "family/linear/config.hpp"
#include "family/registry.hpp"
#include "networks.hpp"
#include "pairs.hpp"
#include "same_events.hpp"

using namespace wayfarer;

namespace {

NetworkConfig line(unsigned hosts) {
  NetworkConfig config = linear_config();
  config.name = fmt::format("line{}", hosts);
  linear_of(config).tree = line_text(hosts);
  config.flit_bits = 64;
  validate(config);
  return config;
}

/// The networks that cover all pairs of values.
void check_pairs(Pairs part) {
  static const std::vector<NetworkConfig> networks = linear_networks();
  const std::size_t number = number_in(part, networks.size());
  const NetworkConfig& config = networks[number];
  INFO(to_toml(config));
  CHECK_NOTHROW(exercise(*both(config, true), config, {70, 2000, {}}));
  CHECK_NOTHROW(check_same_events(config, engines(true)));
}

}  // namespace

TEST_CASE("networks that cover most pairs of values", "[LockstepEquality]") {
  check_pairs(Pairs::kEveryRun);
}

TEST_CASE("networks that cover the other pairs of values", "[LockstepEquality][.nightly]") {
  check_pairs(Pairs::kNightly);
}

TEST_CASE("shipped client-server networks", "[LockstepEquality]") {
  const NetworkConfig config =
      load_config(find_config(GENERATE("line4", "line9", "line9-depth2", "tree8")));
  INFO(config.name);
  CHECK_NOTHROW(exercise(*both(config, true), config, {1, 2000, {}}));
}

TEST_CASE("lines of 1 and 16 hosts", "[LockstepEquality]") {
  const NetworkConfig config = line(GENERATE(1u, 16u));
  INFO(config.name);
  CHECK_NOTHROW(exercise(*both(config, config.terminals() == 2), config, {50, 2000, {}}));
}

TEST_CASE("lines of 2, 16 and 32 hosts", "[LockstepEquality][.nightly]") {
  const NetworkConfig config = line(GENERATE(2u, 16u, 32u));
  INFO(config.name);
  CHECK_NOTHROW(exercise(*both(config, config.terminals() <= 20), config, {50, 3000, {}}));
}

TEST_CASE("random client-server networks", "[LockstepEquality][.nightly]") {
  const NetworkConfig config = draw_linear(1, GENERATE(range(0u, 8u)));
  INFO(to_toml(config));
  CHECK_NOTHROW(exercise(*both(config, true), config, {70, 3000, {}}));
}
