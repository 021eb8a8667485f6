// The explorer's page of a sweep.
#pragma once

#include <string>

namespace wayfarer {

/// Makes the page of a results.json that `wayfarer sweep` has written, and of the saturation.json
/// beside it if there is one. Throws UsageError for other files.
[[nodiscard]] std::string sweep_page(const std::string& path);

}  // namespace wayfarer
