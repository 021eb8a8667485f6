// The numbers of cut_through_pkg, which the adapter compares with the package.
#pragma once

#include "config/config.hpp"

namespace wayfarer {

constexpr unsigned routing_code(VcRouting routing) {
  return routing == VcRouting::kStarChannels     ? 1
         : routing == VcRouting::kMinimalTriplex ? 2
                                                 : 0;
}

constexpr unsigned policy_code(Policy policy) {
  return policy == Policy::kOutputDriven        ? 2
         : policy == Policy::kInputDrivenRandom ? 1
                                                : 0;
}

}  // namespace wayfarer
