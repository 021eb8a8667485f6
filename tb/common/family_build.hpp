// What is particular to a family's verilated networks.
#pragma once

#include <string>

#include "config/config.hpp"

namespace wayfarer {

struct FamilyBuild {
  const char* folder;                   ///< Below rtl/: <folder>.f names its sources.
  const char* top;                      ///< Top module; the prefix of its class is V<family>.
  std::string (*parameters)(const NetworkConfig&);  ///< As `verilator -G` takes them, with spaces.
  std::string (*members)(const NetworkConfig&);     ///< Assignments to `config`, for the adapter.
  unsigned (*channels)(const NetworkConfig&);       ///< What is monitored: more is more to trace.
  const char* flag = nullptr;                       ///< For Verilator, beyond those of all.
};

[[nodiscard]] const FamilyBuild& family_build(const NetworkConfig& config);

}  // namespace wayfarer
