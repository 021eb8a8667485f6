#include "family/mway/multicast/tree.hpp"

#include <algorithm>

namespace wayfarer {

MwayTree::MwayTree(const MwayTopology& topology) : topology_(topology) {
  const unsigned all = (1u << topology.ways()) - 1;
  allowed_.assign(topology.ways(), all);
  for (unsigned d = 0; d < topology.dimensions(); ++d) {
    if (topology.extents()[d] == 1) continue;
    const unsigned plus = topology.way(d, false);
    const unsigned minus = topology.way(d, true);
    const unsigned above = all >> minus >> 1 << 1 << minus;
    // A number that is both leads back from there.
    allowed_[minus] = above | (plus != minus ? 1u << minus : 0u);
    if (plus != minus) allowed_[plus] = above | 1u << plus;
  }
}

void MwayTree::set_groups(const std::vector<MulticastGroup>& groups) {
  groups_.assign(groups.size(), std::vector<std::uint16_t>(topology_.channels()));
  const auto absent = [this](TerminalId member) { return member >= topology_.terminals(); };
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const std::vector<TerminalId>& members = groups[group].members;
    if (std::any_of(members.begin(), members.end(), absent)) continue;
    for (ChannelId at = 0; at < topology_.channels(); ++at)
      for (const TerminalId member : members)
        groups_[group][at] =
            static_cast<std::uint16_t>(groups_[group][at] | 1u << topology_.route(at, member).way);
  }
}

unsigned MwayTree::receivers(ChannelId at, TerminalId destination) const {
  if (destination < topology_.terminals()) return 1u << topology_.route(at, destination).way;
  const TerminalId group = destination - kFirstMulticastDestination;
  return is_multicast(destination) && group < groups_.size() ? groups_[group][at] : 0;
}

}  // namespace wayfarer
