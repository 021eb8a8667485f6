// The variants of the m-way router, and what each of them allows of the other keys.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace wayfarer {

struct ConfigFault;
struct NetworkConfig;

/// The paper's router, or one with a mechanism that the paper does not have (docs/mway.md).
enum class MwayVariant {
  kPaper,
  kPipelined,  ///< Two registered stages before a flit is on the lines.
  kAged,       ///< Priority lines for the ages of headers, against starvation.
  kGuarded,    ///< Members compare their copies of Drv, and messages can be aborted.
  kClocked,    ///< Each channel has its own clock.
  kBalanced,   ///< On a torus, both classes where the wrap-around router is not ahead.
  kAdaptive,   ///< Each way that leads closer, and that of dimension order as an escape.
  kMulticast,  ///< Messages to groups: receivers take a header in the order of their numbers.
  kUnescaped,  ///< Adaptive without the escape: deadlocks. Model only.
  kUnordered,  ///< Multicast, where receivers take a header as they can: deadlocks. Model only.
};

/// Whether a header chooses among several ways or classes (candidates.hpp).
constexpr bool has_candidates(MwayVariant variant) {
  return variant == MwayVariant::kBalanced || variant == MwayVariant::kAdaptive ||
         variant == MwayVariant::kUnescaped;
}

/// Whether a message may have several receivers.
constexpr bool has_groups(MwayVariant variant) {
  return variant == MwayVariant::kMulticast || variant == MwayVariant::kUnordered;
}

/// The names of all variants in configurations, in the order of the enumerators.
[[nodiscard]] std::vector<std::string> mway_variant_names();

/// The first key whose value the variant does not allow, with what it does.
[[nodiscard]] std::optional<ConfigFault> mway_variant_fault(const NetworkConfig& config);

}  // namespace wayfarer
