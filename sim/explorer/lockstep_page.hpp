// The explorer's page of a lockstep failure.
#pragma once

#include "explorer/run_page.hpp"

namespace wayfarer {

/// Cycles up to the first difference that the engines' events have.
constexpr Cycle kFaultWindow = 2000;

/// Makes the page of a file NAME.lockstep that `wayfarer lockstep` leaves, with the events of both
/// engines beside it. Throws UsageError.
[[nodiscard]] std::string lockstep_page(const std::string& path, const ReadEvents& read);

}  // namespace wayfarer
