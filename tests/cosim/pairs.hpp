// Test cases over a pairwise set of networks.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "../is_family.hpp"
#include "both.hpp"
#include "exercise.hpp"
#include "family/mway/config.hpp"
#include "pairwise.hpp"
#include "same_events.hpp"

namespace wayfarer {

/// Every run takes the first networks of a set, nightly the others.
enum class Pairs { kEveryRun, kNightly };

/// Repeats the test case for each network of this part of a set; returns the network's number.
inline std::size_t number_in(Pairs part, std::size_t networks) {
  const std::size_t split = in_every_run(networks);
  const std::size_t first = part == Pairs::kEveryRun ? 0 : split;
  const std::size_t end = part == Pairs::kEveryRun ? split : networks;
  return GENERATE_COPY(range(first, end));
}

/// What the top of a network wires that another's does not: edges or wraps, processors that share a
/// channel, members that are dead.
inline std::set<std::string> wiring_of(const NetworkConfig& config) {
  std::set<std::string> wiring = {config.topology.torus() ? "torus" : "mesh"};
  if (config.topology.processors > 1) wiring.insert("shared channels");
  if (is_family(config, "mway") && mway_of(config).fault) wiring.insert("dead members");
  return wiring;
}

/// Whether a network of a set is verilated whole as well: the first that is wired like it.
inline bool wired_whole(const std::vector<NetworkConfig>& networks, std::size_t number) {
  std::set<std::string> fresh = wiring_of(networks[number]);
  for (std::size_t earlier = 0; earlier < number; ++earlier)
    for (const std::string& wiring : wiring_of(networks[earlier])) fresh.erase(wiring);
  return !fresh.empty();
}

/// A network of a set, as tiles and maybe whole: both equal the model in every cycle, and in their
/// events.
inline void check_network(const std::vector<NetworkConfig>& networks, std::size_t number,
                          const ExerciseOptions& options, bool optimised = false) {
  const NetworkConfig& config = networks[number];
  INFO(to_toml(config));
  for (const bool tiles : {true, false}) {
    const Engines built = engines(asserted(number), optimised, tiles);
    if (!tiles && !(wired_whole(networks, number) && built.has_tiles(config))) continue;
    INFO((tiles ? "tiles" : "whole"));
    CHECK_NOTHROW(exercise(*built.make(config, Engine::kBoth), config, options));
    CHECK_NOTHROW(check_same_events(config, built));
  }
}

}  // namespace wayfarer
