// Where a command's results go beside its text: --json and --csv.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "runs/report.hpp"

namespace wayfarer {

class ResultFiles {
 public:
  /// Adds the options; `what` as in "Write WHAT as JSON".
  void add_to(CLI::App& command, const std::string& what = "the result");

  /// Before the work begins. Throws UsageError for paths that cannot be written and for both files
  /// on standard output.
  void check() const;

  /// Text for people: on standard output, unless a file goes there and must stay readable.
  void print(const std::string& text) const;

  void write(const Json& json, const std::string& csv) const;

  [[nodiscard]] bool empty() const { return json_.empty() && csv_.empty(); }

 private:
  std::string json_;
  std::string csv_;
};

}  // namespace wayfarer
