// Ports of a network other than its terminals; only some families have them.
#pragma once

#include <cstdint>

namespace wayfarer {

/// Base of the ports that Network::find returns. Each family declares its own.
class ControlPort {
 public:
  virtual ~ControlPort() = default;
};

/// Register access to a verilated network; the family's own port is built on it.
class RegisterPort : public ControlPort {
 public:
  /// False if the network cannot accept or return the value now.
  virtual bool write(std::uint32_t at, std::uint32_t address, std::uint32_t value) = 0;
  virtual bool read(std::uint32_t at, std::uint32_t address, std::uint32_t& value) const = 0;
};

/// The outputs of a netlist's cells, whose changes are counted once a cycle, when they have
/// settled.
class SwitchingActivity : public ControlPort {
 public:
  /// Changes of single bits since the network was made.
  [[nodiscard]] virtual std::uint64_t toggles() const = 0;
};

}  // namespace wayfarer
