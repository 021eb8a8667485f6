#include "family/mesh/rtl.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "family/mesh/config.hpp"

namespace wayfarer {

RtlParameters mesh_shape(const NetworkConfig& config) {
  constexpr std::size_t kMaxDimensions = 4;
  const std::vector<unsigned>& extents = config.topology.extents;
  RtlParameters parameters = {{"Dimensions", fmt::format("{}", extents.size())}};
  for (std::size_t d = 0; d < kMaxDimensions; ++d)
    parameters.emplace_back(fmt::format("K{}", d),
                            fmt::format("{}", d < extents.size() ? extents[d] : 1));
  return parameters;
}

unsigned mesh_link_buffers(const NetworkConfig& config) {
  return 2 * static_cast<unsigned>(config.topology.extents.size()) *
         mesh_of(config).link_virtual_channels();
}

std::string mesh_members(const NetworkConfig& config, const char* type) {
  const MeshConfig& router = mesh_of(config);
  return fmt::format(
      "  wayfarer::NetworkConfig config(nullptr, wayfarer::{}{{}});\n"
      "  config.topology = {{static_cast<wayfarer::TopologyKind>({}), {{{}}}, 1}};\n"
      "  wayfarer::MeshConfig& mesh = mesh_of(config);\n"
      "  mesh.phases = {};\n  mesh.vc_classes = {};\n  mesh.virtual_channels = {};\n"
      "  mesh.depth = {};\n  mesh.injection_ports = {};\n",
      type, static_cast<int>(config.topology.kind), fmt::join(config.topology.extents, ", "),
      router.phases, router.vc_classes, router.virtual_channels, router.depth,
      router.injection_ports);
}

}  // namespace wayfarer
