// The m-way router's parameters (Mudawwar, sections 3.3 to 3.5).
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "config/config.hpp"
#include "family/mway/chip/fault.hpp"
#include "family/mway/variants.hpp"

namespace wayfarer {

using MwayClasses = std::array<unsigned, 3>;  ///< A bit for each buffer of a set.

/// Classes of dimension order: the lower `zero` buffers serve class 0, the others, if any, class 1.
constexpr MwayClasses split_classes(unsigned buffers, unsigned zero) {
  return {(1u << zero) - 1, (1u << buffers) - (1u << zero), 0};
}

struct MwayConfig final : FamilyConfig {
  MwayVariant variant = MwayVariant::kPaper;
  std::optional<Stat> stat;                                ///< Not given: what the variant implies.
  std::optional<Freeing> freeing;                          ///< The same.
  Configuration configuration = Configuration::kConstant;  ///< RTL only; does not affect timing.
  Destinations destinations = Destinations::kAbsolute;     ///< Headers only; the same.
  unsigned buffers = 4;                                    ///< Buffers in a set, 1 to 16.
  unsigned depth = 0;      ///< Flits in a buffer, 1 to 128; 0: derived.
  MwayClasses classes{};   ///< The buffers of each class that the network has, a bit for
                           ///< each; 0: derived. candidates.hpp has them by class.
  MwayFault fault;         ///< What is dead in a mesh; its routers learn it from pins.
  unsigned age_shift = 0;  ///< Aged: a header ages by one in 2^age_shift cycles at the front of a
                           ///< buffer; 0: derived.
  unsigned clock_spread = 0;  ///< Clocked: the longest period, so many percent above the
                              ///< shortest.
  unsigned clock_skew = 0;    ///< Phases: up to so many percent of the period.
  unsigned clock_slow = 0;    ///< So many channels have half the frequency.
  unsigned clock_seed = 0;    ///< Seed for all three; the run's seed.

  void use_seed(std::uint64_t run) override { clock_seed = static_cast<unsigned>(run); }
  [[nodiscard]] unsigned least_data_flits(const NetworkConfig&) const override { return 1; }
  /// With groups, a buffer holds a message.
  [[nodiscard]] unsigned max_message_bytes(const NetworkConfig& config) const override {
    constexpr unsigned kMost = 1023;
    return has_groups(variant) ? std::min(kMost, (depth - 1) * config.flit_bytes()) : kMost;
  }
  [[nodiscard]] std::vector<PatternKind> pattern_kinds() const override {
    if (!has_groups(variant)) return {PatternKind::kGrid};
    return {PatternKind::kGrid, PatternKind::kMulticast};
  }

  /// Omitted, what the variant allows: exact and early if they are among it.
  [[nodiscard]] Stat stat_lines() const {
    return stat.value_or(row_of(variant).stat.allows(Stat::kExact) ? Stat::kExact
                                                                   : Stat::kAddressed);
  }
  [[nodiscard]] bool frees_early() const {
    const bool early = row_of(variant).freeing.allows(Freeing::kEarly);
    return freeing.value_or(early ? Freeing::kEarly : Freeing::kLate) == Freeing::kEarly;
  }
  /// Priority lines for the ages of headers.
  [[nodiscard]] unsigned age_lines() const { return variant == MwayVariant::kAged ? 3 : 0; }
};

inline MwayConfig& mway_of(NetworkConfig& config) { return config.part<MwayConfig>(); }
inline const MwayConfig& mway_of(const NetworkConfig& config) { return config.part<MwayConfig>(); }

/// The keys of its configurations (config/schema.hpp).
[[nodiscard]] const ConfigSchema& mway_schema();

/// A network of the family with its defaults; it has no extents yet.
[[nodiscard]] NetworkConfig mway_config();

}  // namespace wayfarer
