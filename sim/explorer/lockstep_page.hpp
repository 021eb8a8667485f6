// The explorer's page of a lockstep failure.
#pragma once

#include "explorer/run_page.hpp"

namespace wayfarer {

/// Of the file NAME.lockstep that `wayfarer lockstep` leaves, with the events of both engines
/// beside it. Shows the cycles before the first difference that fit. Throws UsageError.
[[nodiscard]] std::string lockstep_page(const std::string& path, const ReadEvents& read);

}  // namespace wayfarer
