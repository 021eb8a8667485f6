// Keys and checks that the virtual-channel routers' configurations share.
#pragma once

#include "config/schema.hpp"

namespace wayfarer {

constexpr const char* kVcClassesKey = "router.vc_classes";

// Numbers, each with its family's range.
[[nodiscard]] NumberKey vc_classes_key(unsigned high);
[[nodiscard]] NumberKey depth_key(unsigned high);
[[nodiscard]] NumberKey virtual_channels_key();
[[nodiscard]] NumberKey injection_ports_key();
[[nodiscard]] NumberKey ejection_ports_key();
[[nodiscard]] NumberKey seed_key();

/// Checks the limits of a node and a header. Defaults must be filled.
[[nodiscard]] std::optional<ConfigFault> mesh_fault(const NetworkConfig& config);

/// Checks that a buffer holds a whole message, in families that require it.
[[nodiscard]] std::optional<ConfigFault> message_fault(const NetworkConfig& config);

/// "4 virtual channels per link".
[[nodiscard]] std::string mesh_router_text(const NetworkConfig& config);

/// Former names of keys.
[[nodiscard]] std::vector<Document::Renamed> mesh_renamed();

}  // namespace wayfarer
