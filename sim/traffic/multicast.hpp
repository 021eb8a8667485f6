// Multicast traffic and its unicast baseline (Zhou et al.): groups and messages.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "geometry/multicast_group.hpp"
#include "traffic/pattern.hpp"

namespace wayfarer {

constexpr const char* kMulticastPattern = "multicast";
constexpr const char* kCopiesPattern = "copies";
constexpr const char* kMulticastUsage = "multicast:SOURCES:MEMBERS[:SHARE][:self]";
constexpr const char* kCopiesUsage = "copies:SOURCES:MEMBERS[:self]";

/// The terminals that have groups, and the size of the groups.
struct GroupsOptions {
  unsigned source_percent = 100;  ///< Of the terminals; 0: one terminal.
  unsigned member_percent = 100;  ///< Of the other terminals.
  bool self = false;              ///< Members are drawn from all terminals, the source included.
};

/// Sources and members drawn from the seed, rounded, at least one of each; all groups have the same
/// size and are in the order of their sources. Throws UsageError if there is only one terminal.
[[nodiscard]] std::vector<MulticastGroup> draw_groups(const GroupsOptions& options,
                                                      std::uint32_t terminals, std::uint64_t seed);

/// From the parts after the name, "one" or a percentage first:
///   multicast:SOURCES:MEMBERS         every source sends each message to its group
///   multicast:SOURCES:MEMBERS:SHARE   this percentage of the messages; the others, and those of
///                                     terminals without a group, to any other terminal
///   copies:SOURCES:MEMBERS            every source sends a message to each member of its group
/// Throws UsageError for other numbers and options.
[[nodiscard]] std::unique_ptr<Pattern> make_multicast_pattern(
    const std::string& name, const std::vector<std::string>& options, bool self,
    std::uint32_t terminals, std::uint64_t seed);

}  // namespace wayfarer
