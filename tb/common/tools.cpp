#include "common/tools.hpp"

#include <cstdlib>

#include <fmt/format.h>

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

std::string first_line_of(const Command& command) {
  const std::string text = output_of(command);
  return text.substr(0, text.find('\n'));
}

Verilator find_verilator() {
  Verilator found;
  const char* root = std::getenv("VERILATOR_ROOT");
  found.program =
      root != nullptr ? (fs::path(root) / "bin/verilator_bin").string() : "verilator_bin";
  found.version = first_line_of({found.program, "--version"});
  if (found.version.empty())
    throw UsageError(fmt::format("{} not found; ./sim/setup installs it", found.program));
  const fs::path home =
      root != nullptr ? root : first_line_of({found.program, "--getenv", "VERILATOR_ROOT"});
  found.include = home / "include";
  // A packaged binary may print no version number; version 5.006 does not have this file.
  found.newer = fs::exists(found.include / "verilated_std_waiver.vlt");
  return found;
}

}  // namespace

const Verilator& verilator() {
  static const Verilator found = find_verilator();
  return found;
}

const Compiler& optimising_compiler() {
  static const Compiler found = {"g++", first_line_of({"g++", "--version"})};
  if (found.version.empty()) throw UsageError("g++ not found; ./sim/setup installs it");
  return found;
}

const Compiler& quick_compiler() {
  static const Compiler clang = {"clang++", first_line_of({"clang++", "--version"})};
  return clang.version.empty() ? optimising_compiler() : clang;
}

}  // namespace wayfarer
