// The unidirectional torus: every node has a link east and a link south.
#pragma once

#include "core/types.hpp"
#include "geometry/network_map.hpp"
#include "geometry/topology_config.hpp"

namespace wayfarer {

/// In node numbers the column x varies fastest. Channel 2 * node is the link east out of a node,
/// channel 2 * node + 1 the link south.
class UnidirectionalTorus {
 public:
  explicit UnidirectionalTorus(const TopologyConfig& config)
      : columns_(config.extents[0]), rows_(config.extents[1]) {}

  [[nodiscard]] unsigned columns() const { return columns_; }
  [[nodiscard]] unsigned rows() const { return rows_; }
  [[nodiscard]] std::uint32_t nodes() const { return columns_ * rows_; }
  [[nodiscard]] std::uint32_t channels() const { return 2 * nodes(); }

  [[nodiscard]] std::uint32_t x(std::uint32_t node) const { return node % columns_; }
  [[nodiscard]] std::uint32_t y(std::uint32_t node) const { return node / columns_; }
  [[nodiscard]] std::uint32_t east_of(std::uint32_t node) const {
    return x(node) + 1 == columns_ ? node + 1 - columns_ : node + 1;
  }
  [[nodiscard]] std::uint32_t south_of(std::uint32_t node) const {
    return y(node) + 1 == rows_ ? x(node) : node + columns_;
  }

  /// A row or column of one node has a link to itself: deflected flits cross it.
  [[nodiscard]] NetworkMap map() const {
    NetworkMap map;
    map.y_leads_south = true;
    for (std::uint32_t node = 0; node < nodes(); ++node) {
      map.nodes.push_back({x(node), y(node)});
      map.channels.push_back({{node, east_of(node)}, node, "+x"});
      map.channels.push_back({{node, south_of(node)}, node, "+y"});
    }
    return map;
  }

  /// Links of the path of a flit that is not deflected.
  [[nodiscard]] unsigned columns_between(std::uint32_t from, std::uint32_t to) const {
    return (x(to) + columns_ - x(from)) % columns_;
  }
  [[nodiscard]] unsigned rows_between(std::uint32_t from, std::uint32_t to) const {
    return (y(to) + rows_ - y(from)) % rows_;
  }

  /// Cycles from the offer of a lone flit to its delivery: those of the queue, and one per link.
  [[nodiscard]] Cycle zero_load_cycles(TerminalId from, TerminalId to) const {
    return 1 + columns_between(from, to) + rows_between(from, to);
  }

 private:
  unsigned columns_;
  unsigned rows_;
};

}  // namespace wayfarer
