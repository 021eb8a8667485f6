// Configurations and engines of modules, whose errors are reports that name the module.
#pragma once

#include <memory>
#include <string>

#include <systemc>

#include "wayfarer_systemc/network.hpp"

namespace wayfarer::sysc {

/// `config`: the path of a file, or a shipped name.
[[nodiscard]] NetworkConfig read_config(const sc_core::sc_module_name& name,
                                        const std::string& config);
[[nodiscard]] StreamSizes sizes_of(const NetworkConfig& config, const NetworkOptions& options);
[[nodiscard]] std::unique_ptr<StreamNetwork> make_engine(const sc_core::sc_module_name& name,
                                                         const NetworkConfig& config,
                                                         const NetworkOptions& options);
/// The same options with the cycle model.
[[nodiscard]] inline NetworkOptions model_options(NetworkOptions options) {
  options.engine = Engine::kModel;
  return options;
}

}  // namespace wayfarer::sysc
