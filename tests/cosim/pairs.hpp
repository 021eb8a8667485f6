// Test cases over a pairwise set of networks.
#pragma once

#include <cstddef>

#include <catch2/catch.hpp>

#include "pairwise.hpp"

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

}  // namespace wayfarer
