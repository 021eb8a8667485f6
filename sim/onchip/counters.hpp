// Cycle model of rtl/traffic/traffic_counters.sv.
#pragma once

#include <array>
#include <vector>

#include "onchip/settings.hpp"

namespace wayfarer {

class OnchipCounters {
 public:
  /// `bits` of a counter, up to 32.
  explicit OnchipCounters(bool ordered, unsigned bits = 32) : ordered_(ordered), bits_(bits) {}

  void clear() { *this = OnchipCounters(ordered_, bits_); }

  // Outputs.
  [[nodiscard]] std::uint32_t value(unsigned counter) const;
  [[nodiscard]] bool saturated(unsigned counter) const {
    if (counter == kCountMissing) return saturated_[kCountSent] || saturated_[kCountReceived];
    return saturated_[counter];
  }
  [[nodiscard]] bool missing() const { return value(kCountMissing) != 0; }
  [[nodiscard]] bool failed() const { return failed_; }

  /// One clock: the events of a cycle, by terminal.
  void step(OnchipPhase phase, const std::vector<OnchipSent>& sent,
            const std::vector<OnchipReceived>& received, const std::vector<std::uint8_t>& drops);

 private:
  void total();
  /// The greatest value of a counter.
  [[nodiscard]] std::uint32_t count_limit() const { return 0xffff'ffffu >> (32 - bits_); }

  bool ordered_;
  unsigned bits_;
  // The sums of a cycle.
  std::array<std::uint32_t, kOnchipCounters> counts_{};
  std::uint16_t greatest_ = 0;
  // Totals.
  std::array<std::uint32_t, kOnchipCounters> totals_{};
  std::array<bool, kOnchipCounters> saturated_{};
  std::uint16_t most_ = 0;
  bool failed_ = false;
};

}  // namespace wayfarer
