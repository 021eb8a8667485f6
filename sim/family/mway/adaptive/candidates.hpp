// What a header may request on a channel of a variant with candidates: what mway_candidates
// computes.
#pragma once

#include <array>

#include "family/mway/config.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer {

constexpr unsigned kMwayClasses = 3;
constexpr unsigned kAdaptiveClass = 2;  ///< Classes 0 and 1 belong to dimension order.
constexpr unsigned kNoWay = ~0u;        ///< Incoming way of a set that receives from a processor.

/// Pairs of a way and a class.
struct MwayCandidates {
  unsigned adaptive = 0;  ///< The ways with kAdaptiveClass; one bit for each.
  unsigned way = 0;       ///< The way of dimension order,
  unsigned classes = 0;   ///< and the classes with it; one bit for each.
};

/// The candidates of a header at a channel that came there by `incoming_way` with a class.
[[nodiscard]] MwayCandidates mway_candidates(const MwayTopology& topology, MwayVariant variant,
                                             ChannelId at, TerminalId destination,
                                             unsigned incoming_way, unsigned incoming_class);

/// Per class, the buffers that serve it.
[[nodiscard]] std::array<unsigned, kMwayClasses> class_buffers(const NetworkConfig& config);

/// Per class, the buffers that serve no other class; deadlock freedom depends on them.
[[nodiscard]] std::array<unsigned, kMwayClasses> own_buffers(
    const std::array<unsigned, kMwayClasses>& buffers);

}  // namespace wayfarer
