#include "runs/completion.hpp"

#include "traffic/collective.hpp"

namespace wayfarer {

std::optional<Completion> completion_of(const Point& point, const SimulationResult& result) {
  const TrafficSpec& traffic = point.options.traffic;
  if (result.verdict != Verdict::kCompleted || point.options.workload.pattern ||
      !(traffic.collective || traffic.window))
    return std::nullopt;
  Completion completion;
  completion.cycles = result.last_delivery + 1;
  completion.bytes = result.measured.accepted_bytes * static_cast<double>(result.measured.cycles) /
                     static_cast<double>(completion.cycles);
  if (traffic.collective)
    completion.bound =
        collective_bound(point.config, *traffic.collective, longest(point.config, traffic));
  return completion;
}

}  // namespace wayfarer
