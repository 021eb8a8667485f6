// The codes of cut_through_pkg; the adapter compares them with the package.
#pragma once

#include "family/cut_through/config.hpp"

namespace wayfarer {

constexpr unsigned routing_code(CutThroughRoutingKind routing) {
  switch (routing) {
    case CutThroughRoutingKind::kStarChannels: return 1;
    case CutThroughRoutingKind::kMinimalTriplex: return 2;
    case CutThroughRoutingKind::kChaos: return 3;
    case CutThroughRoutingKind::kDimensionOrder: break;
  }
  return 0;
}

constexpr unsigned policy_code(Policy policy) {
  switch (policy) {
    case Policy::kInputDrivenRoundRobin: return 3;
    case Policy::kOutputDriven:
    case Policy::kOutputDrivenUniform: return 2;
    case Policy::kInputDrivenRandom:
    case Policy::kInputDrivenUniform: return 1;
    case Policy::kInputDriven: break;
  }
  return 0;
}

/// Bits of the LFSR in a uniform choice.
constexpr unsigned kChoiceWidth = 16;

}  // namespace wayfarer
