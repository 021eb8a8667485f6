#include "runs/load.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"
#include "traffic/workload.hpp"

namespace wayfarer {
namespace {

constexpr double kBitsPerByte = 8;

double mean_flits(const NetworkConfig& config, const LengthsSpec& lengths) {
  return make_lengths(lengths, 0, config.max_message_bytes())->mean_flits(flit_format(config));
}

double mean_bytes(const NetworkConfig& config, const LengthsSpec& lengths) {
  return make_lengths(lengths, 0, config.max_message_bytes())->mean_bytes();
}

/// How much a message of these lengths counts in the unit.
double mean_size(const NetworkConfig& config, const LengthsSpec& lengths, LoadUnit unit) {
  switch (unit) {
    case LoadUnit::kFlits: return mean_flits(config, lengths);
    case LoadUnit::kBytes: return mean_bytes(config, lengths);
    case LoadUnit::kBits: return kBitsPerByte * mean_bytes(config, lengths);
    case LoadUnit::kMessages:
    case LoadUnit::kNormalized: break;
  }
  return 1;
}

}  // namespace

const std::vector<std::string>& load_unit_names() {
  static const std::vector<std::string> names = {"flits", "messages", "bytes", "bits",
                                                 "normalized"};
  return names;
}

LoadUnit parse_load_unit(const std::string& name) {
  const std::vector<std::string>& names = load_unit_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<LoadUnit>(found - names.begin());
  throw UsageError(
      fmt::format("unit '{}'; {}legal: {}", name, did_you_mean(name, names), join(names)));
}

std::string to_string(LoadUnit unit) { return load_unit_names()[static_cast<std::size_t>(unit)]; }

std::string unit_text(const Load& load) {
  if (load.unit == LoadUnit::kNormalized) return "share of the channel-load bound";
  return fmt::format("{} per {}{}{}", to_string(load.unit), load.aggregate ? "" : "terminal and ",
                     load.clock_mhz > 0 ? "ns" : "cycle", load.aggregate ? ", all terminals" : "");
}

double scaled(double rate, const NetworkConfig& config, const Load& load) {
  if (load.aggregate) rate *= config.terminals();
  if (load.clock_mhz > 0) rate /= load.cycle_ns();
  return rate;
}

double message_rate(const NetworkConfig& config, const LengthsSpec& lengths, const Load& load) {
  double rate = load.value / scaled(1, config, load);
  if (load.unit == LoadUnit::kNormalized)
    rate = load.value * (saturation_bound(config) / mean_flits(config, lengths));
  else if (const double size = mean_size(config, lengths, load.unit); size > 0)
    rate /= size;
  else
    throw UsageError(fmt::format("load in {} of messages without data; legal: flits, messages",
                                 to_string(load.unit)));
  if (!(rate >= 0 && rate <= 1))
    throw UsageError(
        fmt::format("load {:g} {} asks for {:g} messages per terminal and cycle; legal: 0 to 1",
                    load.value, to_string(load.unit), rate));
  return rate;
}

double load_value(const NetworkConfig& config, const LengthsSpec& lengths, const Load& load,
                  double rate) {
  if (load.unit == LoadUnit::kNormalized)
    return rate * mean_flits(config, lengths) / saturation_bound(config);
  return scaled(rate * mean_size(config, lengths, load.unit), config, load);
}

double normalized_load(const NetworkConfig& config, const LengthsSpec& lengths, const Load& load) {
  return message_rate(config, lengths, load) * mean_flits(config, lengths) /
         saturation_bound(config);
}

}  // namespace wayfarer
