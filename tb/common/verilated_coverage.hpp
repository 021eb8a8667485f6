// The counters of a verilated module, for builds with coverage (tests/coverage).
#pragma once

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <string>

#include <verilated.h>
#include <verilated_cov.h>

namespace wayfarer {

/// Writes the counters of all modules in a context to a new file of the folder that
/// WAYFARER_COVERAGE_FOLDER names, if it names one. The modules must still exist. Files of random
/// states' first evaluations end in .first: bits that leave such a state have not toggled.
inline void write_coverage(VerilatedContext& context, const char* ending = ".dat") {
  const char* const folder = std::getenv("WAYFARER_COVERAGE_FOLDER");
  if (folder == nullptr) return;
  // Each library of a network has a count of its own.
  static std::atomic<unsigned> files{0};
  const auto library = reinterpret_cast<std::uintptr_t>(&files);
  const std::string path = std::string(folder) + "/" + std::to_string(::getpid()) + "-" +
                           std::to_string(library) + "-" + std::to_string(files++) + ending;
  context.coveragep()->write(path.c_str());
}

}  // namespace wayfarer
