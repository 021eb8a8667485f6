// Options that several commands share, and lists and ranges as users write them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "runs/point_runner.hpp"

namespace wayfarer {

/// The options behind one run, as texts, before they are checked.
class RunArguments {
 public:
  /// Adds the configuration and everything about traffic and measurement but the load.
  void add_to(CLI::App& command);

  /// A run with this load; reads the configuration. Throws UsageError.
  [[nodiscard]] Point point(double load) const;

  /// The command line of `run` that does this point again, made by `point` with these settings
  /// (key=value) and, maybe, another pattern, load and seed.
  [[nodiscard]] std::string command(const Point& point,
                                    const std::vector<std::string>& settings) const;

  std::string config;
  std::string pattern;              ///< Empty: the family's.
  std::string process = "bernoulli";
  std::string unit = "flits";
  std::string cycles = "100000";
  std::string warmup;               ///< Empty: three tenths of the cycles; "auto": detected.
  std::string seed = "1";
  std::string message_bytes;
  std::string engine = "model";
  double stall = 0;
  bool check_order = false;
  bool many_seeds = false;          ///< Whether `seed` may be a list; the first is the point's.
};

/// One load. Throws UsageError.
[[nodiscard]] double parse_load(const std::string& text);

/// "0.1,0.2" or "0.1:1.0:0.1" (both ends included) or a mixture. Throws UsageError.
[[nodiscard]] std::vector<double> parse_loads(const std::string& text);

/// "1,2,7" or "1:10" (both ends included). Throws UsageError.
[[nodiscard]] std::vector<std::uint64_t> parse_seeds(const std::string& text);

/// "router.buffers=1,2,4" as key and values. Throws UsageError.
[[nodiscard]] std::pair<std::string, std::vector<std::string>> parse_setting(
    const std::string& text);

/// "2/5": the second of five shares. Throws UsageError.
[[nodiscard]] Part parse_part(const std::string& text);

/// "FILE", "FILE:from" or "FILE:from:to" (cycles). Throws UsageError.
[[nodiscard]] WaveWindow parse_waves(const std::string& text);

}  // namespace wayfarer
