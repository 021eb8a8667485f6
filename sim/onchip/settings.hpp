// Settings and phases of on-chip traffic, and the events that its counters add up: the types of
// `traffic_pkg` in C++.
#pragma once

#include <cstdint>

namespace wayfarer {

enum class OnchipPattern : std::uint8_t {
  kUniform,
  kComplement,
  kReverse,
  kTranspose,
  kNeighbour,
  kClientServer  ///< To the last terminal; from it, to any other one.
};

/// Probabilities are in units of 2^-16.
struct OnchipSettings {
  std::uint8_t pattern = 0;  ///< An OnchipPattern; any other code is uniform.
  std::uint16_t load = 6554;
  std::uint16_t hot = 0;
  std::uint16_t hot_share = 0;
  std::uint16_t turn_off = 0;
  std::uint16_t turn_on = 0;
  std::uint8_t least = 2;  ///< Words of a message.
  std::uint8_t most = 6;
  std::uint32_t cycles = 20000;
  std::uint32_t seed = 1;
};

enum class OnchipPhase : std::uint8_t { kIdle, kClear, kRun, kDrain, kDone };

/// What a source did in a cycle.
struct OnchipSent {
  bool message = false;
  bool word = false;
  bool stall = false;
  bool held = false;
};

/// What a sink found, two cycles after the word.
struct OnchipReceived {
  bool message = false;
  bool word = false;
  bool check = false;
  bool data = false;
  bool lost = false;
  bool overtook = false;
  bool timed = false;
  std::uint16_t latency = 0;
};

/// Numbers of counters.
enum OnchipCount : unsigned {
  kCountCycles,
  kCountDrain,
  kCountSent,
  kCountWordsSent,
  kCountStalls,
  kCountHeld,
  kCountReceived,
  kCountWords,
  kCountCheck,
  kCountData,
  kCountLost,
  kCountOvertook,
  kCountDrops,
  kCountTimed = 16,
  kCountLatencySum,
  kCountLatencyMax,
  kCountMissing,
  kCountLatency,
  kOnchipCounters = 36,
};
constexpr unsigned kOnchipCauses = 4;
constexpr unsigned kOnchipBins = 16;

}  // namespace wayfarer
