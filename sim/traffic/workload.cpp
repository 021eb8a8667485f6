#include "traffic/workload.hpp"

#include <algorithm>
#include <vector>

namespace wayfarer {
namespace {

/// Births at `rate` on average over all terminals.
std::unique_ptr<Process> births(const NetworkConfig& config, const TrafficOptions& options,
                                const Pattern& pattern, double rate) {
  std::vector<double> rates;
  for (TerminalId source = 0; source < config.terminals(); ++source)
    rates.push_back(rate * pattern.relative_load(source));
  const bool equal =
      std::all_of(rates.begin(), rates.end(), [rate](double own) { return own == rate; });
  return equal ? make_process(options.process, rate, config.terminals(), options.seed)
               : make_process(options.process, rates, options.seed);
}

}  // namespace

Workload make_workload(const NetworkConfig& config, const TrafficOptions& options, double rate) {
  const std::string lengths =
      options.message_bytes.empty() ? std::to_string(config.message_bytes) : options.message_bytes;
  const std::string pattern = options.pattern.empty() ? default_pattern(config) : options.pattern;
  Workload workload;
  workload.pattern = make_pattern(pattern, config, options.seed);
  const std::uint32_t copies = workload.pattern->copies();
  workload.process = births(config, options, *workload.pattern, rate / copies);
  workload.lengths = make_lengths(lengths, options.seed, config.max_message_bytes());
  workload.packet_bytes = config.packet_bytes();
  if (copies == 1) return workload;
  const auto repeated = std::make_shared<const Copies>(workload.process, workload.lengths, copies);
  return {workload.pattern, repeated, repeated, workload.packet_bytes};
}

}  // namespace wayfarer
