// The engines of these tests, in the form that test_lockstep_streams builds, so that the libraries
// are shared.
#pragma once

#include <memory>

#include "common/engines.hpp"
#include "config/config.hpp"
#include "family/registry.hpp"

namespace wayfarer::systemc_test {

inline std::unique_ptr<StreamNetwork> engine_of(const NetworkConfig& config, Engine engine) {
  VerilatedBuildOptions build;
  build.assertions = true;
  build.optimised = false;
  return Engines(build).make_streams(config, stream_sizes_of(config), engine);
}

}  // namespace wayfarer::systemc_test
