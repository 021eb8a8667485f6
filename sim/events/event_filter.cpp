#include "events/event_filter.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.hpp"

namespace wayfarer {
namespace {

template <typename Entry>
bool contains(const std::vector<Entry>& sorted, Entry entry) {
  return sorted.empty() || std::binary_search(sorted.begin(), sorted.end(), entry);
}

}  // namespace

std::vector<std::string> EventFilter::kind_names() const {
  std::vector<std::string> names;
  for (const EventKind kind : kinds) names.emplace_back(to_string(kind));
  return names;
}

std::string EventFilter::text() const {
  std::vector<std::string> parts;
  if (from != 0 || to != kNever)
    parts.push_back(to == kNever ? fmt::format("cycles from {}", from)
                                 : fmt::format("cycles {} to {}", from, to - 1));
  if (!messages.empty()) parts.push_back(fmt::format("messages {}", fmt::join(messages, ", ")));
  if (!nodes.empty()) parts.push_back(fmt::format("nodes {}", fmt::join(nodes, ", ")));
  if (!kinds.empty()) parts.push_back(fmt::format("kinds {}", fmt::join(kind_names(), ", ")));
  return fmt::format("{}", fmt::join(parts, "; "));
}

EventSelection::EventSelection(EventFilter filter, const NetworkLayout& layout)
    : filter_(std::move(filter)), layout_(layout), selects_(filter_.selects()) {
  if (filter_.nodes.empty()) return;
  if (filter_.nodes.back() >= layout.nodes)
    throw UsageError(fmt::format("node {}: the network has {}; legal: 0 to {}",
                                 filter_.nodes.back(), layout.nodes, layout.nodes - 1));
  at_nodes_.assign(layout_.nodes, false);
  for (const NodeNumber node : filter_.nodes) at_nodes_[node] = true;
}

bool EventSelection::keeps_message(std::uint64_t message) const {
  return contains(filter_.messages, message);
}

void EventSelection::known(UnitId unit, const UnitInfo& info) {
  if (unit >= units_.size()) units_.resize(unit + 1);
  units_[unit] = {info, layout_.terminals[info.source]};
}

bool EventSelection::keeps_known(const UnitInfo& info) const {
  return filter_.nodes.empty() && filter_.kinds.empty() && keeps_message(info.message);
}

bool EventSelection::keeps(const Event& event) {
  if (event.kind == EventKind::kInjected) known(event.unit, *event.info);
  if (event.kind == EventKind::kHead) units_[event.unit].node = layout_.channels[event.channel].to;
  if (!contains(filter_.kinds, event.kind)) return false;
  if (event.kind == EventKind::kBorn)
    return keeps_message(event.message->message) && keeps_terminal(event.message->source);
  if (event.kind == EventKind::kDropped)
    return filter_.messages.empty() && keeps_terminal(event.terminal);
  const Unit& unit = units_[event.unit];
  if (!keeps_message(unit.info.message)) return false;
  switch (event.kind) {
    case EventKind::kInjected: return keeps_terminal(unit.info.source);
    case EventKind::kHead:
    case EventKind::kTail: {
      const ChannelEnds& ends = layout_.channels[event.channel];
      return keeps_node(ends.from) || keeps_node(ends.to);
    }
    case EventKind::kBlocked: return keeps_node(unit.node);
    default: return keeps_terminal(event.terminal);
  }
}

}  // namespace wayfarer
