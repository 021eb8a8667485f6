// Cells that differ from their paper, and why: what is known of them.
#pragma once

#include <string>
#include <vector>

namespace wayfarer {

struct KnownMiss {
  std::string reason;
  std::vector<std::string> cells;
};

/// Those of an experiment, measured with the cycles and runs that are its own.
[[nodiscard]] std::vector<KnownMiss> known_misses(const std::string& id);

}  // namespace wayfarer
