// The keys of the family's configurations.
#pragma once

#include "config/schema.hpp"

namespace wayfarer {

[[nodiscard]] const ConfigSchema& deflection_schema();

}  // namespace wayfarer
