#include "family/deflection/config.hpp"

#include <fmt/format.h>

#include "config/schema.hpp"

namespace wayfarer {
namespace {

std::optional<ConfigFault> fault(const NetworkConfig& config) {
  if (auto extents = extents_fault(config.topology)) return extents;
  if (config.topology.extents.size() != 2)
    return ConfigFault{kExtentsKey, fmt::format("{} dimensions; legal: [m, n], columns and rows",
                                                config.topology.extents.size())};
  return flit_fault(config, 64);
}

}  // namespace

const ConfigSchema& deflection_schema() {
  using Config = NetworkConfig;
  static const ConfigSchema schema = {
      "deflection",
      {{"router.depth", "Flits in a terminal's injection queue", 1, 64,
        [](Config& c) -> unsigned& { return deflection_of(c).depth; }},
       flit_bits_key(64),
       message_bytes_key(0)},
      {},
      extents_keys(),
      deflection_config,
      fault,
      [](Config&) {},
      [](Config&, const std::string&) {},
      {{"topology.kind", "is always a torus in this family; leave it out"}}};
  return schema;
}

NetworkConfig deflection_config() {
  NetworkConfig config(&deflection_schema(), DeflectionConfig{});
  config.topology.kind = TopologyKind::kTorus;
  config.message_bytes = 0;
  return config;
}

}  // namespace wayfarer
