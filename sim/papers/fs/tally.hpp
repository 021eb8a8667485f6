// Counts how often a claim of Fulgham and Snyder holds.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/text.hpp"
#include "papers/fs/paper.hpp"

namespace wayfarer {

/// The cells that a claim covers, and those that contradict it.
struct Tally {
  unsigned cells = 0;
  std::vector<std::string> reversals{};

  void add(bool holds, const std::string& cell) {
    ++cells;
    if (!holds) reversals.push_back(cell);
  }
  void claim(Reproduction& result, const std::string& what, const std::string& paper) const {
    if (cells == 0) return;
    std::string measured = fmt::format("{} of {} reversed", reversals.size(), cells);
    if (!reversals.empty()) measured += fmt::format(": {}", join(reversals, "; "));
    result.claim(what, paper, measured, reversals.empty());
  }
};

}  // namespace wayfarer
