// Counter-based random numbers: Philox4x32-10 (Salmon et al., SC 2011) as a pure function of
// (seed, terminal, purpose, counter). Nothing depends on the order of the draws, so that the same
// seed gives the same run on every engine, thread count and machine.
#pragma once

#include <cstdint>

#include <Random123/philox.h>

#include "core/types.hpp"

namespace wayfarer {

/// The purpose of a draw. The values are part of a run's identity: append, never renumber.
enum class Purpose : std::uint32_t {
  kBirth = 0,             ///< Gap between two births; counter = sequence number of the message.
  kDestination = 1,       ///< Destination of a message; counter = sequence number.
  kFixedDestination = 2,  ///< The one destination of a source (single-random).
  kLength = 3,            ///< Length of a message out of a mix; counter = sequence number.
  kPhase = 4,             ///< Phase of a periodic source.
  kStall = 5,             ///< Ejection stalls; counter = cycle.
  kTest = 6,              ///< Free for tests.
  kRoute = 7,             ///< Route of a message; counter = messages of the terminal before it.
  kGroup = 8,             ///< Members of a source's multicast group.
  kGroupSources = 9,      ///< Terminals that have a group.
  kGap = 10,              ///< Pauses of a source; counter = cycle.
  kModel = 11,            ///< A traffic model's own; counter = interval or transaction.
  kClock = 12,            ///< Clock of a channel.
};

/// The stream of draws of one (seed, terminal, purpose, counter). Cheap to make and to copy.
class Random {
 public:
  Random(std::uint64_t seed, TerminalId terminal, Purpose purpose, std::uint64_t counter)
      : key_{{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}},
        counter_{{static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32),
                  terminal, static_cast<std::uint32_t>(purpose) << 24}} {}

  /// The next 64 random bits.
  [[nodiscard]] std::uint64_t bits() {
    const r123::Philox4x32::ctr_type words = r123::Philox4x32{}(counter_, key_);
    ++counter_[3];
    return std::uint64_t{words[1]} << 32 | words[0];
  }

  /// Uniform in 0..bound-1 without bias (Lemire's multiplication with rejection); bound > 0.
  [[nodiscard]] std::uint32_t below(std::uint32_t bound) {
    for (;;) {
      const std::uint64_t product = (bits() >> 32) * bound;
      const auto low = static_cast<std::uint32_t>(product);
      // Rejected below a threshold less than the bound: the division is seldom needed.
      if (low >= bound || low >= (0u - bound) % bound)
        return static_cast<std::uint32_t>(product >> 32);
    }
  }

  /// Uniform in [0, 1), a multiple of 2^-53.
  [[nodiscard]] double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

 private:
  r123::Philox4x32::key_type key_;
  r123::Philox4x32::ctr_type counter_;  ///< Word 3: purpose in the high byte, draw below it.
};

}  // namespace wayfarer
