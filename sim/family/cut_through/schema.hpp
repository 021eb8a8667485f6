// The keys of the family's configurations.
#pragma once

#include "config/schema.hpp"

namespace wayfarer {

[[nodiscard]] const ConfigSchema& cut_through_schema();

}  // namespace wayfarer
