// Options that several commands share, and lists and ranges as users write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "config/schema.hpp"
#include "runs/point_runner.hpp"
#include "traffic/spec.hpp"

namespace wayfarer {

/// The options behind one run, as texts, before they are checked.
class RunArguments {
 public:
  /// Adds the configuration and everything about traffic and measurement but the load.
  void add_to(CLI::App& command);

  /// Adds the load and the keys to change, for commands with one run.
  void add_load_to(CLI::App& command);

  /// Adds the network's clock, for commands with one network.
  void add_clock_to(CLI::App& command);

  /// Adds the energies of events, likewise.
  void add_energy_to(CLI::App& command);

  /// The run of such a command; reads the configuration. Throws UsageError.
  [[nodiscard]] Point point() const;

  /// Has the point's energy reported, if it is asked for: when its keys are set.
  void use_energy(Point& point) const;

  /// Why a load is refused for traffic that has none.
  [[nodiscard]] std::string no_load_text() const;

  /// The run with this load and without changed keys.
  [[nodiscard]] Point point(double load) const;

  /// The command line of `run` that does this point again, made by `point` with these settings
  /// (key=value) and, maybe, another pattern, load and seed. Traffic of a trace is left out.
  [[nodiscard]] std::string command(const Point& point,
                                    const std::vector<std::string>& settings) const;

  std::string config;
  std::vector<std::string> configs;  ///< Of commands with several; `config` is then the point's.
  std::string pattern;               ///< Empty: the family's.
  std::string process;               ///< Empty: bernoulli.
  std::string one_load;              ///< Empty: kDefaultLoad.
  std::vector<std::string> changes;  ///< Keys of the configuration, key=value.
  std::string unit = "flits";
  bool aggregate = false;
  std::string clock;   ///< MHz, or a placed design; empty: none.
  std::string energy;  ///< A file, or "shipped"; empty: none is reported.
  std::string cycles = "100000";
  std::string warmup;  ///< Empty: see warmup_of; "auto": detected.
  std::string seed = "1";
  std::string message_bytes;
  std::string reply;
  std::string window;      ///< Empty: an open loop; may be a list, as `pattern`.
  std::string collective;  ///< Empty: a pattern.
  std::string engine = "model";
  std::string build = "auto";
  std::string stall = "0";
  std::string gaps = "0";
  bool check_order = false;
  bool lists =
      false;  ///< Whether `pattern`, `seed` and `window` may be lists; the first is the point's.
};

constexpr double kDefaultLoad = 0.1;

/// What --energy means.
inline constexpr const char* kEnergyHelp =
    "Report the energy per message and bit, by the energies of events in FILE (see 'energy'), or "
    "'shipped': those that were measured on shipped networks";

/// A clock in MHz, from a number or the name of a placed design. Throws UsageError.
[[nodiscard]] double parse_clock(const std::string& text);

/// The points of a sweep at most, and the loads of a list.
constexpr std::uint64_t kMaxPoints = 100'000;

/// An engine with hardware. Throws UsageError.
[[nodiscard]] Engine parse_hardware(const std::string& name);

/// --threads; empty: 0, one for each core. Throws UsageError.
[[nodiscard]] unsigned parse_threads(const std::string& text);

/// One load. Throws UsageError.
[[nodiscard]] double parse_load(const std::string& text);

/// "0.1,0.2" or "0.1:1.0:0.1" (both ends included) or a mixture. Throws UsageError.
[[nodiscard]] std::vector<double> parse_loads(const std::string& text);

/// "1,2,7" or "1:10" (both ends included). Throws UsageError.
[[nodiscard]] std::vector<std::uint64_t> parse_seeds(const std::string& text);

/// "1,2,4" or "1:4" outstanding messages; empty: none. Throws UsageError.
[[nodiscard]] std::vector<std::uint32_t> parse_windows(const std::string& text);

/// "uniform,transpose"; one that is empty: the network's own. Throws UsageError.
[[nodiscard]] std::vector<std::optional<PatternSpec>> parse_patterns(const std::string& text);

/// "router.buffers=1,2,4" as key and values. Throws UsageError.
[[nodiscard]] std::pair<std::string, std::vector<std::string>> parse_setting(
    const std::string& text);

/// The `--set` options of a run, of one value each. Throws UsageError.
[[nodiscard]] Settings parse_changes(const std::vector<std::string>& changes);

/// --set KEY=VALUE, repeatable: one change each, so that it may precede the configuration.
void add_changes(CLI::App& command, std::vector<std::string>& changes);

/// "2/5": the second of five shares. Throws UsageError.
[[nodiscard]] Part parse_part(const std::string& text);

/// "3,7:9" of --trace-nodes as numbers below `nodes`. Throws UsageError.
[[nodiscard]] std::vector<unsigned> parse_nodes(const std::string& text, unsigned nodes);

/// "FILE", "FILE:from" or "FILE:from:to" (cycles) of --trace-waves. Throws UsageError.
[[nodiscard]] WaveWindow parse_waves(const std::string& text);

/// The options that choose events, as texts.
struct EventArguments {
  /// Adds the options, whose names begin with `prefix`, and returns them.
  std::vector<CLI::Option*> add_to(CLI::App& command, const std::string& prefix);

  /// The events of the cycles [from, to) that they choose. Throws UsageError.
  [[nodiscard]] EventFilter filter(Cycle from, Cycle to) const;

  std::string prefix;
  std::string messages;
  std::string nodes;
  std::string kinds;
};

/// "FILE", "FILE:from" or "FILE:from:to" (cycles) of an option. Throws UsageError.
struct FileWindow {
  std::string path;
  Cycle from = 0;
  Cycle to = kNever;
};
[[nodiscard]] FileWindow parse_file_window(const std::string& text, const std::string& option);

/// "from" or "from:to" of --cycles. Throws UsageError.
[[nodiscard]] std::pair<Cycle, Cycle> parse_window(const std::string& text);

}  // namespace wayfarer
