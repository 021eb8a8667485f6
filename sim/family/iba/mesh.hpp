// IbaMesh(m, n): numbers of switches, LIDs and ports, and XY routing (Zhou et al.).
#pragma once

#include "config/config.hpp"
#include "core/types.hpp"

namespace wayfarer {

/// Ports of a switch, in the paper's order.
enum class IbaPort : std::uint8_t { kEndpoint = 0, kEast = 1, kNorth = 2, kWest = 3, kSouth = 4 };
constexpr unsigned kIbaPorts = 5;

/// A switch and its endpoint have one number: LID - 1, that is x n + y. The paper's x m + y + 1 names
/// two switches alike where n > m; on square meshes it is the same.
class IbaMesh {
 public:
  IbaMesh(unsigned columns, unsigned rows) : columns_(columns), rows_(rows) {}
  explicit IbaMesh(const TopologyConfig& config) : IbaMesh(config.extents[0], config.extents[1]) {}

  [[nodiscard]] unsigned columns() const { return columns_; }
  [[nodiscard]] unsigned rows() const { return rows_; }
  [[nodiscard]] std::uint32_t switches() const { return columns_ * rows_; }
  [[nodiscard]] TerminalId at(unsigned x, unsigned y) const { return x * rows_ + y; }
  [[nodiscard]] unsigned x(TerminalId at) const { return at / rows_; }
  [[nodiscard]] unsigned y(TerminalId at) const { return at % rows_; }
  [[nodiscard]] static std::uint32_t lid(TerminalId at) { return at + 1; }

  /// The port towards a switch: columns first, then rows.
  [[nodiscard]] IbaPort route(TerminalId from, TerminalId to) const {
    if (x(to) != x(from)) return x(to) > x(from) ? IbaPort::kEast : IbaPort::kWest;
    if (y(to) != y(from)) return y(to) > y(from) ? IbaPort::kNorth : IbaPort::kSouth;
    return IbaPort::kEndpoint;
  }

  /// Whether the port has a link; the local one has none.
  [[nodiscard]] bool has_link(TerminalId at, IbaPort port) const {
    switch (port) {
      case IbaPort::kEast: return x(at) + 1 < columns_;
      case IbaPort::kNorth: return y(at) + 1 < rows_;
      case IbaPort::kWest: return x(at) > 0;
      case IbaPort::kSouth: return y(at) > 0;
      case IbaPort::kEndpoint: break;
    }
    return false;
  }

  /// The switch behind a port that has a link. Its own end of that link is the opposite port.
  [[nodiscard]] TerminalId neighbour(TerminalId at, IbaPort port) const {
    switch (port) {
      case IbaPort::kEast: return at + rows_;
      case IbaPort::kNorth: return at + 1;
      case IbaPort::kWest: return at - rows_;
      case IbaPort::kSouth: return at - 1;
      case IbaPort::kEndpoint: break;
    }
    return at;
  }
  [[nodiscard]] static IbaPort opposite(IbaPort port) {
    return static_cast<IbaPort>((static_cast<unsigned>(port) + 1) % 4 + 1);
  }

  /// Number of the link that leaves a switch; those beyond the edge have numbers, too.
  [[nodiscard]] static ChannelId link(TerminalId at, IbaPort port) {
    return 4 * at + static_cast<unsigned>(port) - 1;
  }
  [[nodiscard]] ChannelId links() const { return 4 * switches(); }

 private:
  unsigned columns_;
  unsigned rows_;
};

}  // namespace wayfarer
