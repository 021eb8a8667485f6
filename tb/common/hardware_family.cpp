#include "common/hardware_family.hpp"

#include <stdexcept>

namespace wayfarer {

const HardwareFamily& hardware_family_of(const NetworkConfig& config) {
  for (const HardwareFamily* family : hardware_families())
    if (family->name == std::string(config.family())) return *family;
  throw std::logic_error(std::string("no hardware of family ") + config.family());
}

std::string tiles_refusal(const NetworkConfig& config) {
  const HardwareFamily& hardware = hardware_family_of(config);
  return hardware.tiles == nullptr
             ? std::string("networks of family ") + hardware.name + " are verilated whole"
             : hardware.no_tiles(config);
}

}  // namespace wayfarer
