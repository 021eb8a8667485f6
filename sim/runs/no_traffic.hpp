// Runs in which no message is sent prove nothing.
#pragma once

#include <string>

#include "core/error.hpp"
#include "core/types.hpp"
#include "traffic/workload.hpp"

namespace wayfarer {

class NoTraffic : public CheckFailed {
 public:
  explicit NoTraffic(const std::string& why) : CheckFailed("no message was sent: " + why) {}
};

/// The reason why no message of the workload is born in a run of `cycles`; empty: one is, or may
/// be, as those of a responder.
[[nodiscard]] std::string why_no_message(const Workload& workload, std::uint32_t terminals,
                                         Cycle cycles);

}  // namespace wayfarer
