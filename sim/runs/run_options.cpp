#include "runs/run_options.hpp"

#include <algorithm>
#include <vector>

#include "core/error.hpp"
#include "traffic/closed_loop.hpp"
#include "traffic/collective.hpp"
#include "traffic/replies.hpp"

namespace wayfarer {
namespace {

void add_replies(Workload& workload, const ReplySpec& reply, const NetworkConfig& config) {
  if (workload.responder)
    throw UsageError("--reply with a trace whose messages depend on others; legal: one of them");
  if (!workload.pattern->groups().empty())
    throw UsageError(
        "--reply with multicast: messages to a group are not answered; legal: another "
        "pattern, or no --reply");
  workload.responder = make_replies(reply, config);
  workload.replies = true;
}

}  // namespace

unsigned longest(const NetworkConfig& config, const TrafficSpec& traffic) {
  const std::vector<std::uint16_t> bytes = lengths_of(config, traffic).bytes;
  return *std::max_element(bytes.begin(), bytes.end());
}

bool has_load(const RunOptions& options) {
  return !options.workload.process && options.traffic.has_load();
}

Cycle warmup_of(const RunOptions& options) {
  const bool finite =
      options.workload.process ? options.workload.process->finite() : options.traffic.finite();
  return warmup_of(options, finite);
}

Workload workload_of(const NetworkConfig& config, const RunOptions& options) {
  const TrafficSpec& traffic = options.traffic;
  Workload workload = options.workload;
  if (!workload.pattern && traffic.collective)
    return make_collective(config, *traffic.collective, longest(config, traffic));
  if (!workload.pattern && traffic.window) return make_closed_loop(config, traffic, options.seed);
  if (!workload.pattern)
    workload = make_workload(config, traffic,
                             message_rate(config, lengths_of(config, traffic), options.load),
                             options.seed);
  if (traffic.reply) add_replies(workload, *traffic.reply, config);
  return workload;
}

SimulationResult run_simulation(Network& network, const NetworkConfig& config,
                                const RunOptions& options, const ProgressCallback& progress) {
  Simulation simulation(network, config, workload_of(config, options), options);
  run_in_loop(simulation, progress);
  return simulation.finish();
}

}  // namespace wayfarer
