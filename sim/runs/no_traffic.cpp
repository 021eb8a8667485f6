#include "runs/no_traffic.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace wayfarer {

std::string why_no_message(const NetworkConfig& config, const SimulationOptions& options,
                           const Workload& workload) {
  Cycle first = kNever;
  bool silent = true;
  for (TerminalId source = 0; source < config.terminals(); ++source) {
    if (workload.pattern->silent(source)) continue;
    silent = false;
    first = std::min(first, workload.process->next_birth(source, 0, 0));
  }
  if (first < options.cycles) return "";
  const bool replay = options.workload.pattern != nullptr;
  if (silent && replay) return workload.responder ? "" : "the trace has no messages";
  if (silent) {
    const std::string& name = options.traffic.pattern;
    return fmt::format(
        "with pattern '{}', no terminal of this network has a destination other than itself",
        name.empty() ? default_pattern(config) : name);
  }
  if (first == kNever) return "the load is 0";
  return fmt::format("the first one is born in cycle {}, and the run ends before cycle {}", first,
                     options.cycles);
}

}  // namespace wayfarer
