// wayfarer onchip: the report that a board with on-chip traffic would send, from the models.
#include <cmath>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "commands/commands.hpp"
#include "config/config.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"
#include "onchip/network.hpp"
#include "onchip/report.hpp"
#include "traffic/pattern.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kPartBits = 32;

const std::map<std::string, OnchipPattern> kPatterns = {
    {"uniform", OnchipPattern::kUniform},     {"complement", OnchipPattern::kComplement},
    {"reverse", OnchipPattern::kReverse},     {"transpose", OnchipPattern::kTranspose},
    {"neighbour", OnchipPattern::kNeighbour}, {"client-server", OnchipPattern::kClientServer}};

struct Options {
  std::string config;
  std::vector<std::string> changes;
  std::string pattern;  ///< Empty: the network's default.
  double load = 0.1;
  std::vector<unsigned> words = {2, 6};
  unsigned hot = 0;
  double hot_share = 0;
  double turn_off = 0;
  double turn_on = 0;
  unsigned max_words = 8;
  unsigned runs = 1;
  std::uint32_t cycles = OnchipSettings{}.cycles;
  std::uint32_t seed = OnchipSettings{}.seed;
};

/// In units of 2^-16, as the hardware has it.
std::uint16_t share(double probability) {
  return static_cast<std::uint16_t>(std::min(std::lround(probability * 0x10000), 0xffffl));
}

OnchipSettings settings_of(const Options& options, const NetworkConfig& config) {
  if (options.words[1] < options.words[0])
    throw UsageError(fmt::format("--words {} {}: the most are below the least", options.words[0],
                                 options.words[1]));
  OnchipSettings settings;
  settings.pattern = static_cast<std::uint8_t>(
      kPatterns.at(options.pattern.empty() ? default_pattern(config) : options.pattern));
  settings.load = share(options.load);
  settings.hot = static_cast<std::uint16_t>(options.hot);
  settings.hot_share = share(options.hot_share);
  settings.turn_off = share(options.turn_off);
  settings.turn_on = share(options.turn_on);
  settings.least = static_cast<std::uint8_t>(options.words[0]);
  settings.most = static_cast<std::uint8_t>(options.words[1]);
  settings.cycles = options.cycles;
  settings.seed = options.seed;
  return settings;
}

int run_onchip(const Options& options) {
  NetworkConfig config = load_config(find_config(options.config));
  set_keys(config, parse_changes(options.changes));
  const Family& family = family_of(config);
  if (family.make_streams == nullptr)
    throw UsageError(fmt::format("{}: networks of the family {} have no streams yet", config.name,
                                 family.name()));
  if (config.flit_bits % kPartBits != 0 || config.flit_bits > 4 * kPartBits)
    throw UsageError(
        fmt::format("{}: flit.bits = {}: on-chip traffic has words of 32, 64, 96 or "
                    "128 bits",
                    config.name, config.flit_bits));
  OnchipNetwork network(family.make_streams(config, stream_sizes(options.max_words)),
                        config.flit_bits / kPartBits, family.streams_keep_order,
                        settings_of(options, config));
  for (unsigned run = 0; run < options.runs; ++run) network.run();
  write_output("-", onchip_report(network.traffic()));
  return network.traffic().failed() ? 1 : 0;
}

}  // namespace

void add_onchip(CLI::App& app, const Program&, Action& action) {
  auto options = std::make_shared<Options>();
  std::vector<std::string> patterns;
  for (const auto& [name, pattern] : kPatterns) patterns.push_back(name);
  CLI::App* command =
      app.add_subcommand("onchip", "Print the counters that a board with on-chip traffic reports");
  command->add_option("config", options->config, "Configuration: a shipped name or a TOML file")
      ->required();
  command->add_option("--set", options->changes, "Change a key: router.buffers=2 (repeatable)");
  command->add_option("--cycles", options->cycles, "Cycles in which sources make messages")
      ->check(CLI::Range(1u, 1000000000u))
      ->capture_default_str();
  command->add_option("--load", options->load, "Messages per terminal and cycle")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--pattern", options->pattern, "Destinations: " + join(patterns))
      ->check(CLI::IsMember(patterns))
      ->default_str("client-server where nothing else is possible, else uniform");
  command->add_option("--words", options->words, "Least and most words of a message")
      ->expected(2)
      ->check(CLI::Range(1u, 255u))
      ->capture_default_str();
  command->add_option("--hot", options->hot, "Terminal that is the hot spot")
      ->check(CLI::Range(0u, 0xffffu))
      ->capture_default_str();
  command->add_option("--hot-share", options->hot_share, "Share of messages to the hot spot")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--turn-off", options->turn_off, "Bursts: probability to end, per cycle")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--turn-on", options->turn_on, "Bursts: probability to begin, per cycle")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->add_option("--max-words", options->max_words, "Longest message of the interfaces")
      ->check(CLI::Range(1u, 255u))
      ->capture_default_str();
  command->add_option("--runs", options->runs, "Report of this run since the reset; arbiters go on")
      ->check(CLI::Range(1u, 1000u))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Seed of all draws")->capture_default_str();
  command->footer(
      "Example: wayfarer onchip mesh4x4 --set flit.bits=32 --cycles 20000\n"
      "Values are hexadecimal. Exit status 1 where the traffic has failed.");
  command->callback([&action, options] { action = [options] { return run_onchip(*options); }; });
}

}  // namespace wayfarer
