// Faults in the registers of verilated hardware.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/control_port.hpp"

namespace wayfarer {

/// Of every HardwareNetwork.
class RegisterUpsets : public ControlPort {
 public:
  /// The bytes in which the registers are; some of their bits are no register's.
  [[nodiscard]] virtual std::vector<std::uint8_t> registers() const = 0;
  /// Flips bits of one of these bytes in the cycle that has begun.
  virtual void upset(std::size_t byte, std::uint8_t bits) = 0;
};

}  // namespace wayfarer
