// Result files of a command, besides its text: --json and --csv.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "runs/report.hpp"

namespace wayfarer {

class ResultFiles {
 public:
  /// Adds the options; `what` as in "Write WHAT as JSON".
  void add_to(CLI::App& command, const std::string& what = "the result");

  /// Call before the work begins. Throws UsageError for paths that cannot be written and for both
  /// files on standard output.
  void check() const;

  /// The stream for text output: standard output, unless a result file is written there.
  void print(const std::string& text) const;

  void write(const Json& json, const std::string& csv) const;

  [[nodiscard]] bool empty() const { return json_.empty() && csv_.empty(); }

 private:
  std::string json_;
  std::string csv_;
};

}  // namespace wayfarer
