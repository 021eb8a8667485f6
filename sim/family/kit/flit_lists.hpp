// The flits of messages in a network, in the order in which they entered it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/flit.hpp"
#include "family/kit/flit_info.hpp"

namespace wayfarer::kit {

/// Lists of flits, one for each message, in one array.
class FlitLists {
 public:
  struct List {
    std::uint32_t first = 0;  ///< Counted from 1; 0: none.
    std::uint32_t last = 0;
  };

  /// `most`: flits in all lists together.
  explicit FlitLists(std::size_t most) : most_(most) {}

  /// All lists are empty.
  void reset() {
    flits_.clear();
    free_ = 0;
  }
  /// Adds a flit that enters the network.
  void add(List& list, const Flit& flit) {
    if (flits_.empty()) make();
    const std::uint32_t entry = free_;
    free_ = at(entry).next;
    at(entry) = {0, {flit.message, static_cast<std::uint16_t>(flit.index & 0xff)}};
    (list.first == 0 ? list.first : at(list.last).next) = entry;
    list.last = entry;
  }
  /// Removes the first flit, which leaves the network.
  [[nodiscard]] FlitInfo take(List& list) {
    ListedFlit& flit = at(list.first);
    const ListedFlit taken = flit;
    flit.next = free_;
    free_ = list.first;
    list.first = taken.next;
    return taken.info;
  }

 private:
  struct ListedFlit {
    std::uint32_t next = 0;
    FlitInfo info;
  };

  [[nodiscard]] ListedFlit& at(std::uint32_t entry) { return flits_[entry - 1]; }
  void make() {
    flits_.resize(most_);
    for (std::uint32_t i = 1; i < flits_.size(); ++i) at(i).next = i + 1;
    free_ = 1;
  }

  const std::size_t most_;
  std::vector<ListedFlit> flits_;  ///< Made for the first flit that is added.
  std::uint32_t free_ = 0;         ///< The first that is in no list.
};

}  // namespace wayfarer::kit
