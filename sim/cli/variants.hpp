// The networks of a command that runs several: configurations, with keys and clocks that vary.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/arguments.hpp"

namespace wayfarer {

/// A network, and what its runs have in common with those of the others.
struct Variant {
  RunArguments run;                   ///< Of its configuration and clock.
  std::vector<std::string> settings;  ///< The keys set for it, key=value.
  Point point;                        ///< Its label tells it from the others.

  /// The run with this pattern (the network's own if empty), load and seed.
  [[nodiscard]] Point at(const std::optional<PatternSpec>& pattern, double load,
                         std::uint64_t seed) const;
};

/// All configurations with all combinations of their keys' values.
class VariantArguments {
 public:
  /// Adds the configurations, the options of their runs, and the keys and clocks.
  void add_to(CLI::App& command);

  /// The number of networks, before any is made.
  [[nodiscard]] double count() const;

  /// The networks: by configuration, then by the values of `--set`, of which the last varies
  /// fastest, then by those of `--zip`, then by those of `--window`. Throws UsageError.
  [[nodiscard]] std::vector<Variant> variants(double load) const;

  /// Of the first configuration.
  [[nodiscard]] RunArguments first() const;

  RunArguments run;

 private:
  /// Keys with their values, of all networks or of one.
  struct Axis {
    std::string key;
    std::vector<std::string> values;
  };
  [[nodiscard]] std::vector<Axis> axes_of(const std::vector<std::string>& options,
                                          const std::string& config) const;
  [[nodiscard]] std::vector<Settings> combinations(const std::string& config) const;
  void add_windows(const Variant& variant, std::vector<Variant>& to) const;
  [[nodiscard]] RunArguments arguments_of(const std::string& config) const;
  /// What follows "NETWORK:" before `end`, or all of a text without that; none if it is for another
  /// network.
  [[nodiscard]] std::optional<std::string> for_config(const std::string& text, std::size_t end,
                                                      const std::string& config,
                                                      const std::string& option) const;

  std::vector<std::string> sets_;
  std::vector<std::string> zips_;
  std::vector<std::string> clocks_;
  std::vector<std::string> energies_;
};

}  // namespace wayfarer
