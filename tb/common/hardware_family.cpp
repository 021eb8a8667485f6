#include "common/hardware_family.hpp"

#include <stdexcept>

namespace wayfarer {

const HardwareFamily& hardware_of(const NetworkConfig& config) {
  for (const HardwareFamily* family : hardware_families())
    if (family->name == std::string(config.family())) return *family;
  throw std::logic_error(std::string("no hardware of family ") + config.family());
}

}  // namespace wayfarer
