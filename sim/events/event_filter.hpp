// Which events of a run are kept.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "events/event.hpp"

namespace wayfarer {

/// The events that are kept; all sets empty: every event.
struct EventFilter {
  Cycle from = 0;
  Cycle to = kNever;                    ///< First cycle no longer kept.
  std::vector<std::uint64_t> messages;  ///< Ascending, as are the others.
  std::vector<NodeNumber> nodes;
  std::vector<EventKind> kinds;

  /// Whether there is more than a window of cycles.
  [[nodiscard]] bool selects() const {
    return !messages.empty() || !nodes.empty() || !kinds.empty();
  }
  /// In words: "cycles 100 to 199, messages 7".
  [[nodiscard]] std::string text() const;
  /// The names of `kinds`.
  [[nodiscard]] std::vector<std::string> kind_names() const;
};

/// Applies a filter's sets, but not its window. It sees all events.
class EventSelection {
 public:
  EventSelection(EventFilter filter, const NetworkLayout& layout);

  void known(UnitId unit, const UnitInfo& info);
  /// Whether the event is kept.
  [[nodiscard]] bool keeps(const Event& event);
  /// Whether units that `known` shows are kept although they may have no event.
  [[nodiscard]] bool keeps_known(const UnitInfo& info) const;
  /// False: everything is kept, and the units are not known here.
  [[nodiscard]] bool selects() const { return selects_; }
  [[nodiscard]] const UnitInfo& unit(UnitId id) const { return units_[id].info; }
  [[nodiscard]] const EventFilter& filter() const { return filter_; }

 private:
  struct Unit {
    UnitInfo info;
    NodeNumber node = 0;  ///< Where its head is.
  };

  [[nodiscard]] bool keeps_message(std::uint64_t message) const;
  [[nodiscard]] bool keeps_node(NodeNumber node) const {
    return at_nodes_.empty() || at_nodes_[node];
  }
  [[nodiscard]] bool keeps_terminal(TerminalId terminal) const {
    return keeps_node(layout_.terminals[terminal]);
  }

  const EventFilter filter_;
  const NetworkLayout& layout_;
  const bool selects_;
  std::vector<Unit> units_;
  std::vector<bool> at_nodes_;  ///< By node; empty: all.
};

}  // namespace wayfarer
