#include "traffic/workload.hpp"

#include <algorithm>
#include <vector>

namespace wayfarer {
namespace {

/// Births at `rate` on average over all terminals.
std::unique_ptr<Process> births(const ProcessSpec& spec, std::uint32_t terminals,
                                const Pattern& pattern, double rate, std::uint64_t seed) {
  std::vector<double> rates;
  for (TerminalId source = 0; source < terminals; ++source)
    rates.push_back(rate * pattern.relative_load(source));
  const bool equal =
      std::all_of(rates.begin(), rates.end(), [rate](double own) { return own == rate; });
  return equal ? make_process(spec, rate, terminals, seed) : make_process(spec, rates, seed);
}

}  // namespace

LengthsSpec lengths_of(const NetworkConfig& config, const TrafficSpec& spec) {
  return spec.lengths.value_or(LengthsSpec{{static_cast<std::uint16_t>(config.message_bytes)}});
}

Workload make_workload(const NetworkConfig& config, const TrafficSpec& spec, double rate,
                       std::uint64_t seed) {
  const PatternSpec pattern = spec.pattern.value_or(default_pattern(config));
  Workload workload;
  workload.pattern = make_pattern(pattern, config, seed);
  const std::uint32_t copies = workload.pattern->copies();
  workload.process =
      births(spec.process, config.terminals(), *workload.pattern, rate / copies, seed);
  workload.lengths = make_lengths(lengths_of(config, spec), seed, config.max_message_bytes());
  workload.packet_bytes = config.packet_bytes();
  workload.pattern_name = to_string(pattern);
  workload.rate = rate;
  if (copies > 1) {
    const auto repeated =
        std::make_shared<const Copies>(workload.process, workload.lengths, copies);
    workload.process = repeated;
    workload.lengths = repeated;
  }
  return workload;
}

}  // namespace wayfarer
