#include "runs/no_traffic.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace wayfarer {

std::string why_no_message(const Workload& workload, std::uint32_t terminals, Cycle cycles) {
  Cycle first = kNever;
  bool silent = true;
  for (TerminalId source = 0; source < terminals; ++source) {
    if (workload.pattern->silent(source)) continue;
    silent = false;
    first = std::min(first, workload.process->next_birth(source, 0, 0));
  }
  if (first < cycles) return "";
  const bool replay = workload.pattern_name.empty();
  if (silent && replay) return workload.responder ? "" : "the trace has no messages";
  if (silent)
    return fmt::format(
        "with pattern '{}', no terminal of this network has a destination other than itself",
        workload.pattern_name);
  if (first == kNever) return "the load is 0";
  return fmt::format("the first one is born in cycle {}, and the run ends before cycle {}", first,
                     cycles);
}

}  // namespace wayfarer
