// Ports of a network beside its terminals, which only some families have.
#pragma once

#include <cstdint>

namespace wayfarer {

/// What Network::find looks for. Each family declares its own.
class ControlPort {
 public:
  virtual ~ControlPort() = default;
};

/// Registers of a verilated network, of which the family's own port is made.
class RegisterPort : public ControlPort {
 public:
  /// False where the network cannot take or give the value now.
  virtual bool write(std::uint32_t at, std::uint32_t address, std::uint32_t value) = 0;
  virtual bool read(std::uint32_t at, std::uint32_t address, std::uint32_t& value) const = 0;
};

}  // namespace wayfarer
