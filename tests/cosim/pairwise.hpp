// A small set of networks that covers all pairs of values: hardly more networks than the two
// longest axes have pairs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "config/config.hpp"

namespace wayfarer {

/// The index of the value on every axis.
using Row = std::vector<unsigned>;

/// All combinations of the given numbers of values; the last axis varies fastest.
inline std::vector<Row> all_rows(const std::vector<unsigned>& axes) {
  std::vector<Row> rows = {{}};
  for (const unsigned values : axes) {
    std::vector<Row> longer;
    for (const Row& row : rows)
      for (unsigned value = 0; value < values; ++value) {
        longer.push_back(row);
        longer.back().push_back(value);
      }
    rows = std::move(longer);
  }
  return rows;
}

/// Rows of `legal` that cover every pair of values occurring in it. Greedy: each step takes the row
/// with the most new pairs, on a tie the first after a starting point; of many starting points, the
/// one with the fewest rows wins.
inline std::vector<Row> cover_pairs(const std::vector<Row>& legal) {
  constexpr unsigned kMostValues = 8;  // of an axis
  constexpr std::size_t kStarts = 16;
  const std::size_t axes = legal.front().size();
  // Calls action(pair) for the numbers of all pairs in a row.
  const auto each_pair = [axes](const Row& row, const auto& action) {
    for (std::size_t a = 0; a < axes; ++a)
      for (std::size_t b = a + 1; b < axes; ++b)
        action(((a * axes + b) * kMostValues + row[a]) * kMostValues + row[b]);
  };
  std::vector<char> all(axes * axes * kMostValues * kMostValues, 0);
  for (const Row& row : legal) each_pair(row, [&all](std::size_t pair) { all[pair] = 1; });

  std::vector<Row> fewest = legal;
  for (std::size_t start = 0; start < kStarts; ++start) {
    std::vector<char> open = all;
    std::vector<Row> chosen;
    for (;;) {
      const Row* best = nullptr;
      unsigned most = 0;
      for (std::size_t i = 0; i < legal.size(); ++i) {
        const Row& row = legal[(i + start * legal.size() / kStarts) % legal.size()];
        unsigned gain = 0;
        each_pair(row, [&](std::size_t pair) { gain += open[pair] != 0; });
        if (gain > most) best = &row;
        if (gain > most) most = gain;
      }
      if (best == nullptr) break;
      each_pair(*best, [&open](std::size_t pair) { open[pair] = 0; });
      chosen.push_back(*best);
    }
    if (chosen.size() < fewest.size()) fewest = chosen;
  }
  return fewest;
}

/// The networks of a set of that size whose lockstep is compared in every run. These are the first
/// ones: they have most of the pairs, since cover_pairs takes the richest rows first. The others
/// are nightly.
constexpr std::size_t in_every_run(std::size_t networks) { return (networks + 1) / 2; }

/// The values of a parameter, each as a change of a configuration; applied axis by axis.
using Axis = std::vector<std::function<void(NetworkConfig&)>>;

/// Networks `name`-0, -1, ... that cover all pairs of values that are possible and `affordable`.
inline std::vector<NetworkConfig> pairwise_networks(
    const NetworkConfig& defaults, const std::string& name, const std::vector<Axis>& axes,
    const std::function<bool(const NetworkConfig&)>& affordable = {}) {
  std::vector<unsigned> values;
  for (const Axis& axis : axes) values.push_back(static_cast<unsigned>(axis.size()));
  const auto make = [&](const Row& row) {
    NetworkConfig config = defaults;
    for (std::size_t a = 0; a < axes.size(); ++a) axes[a][row[a]](config);
    return config;
  };
  std::vector<Row> legal;
  for (const Row& row : all_rows(values)) {
    NetworkConfig config = make(row);
    if (!config_error(config).empty()) continue;
    validate(config);
    if (!affordable || affordable(config)) legal.push_back(row);
  }
  std::vector<NetworkConfig> networks;
  for (const Row& row : cover_pairs(legal)) {
    networks.push_back(make(row));
    networks.back().name = fmt::format("{}-{}", name, networks.size() - 1);
    validate(networks.back());
  }
  return networks;
}

}  // namespace wayfarer
