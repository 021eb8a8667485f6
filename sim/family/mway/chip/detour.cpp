// Routes of a mesh with a dead channel or router (docs/mway-chip.md, "Faults").
#include "family/mway/topology.hpp"

namespace wayfarer {

bool MwayTopology::dead(ChannelId at, unsigned dimension, bool minus) const {
  const ChannelId next = grid_.neighbour(at, dimension, minus);
  if (fault_.dead == MwayDead::kChannel) return next == fault_.channel;
  return dimension == fault_.dimension && (minus ? next : at) == fault_.channel;
}

bool MwayTopology::connected(ChannelId from, ChannelId to) const {
  if (!fault_) return true;
  if (fault_.dead == MwayDead::kChannel && (from == fault_.channel || to == fault_.channel))
    return false;
  if (first_dimension_ != last_dimension_) return true;
  // A row ends at its fault.
  const unsigned d = first_dimension_;
  const unsigned dead = digit(fault_.channel, d);
  return (digit(from, d) > dead) == (digit(to, d) > dead);
}

MwayHop MwayTopology::detour(ChannelId at, TerminalId destination, unsigned incoming_class) const {
  const ChannelId target = channel_of(destination);
  const auto differs = [&](unsigned d) { return digit(at, d) != digit(target, d); };
  const auto minus = [&](unsigned d) { return digit(target, d) < digit(at, d); };
  const auto aside = [&](unsigned d) { return digit(at, d) + 1 == extents()[d]; };
  if (at == target) return {processor_way(local_of(destination)), 0};
  unsigned first = 0;
  while (!differs(first)) ++first;
  unsigned last = dimensions() - 1;
  while (!differs(last)) --last;
  if (incoming_class == 1) return {way(last, minus(last)), 1};
  if (!dead(at, first, minus(first))) return {way(first, minus(first)), 0};
  if (first != last) return {way(last, minus(last)), 1};
  const unsigned side = first != last_dimension_ ? last_dimension_ : first_dimension_;
  return {way(side, aside(side)), first != last_dimension_ ? 0u : 1u};
}

}  // namespace wayfarer
