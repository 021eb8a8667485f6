#include "common/build_estimate.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>
#include <unistd.h>

#include "common/hardware_family.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

constexpr double kMegabyte = 1024.0 * 1024;

/// Memory of the machine, or of the control group in which this process runs, if that has less.
double memory_megabytes() {
  const double pages = static_cast<double>(sysconf(_SC_PHYS_PAGES));
  double megabytes = pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / kMegabyte;
  double group = 0;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> group)  // "max": none
    megabytes = std::min(megabytes, group / kMegabyte);
  return megabytes;
}

}  // namespace

BuildEstimate estimate_build(const NetworkConfig& config, const VerilatedBuildOptions& options) {
  constexpr double kLeastMegabytes = 200;  // of the compiler
  constexpr double kWithWaves = 1.1;
  constexpr double kWithInsides = 1.5;
  constexpr double kLeastSeconds = 10;  // of Verilator's own sources, once in a cache
  constexpr double kSecondsPerMegabyte = 0.03;
  const RtlBinding& rtl = family_of(config).rtl;
  double megabytes = rtl.nodes(config) * rtl.node_megabytes(config);
  if (options.waves) megabytes *= options.insides ? kWithInsides : kWithWaves;
  return {std::max(kLeastMegabytes, megabytes), kLeastSeconds + kSecondsPerMegabyte * megabytes};
}

std::string to_text(const BuildEstimate& estimate) {
  const bool minutes = estimate.seconds >= 120;
  return fmt::format("about {:.1f} GB of memory and {:.0f} {} of processor time",
                     estimate.megabytes / 1024, minutes ? estimate.seconds / 60 : estimate.seconds,
                     minutes ? "minutes" : "seconds");
}

double build_memory_limit() {
  constexpr double kShare = 0.75;
  if (const char* const named = std::getenv("WAYFARER_BUILD_MEMORY"))
    return static_cast<double>(
        parse_unsigned(named, "WAYFARER_BUILD_MEMORY, in megabytes:", 1, 1'000'000'000));
  return kShare * memory_megabytes();
}

void refuse_too_large(const NetworkConfig& config, const BuildEstimate& estimate, double limit) {
  if (estimate.megabytes <= limit) return;
  throw UsageError(fmt::format(
      "{}: building its hardware takes {}, but {:.1f} GB are allowed (three quarters of this machine's memory, or WAYFARER_BUILD_MEMORY); legal: --engine model, {}a smaller network, or WAYFARER_BUILD_MEMORY={:.0f}, in megabytes",
      config.name.empty() ? "network" : config.name, to_text(estimate), limit / 1024,
      tiles_refusal(config).empty() ? "--build tiles, " : "", estimate.megabytes));
}

}  // namespace wayfarer
