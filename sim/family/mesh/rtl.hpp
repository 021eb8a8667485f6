// What the virtual-channel routers' verilated networks share.
#pragma once

#include <string>

#include "config/config.hpp"

namespace wayfarer {

/// Parameters of mesh_network's kind, as `verilator -G` takes them.
[[nodiscard]] std::string mesh_parameters(const NetworkConfig& config);

/// C++ that makes `config` with what both families' adapters need. `type`: of the family's part.
[[nodiscard]] std::string mesh_members(const NetworkConfig& config, const char* type);

/// One for each direction of each link.
[[nodiscard]] unsigned mesh_channels(const NetworkConfig& config);

}  // namespace wayfarer
