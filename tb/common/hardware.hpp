// Verilated hardware as the adapters of the families use it: pins, a clock, waves. A network is one
// instance of its top module, or many of one tile.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/pins.hpp"
#include "common/verilated_module.h"

namespace wayfarer {

/// A register that the build makes public, in hardware of either kind.
struct RegisterPlace {
  unsigned tile = 0;
  std::string in_network;  ///< The scope below the network's module, to which `inside` is added.
  std::string in_tile;     ///< The same below a tile's.
  std::string inside;
  std::string name;
};

class Hardware {
 public:
  virtual ~Hardware() = default;

  /// The pins of that name: of an array all elements, of tiles those of all tiles, one after
  /// another. Throws std::logic_error if there are none.
  [[nodiscard]] virtual Pins pins(const std::string& name) = 0;
  [[nodiscard]] virtual bool has(const std::string& name) const = 0;

  /// Two cycles in reset, after which time restarts at 0.
  virtual void reset() = 0;
  /// The first half of a cycle: the inputs settle.
  virtual void settle() = 0;
  /// As settle; signals that no output of a tile depends on settle, too.
  virtual void settle_insides() { settle(); }
  /// The rising edge that ends the cycle.
  virtual void edge() = 0;
  /// A cycle that is not counted and that waves do not show.
  virtual void hidden_cycle() = 0;

  /// Flips bits of a register in the cycle that has begun; false if there is none.
  virtual bool flip(const RegisterPlace& place, std::uint32_t bits) = 0;
  /// RegisterUpsets: of tiles, those of one after another.
  [[nodiscard]] virtual std::vector<std::uint8_t> registers() const = 0;
  virtual void upset(std::size_t byte, std::uint8_t bits) = 0;
  /// The first assertion that has failed since the last call; empty: none.
  [[nodiscard]] virtual std::string failure() = 0;

  /// As Network::build.
  [[nodiscard]] virtual const char* build() const = 0;
  [[nodiscard]] virtual bool has_waves() const = 0;
  /// Begins a wave file of everything, or of the network and the insides of these nodes, with
  /// these rows, which must stay in place; an empty path: ends it. False with a reason in errno
  /// (0: unknown) if the file cannot be opened or the last one is not whole.
  virtual bool trace(const std::string& path, const std::vector<unsigned>& nodes,
                     const std::vector<wayfarer_row>& rows) = 0;
};

}  // namespace wayfarer
