#include "onchip/counters.hpp"

#include <algorithm>

namespace wayfarer {
namespace {

/// floor(log2(latency)); 0 of 0.
unsigned bin_of(std::uint16_t latency) {
  unsigned bin = 0;
  while (latency >> bin > 1) ++bin;
  return bin;
}

}  // namespace

std::uint32_t OnchipCounters::value(unsigned counter) const {
  if (counter == kCountMissing)
    return (totals_[kCountSent] - totals_[kCountReceived]) & count_limit();
  if (counter == kCountLatencyMax) return most_;
  return totals_[counter];
}

/// Adds the sums of the cycle before.
void OnchipCounters::total() {
  for (const unsigned counter : {+kCountCheck, +kCountData, +kCountLost})
    failed_ = failed_ || counts_[counter] != 0;
  failed_ = failed_ || (ordered_ && counts_[kCountOvertook] != 0);
  for (unsigned cause = 0; cause < kOnchipCauses; ++cause)
    failed_ = failed_ || counts_[kCountDrops + cause] != 0;
  failed_ = failed_ || std::find(saturated_.begin(), saturated_.end(), true) != saturated_.end();

  for (unsigned c = 0; c < kOnchipCounters; ++c) {
    const std::uint64_t sum = std::uint64_t{totals_[c]} + counts_[c];
    saturated_[c] = saturated_[c] || sum > count_limit();
    totals_[c] = static_cast<std::uint32_t>(saturated_[c] ? count_limit() : sum);
  }
  most_ = std::max(most_, greatest_);
}

void OnchipCounters::step(OnchipPhase phase, const std::vector<OnchipSent>& sent,
                          const std::vector<OnchipReceived>& received,
                          const std::vector<std::uint8_t>& drops) {
  if (phase == OnchipPhase::kClear) return clear();
  total();
  counts_ = {};
  greatest_ = 0;
  counts_[kCountCycles] = phase == OnchipPhase::kRun;
  counts_[kCountDrain] = phase == OnchipPhase::kDrain;
  for (const OnchipSent& s : sent) {
    counts_[kCountSent] += s.message;
    counts_[kCountWordsSent] += s.word;
    counts_[kCountStalls] += s.stall;
    counts_[kCountHeld] += s.held;
  }
  for (const OnchipReceived& r : received) {
    counts_[kCountReceived] += r.message;
    counts_[kCountWords] += r.word;
    counts_[kCountCheck] += r.check;
    counts_[kCountData] += r.data;
    counts_[kCountLost] += r.lost;
    counts_[kCountOvertook] += r.overtook;
    if (!r.timed) continue;
    ++counts_[kCountTimed];
    counts_[kCountLatencySum] += r.latency;
    ++counts_[kCountLatency + bin_of(r.latency)];
    greatest_ = std::max(greatest_, r.latency);
  }
  for (const std::uint8_t drop : drops)
    for (unsigned cause = 0; cause < kOnchipCauses; ++cause)
      counts_[kCountDrops + cause] += drop >> cause & 1u;
}

}  // namespace wayfarer
