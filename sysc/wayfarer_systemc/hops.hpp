// How far apart the terminals of a network are.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "config/config.hpp"
#include "events/paths.hpp"

namespace wayfarer::sysc {

/// Follows each route once, when it is asked for.
class Hops {
 public:
  explicit Hops(const NetworkConfig& config) : config_(config) {}

  /// Channels, links or buses, that a message passes which is alone and takes the preferred one
  /// wherever it may choose.
  [[nodiscard]] unsigned between(TerminalId from, TerminalId to);

 private:
  [[nodiscard]] unsigned follow(TerminalId from, TerminalId to) const;

  const NetworkConfig config_;
  std::unique_ptr<MessagePaths> paths_;  // made when it is first needed
  std::map<std::pair<TerminalId, TerminalId>, unsigned> known_;
};

}  // namespace wayfarer::sysc
