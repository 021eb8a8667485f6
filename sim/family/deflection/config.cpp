#include "family/deflection/config.hpp"

#include <fmt/format.h>

#include "config/schema.hpp"
#include "family/deflection/header.hpp"

namespace wayfarer {
namespace {

std::optional<ConfigFault> fault(const NetworkConfig& config) {
  if (auto extents = extents_fault(config.topology)) return extents;
  if (config.topology.extents.size() != 2)
    return ConfigFault{kExtentsKey, fmt::format("{} dimensions; legal: [m, n], columns and rows",
                                                config.topology.extents.size())};
  // The largest coordinate of a header is of no node: tests send flits to it.
  const unsigned largest = (1u << deflection::coordinate_bits(config.flit_bits)) - 1;
  for (const unsigned extent : config.topology.extents)
    if (extent > largest)
      return ConfigFault{"flit.bits",
                         fmt::format("{} bits are too narrow for the header of {} columns or rows; "
                                     "legal: 64 or more, or at most {} columns and rows",
                                     config.flit_bits, extent, largest)};
  return flit_fault(config, 32);
}

}  // namespace

const ConfigSchema& deflection_schema() {
  using Config = NetworkConfig;
  static const ConfigSchema schema = {
      "deflection",
      {NumberKey{"router.depth", "Flits in a terminal's injection queue", 1, 64,
                 [](Config& c) -> unsigned& { return deflection_of(c).depth; }}
           .gives({"Depth"})
           .draws({2, 1, 3}),
       flit_bits_key(32), message_bytes_key(0)},
      {},
      extents_keys(),
      deflection_config,
      fault,
      [](Config&) {},
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
