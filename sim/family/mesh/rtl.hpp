// The common part of the virtual-channel routers' verilated networks.
#pragma once

#include <string>

#include "config/schema.hpp"

namespace wayfarer {

/// The extents of the networks' top modules.
[[nodiscard]] RtlParameters mesh_shape(const NetworkConfig& config);

/// Buffers at the links of a node, on one side.
[[nodiscard]] unsigned mesh_link_buffers(const NetworkConfig& config);

}  // namespace wayfarer
