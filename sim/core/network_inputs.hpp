// The side of a network that its sources drive.
#pragma once

#include <vector>

#include "core/flit.hpp"

namespace wayfarer {

class NetworkInputs {
 public:
  virtual ~NetworkInputs() = default;

  /// Per terminal, the injection ports that accept a flit in the coming step. All flits of a
  /// message are offered on the same port.
  [[nodiscard]] virtual const std::vector<PortMask>& injection_ready() const = 0;

  /// Offers a flit for the coming step. It is taken if and only if the port's ready bit is set.
  virtual void offer(TerminalId terminal, unsigned injection_port, const Flit& flit) = 0;

  /// While stalled, a terminal accepts no flit. Takes effect one step after the call, so one more
  /// flit can arrive (the RTL's `stall_i` is registered).
  virtual void stall_ejection(TerminalId terminal, bool stalled) = 0;
};

}  // namespace wayfarer
