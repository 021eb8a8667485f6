// What a family adds to verilated hardware: its adapter, and constants that both sides know.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/hardware.hpp"
#include "common/tile_plan.hpp"
#include "config/config.hpp"
#include "core/network.hpp"

namespace wayfarer {

/// A parameter of a SystemVerilog package and the value of its C++ counterpart; the build of a
/// library compares them.
struct PackageConstant {
  const char* package;
  const char* name;
  std::uint64_t value;
};

/// A signal inside a network's top module that its adapter reads, and the name of the tile's pins
/// with the same meaning.
struct Probe {
  std::string signal;
  std::string pin;
};

struct HardwareFamily {
  const char* name;
  /// Hardware of a checked configuration as a network, whose senders draw by `seed`.
  std::unique_ptr<Network> (*make)(std::unique_ptr<Hardware> hardware, const NetworkConfig& config,
                                   unsigned seed);
  std::vector<PackageConstant> constants;
  std::vector<Probe> probes;
  /// The network as instances of the module <family>_tile; null: the family has no tile.
  /// `trusted`: tiles that a contract says do nothing need not hear of it, which lockstep does not
  /// take for granted.
  TilePlan (*tiles)(const NetworkConfig& config, bool trusted) = nullptr;
  /// The share of the bound below which tiles run faster than the network, as measured on 16x16
  /// nodes (tb/README.md).
  double faster_below = 0;
  /// Why a configuration cannot be made of tiles; empty if it can.
  std::string (*no_tiles)(const NetworkConfig& config) = [](const NetworkConfig&) {
    return std::string();
  };
};

/// The bit that a mask of one bit has.
[[nodiscard]] constexpr std::uint64_t bit_of(std::uint32_t mask) {
  std::uint64_t bit = 0;
  while ((mask >>= 1) != 0) ++bit;
  return bit;
}

/// The hardware of all families: CMake finds tb/<family>/<family>_hardware.cpp, which defines the
/// function <family>_hardware.
[[nodiscard]] const std::vector<const HardwareFamily*>& hardware_families();

[[nodiscard]] const HardwareFamily& hardware_family_of(const NetworkConfig& config);

/// Why a network cannot be made of tiles; empty if it can.
[[nodiscard]] std::string tiles_refusal(const NetworkConfig& config);

}  // namespace wayfarer
