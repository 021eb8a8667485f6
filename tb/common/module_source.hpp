// Source text that the build adds to the library of a verilated module: the list of its pins, from
// the headers that Verilator has written, and the constants that C++ also has.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/hardware_family.hpp"

namespace wayfarer {

struct ModuleSource {
  std::string prefix;         ///< Prefix of Verilator's classes.
  std::string top;            ///< The module.
  std::vector<Probe> probes;  ///< Signals inside it that also become pins.
  std::vector<PackageConstant> constants;
};

/// Options for Verilator that make all of these public.
[[nodiscard]] std::string public_signals(const ModuleSource& module);

/// The part of the library's source that does not come from Verilator's headers: what its constants
/// must be, and the pins of its probes.
[[nodiscard]] std::string module_text(const ModuleSource& module);

/// Puts the registers of a module, whose names end in _q, beside each other in the header of its
/// root class. Returns false if parts of the module have classes of their own.
bool gather_registers(const std::string& prefix, const std::filesystem::path& folder);

/// The library's own source. `folder` has Verilator's headers.
[[nodiscard]] std::string module_source(const ModuleSource& module,
                                        const std::filesystem::path& folder);

}  // namespace wayfarer
