// What verilating a network will take, told before it is begun: a large network takes minutes, and
// more memory than many machines have.
#pragma once

#include "common/verilated_build.hpp"
#include "config/config.hpp"

namespace wayfarer {

struct BuildEstimate {
  double megabytes = 0;  ///< Greatest memory of Verilator, within a third.
  double seconds = 0;    ///< Processor time, the compiler's included.
};

/// From the family's memory per node (RtlBinding::node_megabytes). Not of netlists, which Yosys
/// makes before.
[[nodiscard]] BuildEstimate estimate_build(const NetworkConfig& config,
                                           const VerilatedBuildOptions& options);

/// "about 2.7 GB of memory and 90 s of processor time"
[[nodiscard]] std::string to_text(const BuildEstimate& estimate);

/// Megabytes that a build may take: WAYFARER_BUILD_MEMORY, or three quarters of the memory of this
/// machine or of its control group.
[[nodiscard]] double build_memory_limit();

/// Throws UsageError, which says what to do, if the estimate is above the limit.
void refuse_too_large(const NetworkConfig& config, const BuildEstimate& estimate, double limit);

}  // namespace wayfarer
