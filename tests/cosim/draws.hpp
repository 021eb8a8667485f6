// The random networks of each family.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "draw_cut_through.hpp"
#include "draw_deflection.hpp"
#include "draw_iba.hpp"
#include "draw_linear.hpp"
#include "draw_mway.hpp"
#include "draw_wormhole.hpp"
#include "family/registry.hpp"

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

}  // namespace wayfarer
