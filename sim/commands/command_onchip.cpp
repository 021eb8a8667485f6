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
#include "runs/load.hpp"
#include "traffic/pattern.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kPartBits = 32;

const std::map<std::string, OnchipPattern> kPatterns = {
    {"uniform", OnchipPattern::kUniform},       {"bit-complement", OnchipPattern::kComplement},
    {"bit-reversal", OnchipPattern::kReverse},  {"transpose", OnchipPattern::kTranspose},
    {"neighbour", OnchipPattern::kNeighbour},   {"client-server", OnchipPattern::kClientServer},
    {"complement", OnchipPattern::kComplement},  // the last two: the hardware's own names
    {"reverse", OnchipPattern::kReverse}};
constexpr const char* kPatternNames =
    "uniform, bit-complement (or complement), bit-reversal (or reverse), transpose, neighbour, "
    "client-server, hotspot:T:PERCENT";

struct Options {
  std::string config;
  std::vector<std::string> changes;
  std::string pattern;  ///< Empty: the network's default.
  std::string load = "0.1";
  std::string unit = "messages";
  std::vector<std::string> words = {"2", "6"};
  std::string hot = "0";
  std::string hot_share = "0";
  std::string turn_off = "0";
  std::string turn_on = "0";
  std::string max_words = "8";
  std::string runs = "1";
  std::string cycles = std::to_string(OnchipSettings{}.cycles);
  std::string seed = std::to_string(OnchipSettings{}.seed);
};

/// In units of 2^-16, as the hardware has it.
std::uint16_t share(double probability) {
  return static_cast<std::uint16_t>(std::min(std::lround(probability * 0x10000), 0xffffl));
}

std::uint16_t parse_share(const std::string& text, const std::string& option) {
  return share(parse_number(text, option, 0, 1));
}

template <typename Number>
Number parse_whole(const std::string& text, const std::string& option, Number low, Number high) {
  return static_cast<Number>(parse_unsigned(text, option, low, high));
}

/// The messages per terminal and cycle that a load asks for, as a run counts them.
double message_rate_of(const Options& options, const OnchipSettings& settings,
                       const NetworkConfig& config) {
  LengthsSpec lengths;
  for (unsigned words = settings.least; words <= settings.most; ++words)
    lengths.bytes.push_back(static_cast<std::uint16_t>(words * config.flit_bytes()));
  return message_rate(config, lengths, {parse_load(options.load), parse_load_unit(options.unit)});
}

void set_pattern(const Options& options, const NetworkConfig& config, OnchipSettings& settings) {
  const auto terminal = [&config](const std::string& text, const std::string& what) {
    return parse_whole<std::uint16_t>(text, what, 0,
                                      static_cast<std::uint16_t>(config.terminals() - 1));
  };
  settings.hot = terminal(options.hot, "--hot");
  settings.hot_share = parse_share(options.hot_share, "--hot-share");
  std::string name = options.pattern.empty() ? to_string(default_pattern(config))
                                             : canonical_pattern(options.pattern);
  const std::vector<std::string> parts = split(name, ':');
  if (parts.front() == "hotspot" && parts.size() == 3) {
    settings.hot = terminal(parts[1], "pattern 'hotspot': terminal");
    settings.hot_share = share(
        parse_number(parts[2], "pattern 'hotspot': percentage of the messages", 0, 100) / 100);
    name = "uniform";
  }
  const auto found = kPatterns.find(name);
  if (found == kPatterns.end())
    throw UsageError(
        fmt::format("pattern '{}' of on-chip traffic; legal: {}", name, kPatternNames));
  settings.pattern = static_cast<std::uint8_t>(found->second);
}

OnchipSettings settings_of(const Options& options, const NetworkConfig& config) {
  OnchipSettings settings;
  settings.least = parse_whole<std::uint8_t>(options.words[0], "--words", 1, 255);
  settings.most = parse_whole<std::uint8_t>(options.words[1], "--words", 1, 255);
  if (settings.most < settings.least)
    throw UsageError(fmt::format("--words {} {}: the maximum is below the minimum",
                                 options.words[0], options.words[1]));
  set_pattern(options, config, settings);
  settings.load = share(message_rate_of(options, settings, config));
  settings.turn_off = parse_share(options.turn_off, "--turn-off");
  settings.turn_on = parse_share(options.turn_on, "--turn-on");
  settings.cycles = parse_whole(options.cycles, "--cycles", 1u, 1'000'000'000u);
  settings.seed = parse_whole(options.seed, "--seed", 0u, ~0u);
  return settings;
}

int run_onchip(const Options& options) {
  NetworkConfig config = load_config(find_config(options.config));
  set_keys(config, parse_changes(options.changes));
  const Family& family = family_of(config);
  if (family.make_streams == nullptr)
    throw UsageError(
        fmt::format("{}: networks of the family {} have no streams", config.name, family.name()));
  if (config.flit_bits % kPartBits != 0 || config.flit_bits > 4 * kPartBits)
    throw UsageError(
        fmt::format("{}: flit.bits = {}: on-chip traffic has words of 32, 64, 96 or "
                    "128 bits",
                    config.name, config.flit_bits));
  const auto max_words = parse_whole(options.max_words, "--max-words", 1u, 255u);
  const auto runs = parse_whole(options.runs, "--runs", 1u, 1000u);
  OnchipNetwork network(family.make_streams(config, stream_sizes(max_words)),
                        config.flit_bits / kPartBits, family.streams_keep_order,
                        settings_of(options, config));
  for (unsigned run = 0; run < runs; ++run) network.run();
  write_output("-", onchip_report(network.traffic()));
  return network.traffic().failed() ? 1 : 0;
}

}  // namespace

void add_onchip(CLI::App& app, const Program&, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("onchip", "Print the counters that a board with on-chip traffic reports");
  command->add_option("config", options->config, "Configuration: a shipped name or a TOML file")
      ->required();
  add_changes(*command, options->changes);
  const auto add = [command](const char* name, std::string& value, const std::string& help) {
    return command->add_option(name, value, help)->capture_default_str();
  };
  add("--cycles", options->cycles, "Cycles in which sources make messages");
  add("--load", options->load, "Offered load, in --unit");
  add("--unit", options->unit,
      "Unit of the load, per terminal and cycle: messages (as in the hardware's register), flits, or normalized (fraction of the channel-load bound)");
  command->add_option("--pattern", options->pattern,
                      fmt::format("Traffic pattern: {} [client-server if nothing else is "
                                  "possible, else uniform]",
                                  kPatternNames));
  command->add_option("--words", options->words, "Minimum and maximum words per message")
      ->expected(2)
      ->capture_default_str();
  add("--hot", options->hot, "Hot-spot terminal, with any pattern");
  add("--hot-share", options->hot_share, "Fraction of messages to the hot spot, 0 to 1");
  add("--turn-off", options->turn_off, "Bursts: probability per cycle that a burst ends");
  add("--turn-on", options->turn_on, "Bursts: probability per cycle that a burst begins");
  add("--max-words", options->max_words, "Maximum message length of the interfaces, in words");
  add("--runs", options->runs, "Run to report, counted from reset; arbiters keep their state");
  add("--seed", options->seed, "Seed of all draws");
  command->footer(
      "Example: wayfarer onchip mesh4x4 --set flit.bits=32 --cycles 20000\n"
      "Values are hexadecimal. Exit status 1 if the traffic has failed.");
  command->callback([&action, options] { action = [options] { return run_onchip(*options); }; });
}

}  // namespace wayfarer
