// Cycle model of rtl/traffic/traffic_counters.sv.
#pragma once

#include <array>
#include <vector>

#include "onchip/settings.hpp"

namespace wayfarer {

class OnchipCounters {
 public:
  explicit OnchipCounters(bool ordered) : ordered_(ordered) {}

  void clear() { *this = OnchipCounters(ordered_); }

  // Outputs.
  [[nodiscard]] std::uint32_t value(unsigned counter) const;
  [[nodiscard]] bool saturated(unsigned counter) const { return saturated_[counter]; }
  [[nodiscard]] bool missing() const { return value(kCountMissing) != 0; }
  [[nodiscard]] bool failed() const { return failed_; }

  /// One clock: the events of a cycle, by terminal.
  void step(OnchipPhase phase, const std::vector<OnchipSent>& sent,
            const std::vector<OnchipReceived>& received, const std::vector<std::uint8_t>& drops);

 private:
  void total();

  bool ordered_;
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
