// Input of the functions that make patterns.
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "core/error.hpp"
#include "geometry/grid.hpp"

namespace wayfarer {

struct PatternRequest {
  std::string name;  ///< The pattern's name, for error messages.
  Grid grid;
  unsigned processors;  ///< Terminals of each node.
  std::uint64_t seed;
  bool self;  ///< Terminals may send to themselves.

  [[nodiscard]] std::uint32_t terminals() const { return grid.nodes() * processors; }
  [[noreturn]] void refuse(const std::string& why) const {
    throw UsageError(fmt::format("pattern '{}': {}", name, why));
  }
};

}  // namespace wayfarer
