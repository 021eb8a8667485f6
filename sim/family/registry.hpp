// All families, and lookup by name.
#pragma once

#include <string>
#include <vector>

#include "family/family.hpp"

namespace wayfarer {

[[nodiscard]] const std::vector<const Family*>& families();
[[nodiscard]] std::vector<std::string> family_names();
/// Throws UsageError for a name that no family has.
[[nodiscard]] const Family& find_family(const std::string& name);
[[nodiscard]] const Family& family_of(const NetworkConfig& config);

/// Reads and checks a configuration of any family: see config/config.hpp.
[[nodiscard]] NetworkConfig load_config(const std::string& path);
[[nodiscard]] NetworkConfig parse_config(const std::string& toml_text, const std::string& origin);

/// The model of a checked configuration, for loads up to a part of the bound; unknown: 1.
[[nodiscard]] std::unique_ptr<Network> make_model(const NetworkConfig& config, double load = 1);
/// The model of a checked configuration with AXI4-Streams at its terminals.
/// @throws UsageError  sizes or keys that such networks do not have
[[nodiscard]] std::unique_ptr<StreamNetwork> make_stream_model(const NetworkConfig& config,
                                                               const StreamSizes& sizes);
/// The sizes of networks with streams whose longest message is that of the configuration's traffic;
/// in families whose messages are single flits, the RTL's default.
[[nodiscard]] StreamSizes stream_sizes_of(const NetworkConfig& config);
/// The hardware with streams, and its parameters, also as `verilator -G` takes them, with spaces.
[[nodiscard]] std::string streams_top(const NetworkConfig& config);
[[nodiscard]] RtlParameters streams_rtl_parameters(const NetworkConfig& config,
                                                   const StreamSizes& sizes);
[[nodiscard]] std::string streams_parameters(const NetworkConfig& config, const StreamSizes& sizes);

[[nodiscard]] DependencyGraph network_dependencies(const NetworkConfig& config);
[[nodiscard]] double saturation_bound(const NetworkConfig& config);

/// Both engines in lockstep, with the family's control ports.
[[nodiscard]] std::unique_ptr<LockstepNetwork> make_lockstep(const NetworkConfig& config,
                                                             std::unique_ptr<Network> reference,
                                                             std::unique_ptr<Network> device);

}  // namespace wayfarer
