// Time that passes in an empty network.
#pragma once

#include "core/control_port.hpp"
#include "core/types.hpp"

namespace wayfarer {

/// A port of networks in which nothing happens while they are empty, so that a run need not step
/// them through cycles without messages.
class IdlePort : public ControlPort {
 public:
  /// More than a router has registers between its ports.
  static constexpr Cycle kRouterCycles = 8;

  /// So many cycles after the last flit has left, a step in which nothing is offered and no stall
  /// changes only lets time pass. kNever: with these parameters more happens.
  [[nodiscard]] virtual Cycle settling_cycles() const = 0;

  /// Does the work of so many such steps; none where nothing depends on the time. The results of
  /// the last step remain.
  virtual void skip(Cycle /*cycles*/) {}
};

}  // namespace wayfarer
