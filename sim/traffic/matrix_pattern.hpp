// Traffic by a matrix of weights, read from a file.
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <string>
#include <vector>

#include "traffic/pattern.hpp"
#include "traffic/pattern_request.hpp"

namespace wayfarer {

/// Messages from a source to a destination, relative to the other weights; 0: none.
struct TrafficWeight {
  TerminalId source = 0;
  TerminalId destination = 0;
  double weight = 0;
};

/// Reads CSV, either a line a source with a weight for each destination, or lines
/// source,destination,weight under these column names. Empty lines and lines starting with # are
/// skipped. Throws UsageError with file:line, what is wrong and what is legal.
[[nodiscard]] std::vector<TrafficWeight> parse_matrix(std::istream& text, const std::string& origin,
                                                      std::uint32_t terminals);

/// A source's share of all messages is that of its row's sum; the load is the mean over all
/// terminals.
[[nodiscard]] std::unique_ptr<Pattern> make_matrix(const PatternRequest& request,
                                                   const std::string& path);

}  // namespace wayfarer
