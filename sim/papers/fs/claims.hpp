// Counts how often a claim of Fulgham and Snyder holds, and how near cells are.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/text.hpp"
#include "papers/fs/columns.hpp"
#include "papers/fs/paper.hpp"

namespace wayfarer {

/// The cells that a claim covers, and those that contradict it.
struct ClaimedCells {
  unsigned cells = 0;
  std::vector<std::string> reversals{};

  void add(bool holds, const std::string& cell) {
    ++cells;
    if (!holds) reversals.push_back(cell);
  }
  void claim(Reproduction& result, const std::string& what, const std::string& paper) const {
    if (cells != 0) result.claim(what, paper, measured(), reversals.empty());
  }
  /// Under a second reading.
  void note(Reproduction& result, const std::string& what) const {
    if (cells != 0) result.note(what, measured());
  }
  [[nodiscard]] std::string measured() const {
    std::string text = fmt::format("{} of {} reversed", reversals.size(), cells);
    if (!reversals.empty()) text += fmt::format(": {}", join(reversals, "; "));
    return text;
  }
};

/// How near to the paper some cells are.
struct Distance {
  unsigned cells = 0;
  unsigned near = 0;
  unsigned far = 0;
  double sum = 0;

  void add(double paper, double load) {
    const double off = std::abs(load - paper);
    ++cells;
    near += off <= kNear + kRounding ? 1 : 0;
    far += off <= kFar + kRounding ? 1 : 0;
    sum += off;
  }
};

}  // namespace wayfarer
