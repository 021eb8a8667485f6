// What the libraries of verilated networks have in common, compiled once: Verilator's run time, the
// library's sources that the adapters need, and their headers.
#pragma once

#include <filesystem>
#include <vector>

#include "core/subprocess.hpp"
#include "family/engine.hpp"

namespace wayfarer {

/// Levels of optimisation: of what runs briefly or once, and of what runs in every cycle.
constexpr const char* kQuick = "-O0";
constexpr const char* kOptimised = "-O3";

/// A program with coverage counters makes libraries with such counters of the RTL.
#ifdef WAYFARER_COVERAGE
constexpr bool kCoverage = true;
#else
constexpr bool kCoverage = false;
#endif

class VerilatedRuntime {
 public:
  explicit VerilatedRuntime(bool waves);

  /// Changes with everything that goes into it.
  [[nodiscard]] const std::string& key() const { return key_; }

  /// Builds it unless the cache has it; returns its folder, for the functions below.
  [[nodiscard]] std::filesystem::path build(const std::filesystem::path& cache,
                                            const BuildCallback& progress) const;

  /// Compiles a source, with the headers from the runtime's folder, at `kQuick` or `kOptimised`.
  [[nodiscard]] Command compile(const std::filesystem::path& runtime, const char* level,
                                const std::string& source, const std::string& object) const;

  /// Links objects and what they need of the runtime to a library.
  [[nodiscard]] Command link(const std::filesystem::path& runtime,
                             const std::vector<std::string>& objects,
                             const std::string& library) const;

 private:
  [[nodiscard]] std::vector<std::filesystem::path> sources() const;

  bool waves_;
  Command flags_;  ///< Flags for every source.
  std::string key_;
};

}  // namespace wayfarer
