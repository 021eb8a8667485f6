#include "family/mesh/rtl.hpp"

#include <fmt/format.h>

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

}  // namespace wayfarer
