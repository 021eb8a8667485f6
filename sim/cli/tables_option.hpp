// The options that read and write switches' tables.
#pragma once

#include "config/config.hpp"

namespace wayfarer {

/// Throws UsageError, naming the families whose switches have tables, for one whose have none.
void refuse_no_tables(const NetworkConfig& config);

}  // namespace wayfarer
