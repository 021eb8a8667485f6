// The links that a flit wants in a bufferless torus.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "events/paths.hpp"

namespace wayfarer {

[[nodiscard]] std::unique_ptr<MessagePaths> make_deflection_paths(const NetworkConfig& config);

}  // namespace wayfarer
