// The m-way router's parameters (Mudawwar, sections 3.3 to 3.5).
#pragma once

#include <algorithm>
#include <vector>

#include "config/config.hpp"
#include "family/mway/fault.hpp"

namespace wayfarer {

enum class Freeing { kEarly, kLate };
enum class Stat { kExact, kCyclic };
enum class Addressing { kMatched, kAddressed };
enum class Configuration { kConstant, kPins };
/// Whether a header's Dest is an address or relative to the channel.
enum class Destinations {
  kAbsolute,  ///< Nothing: it is an address.
  kRelative,  ///< The channel that the header is on.
};
/// How the receivers of a message on a channel take its header.
enum class Multicast {
  kNone,       ///< A message has one receiver.
  kOrdered,    ///< In the order of their numbers, which is free of deadlock.
  kUnordered,  ///< As they have a free buffer: deadlocks. Model only.
};

/// What a header may request on a channel (candidates.hpp).
enum class MwayRouting {
  kDimensionOrder,  ///< One way and one class.
  kBalanced,        ///< On a torus, both classes where the wrap-around router is not ahead.
  kAdaptive,        ///< Each way that leads closer, and that of dimension order as an escape.
  kUnescaped,       ///< Without the escape: deadlocks. Model only.
};

enum class Clocks {
  kOne,       ///< The whole network has one.
  kChannels,  ///< Each channel has its own.
};

struct MwayConfig final : FamilyConfig {
  unsigned buffers = 4;  ///< Buffers in a set, 1 to 16.
  unsigned depth = 2;    ///< Flits in a buffer, 1 to 128.
  Freeing freeing = Freeing::kEarly;
  Stat stat = Stat::kExact;
  Addressing addressing = Addressing::kMatched;  ///< Of the RTL alone: no cycle depends on it.
  Configuration configuration = Configuration::kConstant;  ///< Of the RTL alone, too.
  Destinations destinations = Destinations::kAbsolute;  ///< Headers only; does not affect timing.
  unsigned pipeline = 0;  ///< Registered stages before a flit is on the lines: 0 (the paper) or 2.
  unsigned class_zero_buffers = 0;  ///< Buffers 0..n-1 serve class 0, the others class 1. On a
                                    ///< mesh without a fault, class 0 has them all: n = buffers.
  MwayFault fault;                  ///< Of a mesh; its routers know it by pins.
  unsigned age_lines = 0;  ///< Priority lines above the paper's, for the ages of headers: 0 or 3.
  unsigned age_shift = 8;  ///< A header ages by one in 2^age_shift cycles at the front of a buffer.
  Multicast multicast = Multicast::kNone;
  bool guard = false;  ///< Copies of Drv are compared, and messages can be aborted.
  MwayRouting routing = MwayRouting::kDimensionOrder;
  /// Unless `routing` is dimension order, the buffers of each class, a bit for each; 0: derived.
  unsigned class_zero_mask = 0;
  unsigned class_one_mask = 0;
  unsigned adaptive_mask = 0;
  Clocks clocks = Clocks::kOne;
  unsigned clock_spread = 0;  ///< With a clock for each channel, the longest period: so many
                              ///< percent above the shortest.
  unsigned clock_skew = 0;    ///< Phases: up to so many percent of the period.
  unsigned clock_slow = 0;    ///< So many channels have half the frequency.
  unsigned clock_seed = 0;    ///< Seed for all three; the run's seed.

  void use_seed(std::uint64_t run) override { clock_seed = static_cast<unsigned>(run); }
  [[nodiscard]] unsigned least_data_flits(const NetworkConfig&) const override { return 1; }
  /// With multicast, a buffer holds a message.
  [[nodiscard]] unsigned max_message_bytes(const NetworkConfig& config) const override {
    constexpr unsigned kMost = 1023;
    return multicast == Multicast::kNone ? kMost
                                         : std::min(kMost, (depth - 1) * config.flit_bytes());
  }
  [[nodiscard]] std::vector<PatternKind> pattern_kinds() const override {
    if (multicast == Multicast::kNone) return {PatternKind::kGrid};
    return {PatternKind::kGrid, PatternKind::kMulticast};
  }
};

inline MwayConfig& mway_of(NetworkConfig& config) { return config.part<MwayConfig>(); }
inline const MwayConfig& mway_of(const NetworkConfig& config) { return config.part<MwayConfig>(); }

/// The keys of its configurations (config/schema.hpp).
[[nodiscard]] const ConfigSchema& mway_schema();

/// A network of the family with its defaults; it has no extents yet.
[[nodiscard]] NetworkConfig mway_config();

}  // namespace wayfarer
