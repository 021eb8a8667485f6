// Collective operations: messages that are sent when those that they depend on have arrived.
#pragma once

#include <cstdint>
#include <vector>

#include "config/config.hpp"
#include "traffic/spec.hpp"
#include "traffic/workload.hpp"

namespace wayfarer {

/// A block that one terminal sends to another when the blocks that it depends on have arrived
/// there; or, without a destination, what later blocks depend on in its place.
struct CollectiveBlock {
  TerminalId source = 0;
  TerminalId destination = kNoTerminal;
  std::uint32_t bytes = 0;
  std::uint32_t waits_for = 0;             ///< Blocks.
  std::vector<std::uint32_t> allows = {};  ///< Blocks that wait for this one.
};

/// The blocks of all operations. A terminal begins the next operation when everything that it
/// receives in the one before has arrived.
[[nodiscard]] std::vector<CollectiveBlock> collective_blocks(const CollectiveSpec& spec,
                                                             std::uint32_t terminals);

/// The workload; blocks are sent as messages of at most this length. Throws UsageError for networks
/// in which not every terminal can send to every other one, and for messages without data.
[[nodiscard]] Workload make_collective(const NetworkConfig& config, const CollectiveSpec& spec,
                                       unsigned message_bytes);

/// A lower bound on its cycles: the flits, headers included, that the busiest terminal sends or
/// receives, one per cycle.
[[nodiscard]] std::uint64_t collective_bound(const NetworkConfig& config,
                                             const CollectiveSpec& spec, unsigned message_bytes);

}  // namespace wayfarer
