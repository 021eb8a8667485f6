// A list that is refilled in every cycle.
#pragma once

#include <cstddef>
#include <vector>

namespace wayfarer::kit {

/// Never grows: it is constructed with enough room.
template <typename Entry>
class CycleList {
 public:
  explicit CycleList(std::size_t most) : entries_(most) {}
  [[nodiscard]] const Entry* begin() const { return entries_.data(); }
  [[nodiscard]] const Entry* end() const { return entries_.data() + count_; }
  [[nodiscard]] std::size_t size() const { return count_; }
  void clear() { count_ = 0; }
  void add(Entry entry) { entries_[count_++] = entry; }
  /// Without a branch, which would be mispredicted.
  void add_if(bool wanted, Entry entry) {
    entries_[count_] = entry;
    count_ += wanted;
  }
  /// For writing many entries at once: fill from `write` on, then pass the end to `written`.
  [[nodiscard]] Entry* write() { return entries_.data(); }
  void written(const Entry* end) { count_ = static_cast<std::size_t>(end - entries_.data()); }

 private:
  std::vector<Entry> entries_;
  std::size_t count_ = 0;
};

}  // namespace wayfarer::kit
