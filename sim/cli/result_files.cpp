#include "cli/result_files.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/files.hpp"

namespace wayfarer {

void ResultFiles::add_to(CLI::App& command, const std::string& what) {
  command.add_option("--json", json_, fmt::format("Write {} as JSON ('-': standard output)", what));
  command.add_option("--csv", csv_, fmt::format("Write {} as CSV ('-': standard output)", what));
}

void ResultFiles::check() const {
  if (json_ == "-" && csv_ == "-")
    throw UsageError("--json and --csv both on standard output; legal: one of them");
  for (const std::string& path : {json_, csv_})
    if (!path.empty()) try_output(path);
}

void ResultFiles::print(const std::string& text) const {
  const bool taken = json_ == "-" || csv_ == "-";
  fmt::print(taken ? stderr : stdout, "{}", text);
}

void ResultFiles::write(const Json& json, const std::string& csv) const {
  if (!json_.empty()) write_output(json_, json.dump(2) + "\n");
  if (!csv_.empty()) write_output(csv_, csv);
}

}  // namespace wayfarer
