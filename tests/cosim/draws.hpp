// The random networks of each family.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "../is_family.hpp"
#include "all_connected.hpp"
#include "config/config.hpp"
#include "core/error.hpp"
#include "core/random.hpp"
#include "core/text.hpp"
#include "draw_cut_through.hpp"
#include "draw_deflection.hpp"
#include "draw_iba.hpp"
#include "draw_linear.hpp"
#include "draw_mway.hpp"
#include "draw_wormhole.hpp"
#include "family/registry.hpp"
#include "random_tree.hpp"

namespace wayfarer {

using Draw = NetworkConfig (*)(std::uint64_t seed, std::uint32_t number);

inline Draw draw_of(const std::string& family) {
  if (family == "mway") return draw_mway;
  if (family == "linear") return draw_linear;
  if (family == "wormhole") return draw_wormhole;
  if (family == "cut_through") return draw_cut_through;
  if (family == "iba") return draw_iba;
  if (family == "deflection") return draw_deflection;
  throw UsageError(fmt::format("family '{}'; legal: {}", family, join(family_names())));
}

/// A network of the same routers as a drawn one: other extents of up to 8, or another tree, with at
/// most `terminals` terminals, and no more than its tables have groups, as each can be the source
/// of one. Nothing if none of some draws is legal.
inline std::optional<NetworkConfig> resized(const NetworkConfig& drawn, Random& random,
                                            std::uint32_t terminals) {
  constexpr unsigned kDraws = 200;
  constexpr unsigned kLongest = 8;
  if (is_family(drawn, "iba")) terminals = std::min(terminals, iba_of(drawn).groups);
  for (unsigned draw = 0; draw < kDraws; ++draw) {
    NetworkConfig config = drawn;
    if (is_family(config, "linear"))
      linear_of(config).tree = random_network_tree(2 + random.below(terminals - 1), random);
    for (unsigned& extent : config.topology.extents) extent = 1 + random.below(kLongest);
    if (config.terminals() < 3 || config.terminals() > terminals || !config_error(config).empty() ||
        !all_connected(config))
      continue;
    validate(config);
    return config;
  }
  return std::nullopt;
}

}  // namespace wayfarer
