// The tools that make libraries of verilated networks.
#pragma once

#include <filesystem>
#include <string>

#include "core/process.hpp"

namespace wayfarer {

/// Debian's Verilator, or the one that VERILATOR_ROOT names.
struct Verilator {
  std::string program;  ///< Its binary: the script that is called `verilator` needs Perl.
  std::string version;
  bool newer = false;  ///< Newer than 5.006; 5.048 is tested.
  std::filesystem::path include;  ///< The sources of its run time.
};
/// Throws UsageError when there is none.
[[nodiscard]] const Verilator& verilator();

/// The first line of `g++ --version`. Throws UsageError when there is none.
[[nodiscard]] const std::string& compiler_version();

}  // namespace wayfarer
