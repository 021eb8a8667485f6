// The routes of an m-way network as a table, for its models.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "config/config.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer::mway {

class Routes {
 public:
  /// Both must outlive it. There is no table for very large networks.
  Routes(const NetworkConfig& config, const MwayTopology& topology);

  /// As MwayTopology::route.
  [[nodiscard]] MwayHop route(ChannelId at, TerminalId destination, unsigned incoming_class) const {
    if (table_.empty()) return topology_.route(at, destination, incoming_class);
    const std::uint8_t entry =
        table_[incoming_class * class_offset_ + std::size_t{at} * terminals_ + destination];
    return {entry & 15u, static_cast<unsigned>(entry >> 4)};
  }

  /// The terminal that a header goes to which a processor of channel `at` offers for `named`; none
  /// if that terminal does not exist or a fault has cut it off.
  [[nodiscard]] std::optional<TerminalId> destination(ChannelId at, TerminalId named) const;

 private:
  const NetworkConfig& config_;
  const MwayTopology& topology_;
  const std::size_t terminals_;
  std::vector<std::uint8_t> table_;  ///< way | class << 4, by channel and terminal,
  std::size_t class_offset_ = 0;     ///< and with a fault by the class before.
};

}  // namespace wayfarer::mway
