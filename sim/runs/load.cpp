#include "runs/load.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"
#include "traffic/workload.hpp"

namespace wayfarer {
namespace {

double mean_flits(const NetworkConfig& config, const LengthsSpec& lengths) {
  return make_lengths(lengths, 0, config.max_message_bytes())->mean_flits(flit_format(config));
}

}  // namespace

LoadUnit parse_load_unit(const std::string& name) {
  if (name == "flits") return LoadUnit::kFlits;
  if (name == "messages") return LoadUnit::kMessages;
  if (name == "normalized") return LoadUnit::kNormalized;
  throw UsageError(fmt::format("unit '{}'; {}legal: flits, messages, normalized", name,
                               did_you_mean(name, {"flits", "messages", "normalized"})));
}

std::string to_string(LoadUnit unit) {
  switch (unit) {
    case LoadUnit::kFlits: return "flits";
    case LoadUnit::kMessages: return "messages";
    case LoadUnit::kNormalized: break;
  }
  return "normalized";
}

double message_rate(const NetworkConfig& config, const LengthsSpec& lengths, const Load& load) {
  double rate = load.value;
  if (load.unit == LoadUnit::kFlits) rate /= mean_flits(config, lengths);
  if (load.unit == LoadUnit::kNormalized)
    rate *= saturation_bound(config) / mean_flits(config, lengths);
  if (!(rate >= 0 && rate <= 1))
    throw UsageError(
        fmt::format("load {:g} {} asks for {:g} messages per terminal and cycle; legal: 0 to 1",
                    load.value, to_string(load.unit), rate));
  return rate;
}

double normalized_load(const NetworkConfig& config, const LengthsSpec& lengths, const Load& load) {
  return message_rate(config, lengths, load) * mean_flits(config, lengths) /
         saturation_bound(config);
}

}  // namespace wayfarer
