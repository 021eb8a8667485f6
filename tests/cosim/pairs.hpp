// Test cases over a pairwise set of networks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>
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

/// What the top of a network does that another network's does not: edges or wraps, processors that
/// share a channel, members that are dead.
inline auto wiring_of(const NetworkConfig& config) {
  return std::tuple(config.topology.kind, config.topology.processors > 1,
                    is_family(config, "mway") && static_cast<bool>(mway_of(config).fault));
}

/// Whether a network of a set is verilated whole as well: the first that is wired like it.
inline bool wired_whole(const std::vector<NetworkConfig>& networks, std::size_t number) {
  return std::none_of(networks.begin(), networks.begin() + static_cast<std::ptrdiff_t>(number),
                      [&](const NetworkConfig& earlier) {
                        return wiring_of(earlier) == wiring_of(networks[number]);
                      });
}

/// A network of a set, as tiles and maybe whole: both equal the model in every cycle, and in their
/// events.
inline void check_network(const std::vector<NetworkConfig>& networks, std::size_t number,
                          const ExerciseOptions& options, bool optimised = false) {
  const NetworkConfig& config = networks[number];
  INFO(to_toml(config));
  for (const bool tiles : {true, false}) {
    if (!tiles && !wired_whole(networks, number)) continue;
    INFO((tiles ? "tiles" : "whole"));
    const Engines built = engines(asserted(number), optimised, tiles);
    CHECK_NOTHROW(exercise(*built.make(config, Engine::kBoth), config, options));
    CHECK_NOTHROW(check_same_events(config, built));
  }
}

}  // namespace wayfarer
