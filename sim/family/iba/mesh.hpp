// IbaMesh(m, n): numbers of switches, LIDs and ports, and XY routing (Zhou et al.).
#pragma once

#include <vector>

#include "core/types.hpp"
#include "geometry/grid.hpp"
#include "geometry/network_map.hpp"

namespace wayfarer {

/// Ports of a switch, in the paper's order.
enum class IbaPort : std::uint8_t { kEndpoint = 0, kEast = 1, kNorth = 2, kWest = 3, kSouth = 4 };
constexpr unsigned kIbaPorts = 5;

/// A switch and its endpoint share the number LID - 1, that is x n + y. The paper's x m + y + 1
/// gives two switches the same LID where n > m; on square meshes it is equal.
class IbaMesh {
 public:
  IbaMesh(unsigned columns, unsigned rows) : grid_({TopologyKind::kMesh, {rows, columns}, 1}) {
    for (TerminalId at = 0; at < switches(); ++at) {
      neighbours_.push_back(at);
      for (const bool minus : {false, true})
        for (const unsigned dimension : {kColumn, kRow})
          neighbours_.push_back(grid_.neighbour(at, dimension, minus));
    }
  }
  explicit IbaMesh(const TopologyConfig& config) : IbaMesh(config.extents[0], config.extents[1]) {}

  [[nodiscard]] unsigned columns() const { return grid_.extents()[kColumn]; }
  [[nodiscard]] unsigned rows() const { return grid_.extents()[kRow]; }
  [[nodiscard]] std::uint32_t switches() const { return grid_.nodes(); }
  [[nodiscard]] TerminalId at(unsigned x, unsigned y) const { return x * rows() + y; }
  [[nodiscard]] unsigned x(TerminalId at) const { return grid_.digit(at, kColumn); }
  [[nodiscard]] unsigned y(TerminalId at) const { return grid_.digit(at, kRow); }
  [[nodiscard]] static std::uint32_t lid(TerminalId at) { return at + 1; }

  /// The port towards a switch: columns first, then rows.
  [[nodiscard]] IbaPort route(TerminalId from, TerminalId to) const {
    if (x(to) != x(from)) return x(to) > x(from) ? IbaPort::kEast : IbaPort::kWest;
    if (y(to) != y(from)) return y(to) > y(from) ? IbaPort::kNorth : IbaPort::kSouth;
    return IbaPort::kEndpoint;
  }

  /// Whether the port has a link; the local one has none.
  [[nodiscard]] bool has_link(TerminalId at, IbaPort port) const {
    return neighbour(at, port) != at;
  }

  /// The switch at the other end of a port's link, on its opposite port; without a link, the same
  /// switch.
  [[nodiscard]] TerminalId neighbour(TerminalId at, IbaPort port) const {
    return neighbours_[at * kIbaPorts + static_cast<unsigned>(port)];
  }
  [[nodiscard]] static IbaPort opposite(IbaPort port) {
    return static_cast<IbaPort>((static_cast<unsigned>(port) + 1) % 4 + 1);
  }

  /// Number of the link that leaves a switch; links beyond the edge have numbers as well.
  [[nodiscard]] static ChannelId link(TerminalId at, IbaPort port) {
    return 4 * at + static_cast<unsigned>(port) - 1;
  }
  [[nodiscard]] ChannelId links() const { return 4 * switches(); }

  [[nodiscard]] NetworkMap map() const {
    constexpr const char* kDirections[] = {"", "+x", "+y", "-x", "-y"};  // By port.
    NetworkMap map;
    map.channels.resize(links());
    for (TerminalId at = 0; at < switches(); ++at) {
      map.nodes.push_back({x(at), y(at)});
      for (unsigned port = 1; port < kIbaPorts; ++port)
        if (const auto out = static_cast<IbaPort>(port); has_link(at, out))
          map.channels[link(at, out)] = {{at, neighbour(at, out)}, at, kDirections[port]};
    }
    return map;
  }

 private:
  // Dimensions of the grid: the row varies fastest.
  static constexpr unsigned kRow = 0;
  static constexpr unsigned kColumn = 1;

  Grid grid_;
  std::vector<TerminalId> neighbours_;  ///< By switch and port.
};

}  // namespace wayfarer
