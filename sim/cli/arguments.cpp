#include "cli/arguments.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "cli/placed_clocks.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

constexpr std::uint64_t kMaxCycles = 1'000'000'000'000;
constexpr double kMaxLoad = 1000;
constexpr std::uint64_t kMostOutstanding = 1u << 20;

/// "1,2,7" or "1:10" (both ends included), up to `high`.
std::vector<std::uint64_t> parse_ranges(const std::string& text, const std::string& option,
                                        std::uint64_t high, std::uint64_t low = 0) {
  std::vector<std::uint64_t> numbers;
  for (const std::string& part : split(text, ',')) {
    const std::vector<std::string> range = split(part, ':');
    const std::uint64_t first = parse_unsigned(range.front(), option, low, high);
    if (range.size() > 2) throw UsageError(fmt::format("{} '{}'; legal: 7 or 1:10", option, part));
    const std::uint64_t most = first + std::min<std::uint64_t>(kMaxPoints, high - first);
    const std::uint64_t last =
        range.size() == 1 ? first : parse_unsigned(range[1], option, first, most);
    for (std::uint64_t number = first; number <= last; ++number) numbers.push_back(number);
  }
  return numbers;
}

/// Empty: the network's own.
std::optional<PatternSpec> parse_pattern_option(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return parse_pattern(text);
}

}  // namespace

void RunArguments::add_to(CLI::App& command) {
  if (lists)
    command
        .add_option("config", configs,
                    "Configurations: shipped names (see 'list') or TOML files, one or several")
        ->required();
  else
    command
        .add_option("config", config, "Configuration: a shipped name (see 'list') or a TOML file")
        ->required();
  command.add_option("--pattern", pattern, "Traffic pattern (see 'list patterns')")
      ->capture_default_str();
  command.add_option("--process", process,
                     "When messages are born (see 'list processes') [bernoulli]");
  command
      .add_option(
          "--unit", unit,
          "Unit of loads and of the rates in results, per terminal and cycle: flits (headers included), messages, bytes or bits (of data), or normalized (fraction of the channel-load bound)")
      ->capture_default_str();
  command.add_flag("--aggregate", aggregate,
                   "Loads and rates are sums over all terminals, not those of one");
  command.add_option("--cycles", cycles, "Cycles of a run, its warm-up included")
      ->capture_default_str();
  command.add_option(
      "--warmup", warmup,
      "Cycles before the measurement, or 'auto' to detect when the run has settled [0.3 of the cycles; 0 for batches and traces, which end by themselves]");
  command.add_option("--seed", seed, "Seed of all random choices")->capture_default_str();
  command.add_option("--message-bytes", message_bytes,
                     "Data bytes per message, or a mix such as 16,64,256 [the configuration's]");
  command.add_option(
      "--reply", reply,
      "Answer every message by BYTES data bytes, DELAY cycles later: BYTES[:DELAY] [no answers]");
  command.add_option(
      "--window", window,
      "Closed loop: each source has at most so many outstanding messages, and sends the next one when one, or its reply, has arrived; --process batch:L ends it [none: an open loop]");
  command.add_option(
      "--collective", collective,
      "Operations of all terminals, one after the other, in place of a pattern: ring-all-reduce:BYTES, tree-all-reduce:BYTES, all-to-all:BYTES, broadcast:BYTES or barrier, separated by commas");
  command
      .add_option(
          "--engine", engine,
          "model, rtl, netlist (the RTL synthesized to cells of ECP5), or both or both-netlist "
          "(model and hardware compared in every cycle)")
      ->capture_default_str();
  command
      .add_option(
          "--build", build,
          "Part that is verilated: network, tiles (one node, copied to make the network: builds in seconds at any size, runs faster at light load), or auto, the faster")
      ->capture_default_str();
  command.add_option("--stall", stall, "Probability that a terminal accepts nothing in a cycle")
      ->capture_default_str();
  command.add_option("--gaps", gaps, "Probability that a source with flits to send waits a cycle")
      ->capture_default_str();
  command.add_flag(
      "--check-order", check_order,
      "Check that the messages of each pair arrive in order (needs one buffer per set)");
}

void RunArguments::add_clock_to(CLI::App& command) {
  command.add_option(
      "--clock-mhz", clock,
      "Clock of the network in MHz, or a design of docs/results/fpga.md, whose clock is taken: loads and rates are per nanosecond, latencies in nanoseconds [none: per cycle]");
}

void RunArguments::add_energy_to(CLI::App& command) {
  command.add_option("--energy", energy, fmt::format("{} [none]", kEnergyHelp));
}

void RunArguments::use_energy(Point& point) const {
  if (energy.empty()) return;
  point.options.energy = true;
  point.energy = std::make_shared<EnergyModel>(find_energy_model(energy, point.config));
}

void RunArguments::add_load_to(CLI::App& command) {
  command.add_option("--load", one_load, fmt::format("Offered load, in --unit [{}]", kDefaultLoad));
  add_changes(command, changes);
}

std::string RunArguments::no_load_text() const {
  if (!collective.empty()) return "--load has no effect with --collective; legal: one of them";
  if (!window.empty())
    return "--load has no effect with --window, whose sources send as fast as it allows; legal: one "
           "of them";
  return fmt::format(
      "--load has no effect with --process {}, which sends a fixed number of messages; legal: one of them",
      process);
}

Point RunArguments::point() const {
  Point point = this->point(one_load.empty() ? kDefaultLoad : parse_load(one_load));
  if (!has_load(point.options)) {
    if (!one_load.empty()) throw UsageError(no_load_text());
    point.options.load.value = 0;
  }
  set_keys(point.config, parse_changes(changes));
  use_energy(point);
  if (!changes.empty()) point.label = join(changes, " ");
  return point;
}

Point RunArguments::point(double load) const {
  Point point;
  point.config = load_config(find_config(config));
  point.label = point.config.name;
  point.engine = parse_engine(engine);
  point.build = parse_build(build);
  RunOptions& options = point.options;
  TrafficSpec& traffic = options.traffic;
  traffic.pattern = lists ? parse_patterns(pattern).front() : parse_pattern_option(pattern);
  if (!process.empty()) traffic.process = parse_process(process);
  if (!message_bytes.empty()) traffic.lengths = parse_lengths(message_bytes);
  if (!reply.empty()) traffic.reply = parse_reply(reply);
  const std::vector<std::uint32_t> windows = parse_windows(window);
  if (windows.size() > 1 && !lists)
    throw UsageError(
        fmt::format("--window '{}'; legal: one window (several are for 'sweep')", window));
  if (!windows.empty()) traffic.window = windows.front();
  if (!collective.empty()) {
    for (const auto& [option, value] :
         {std::pair("--pattern", pattern), std::pair("--process", process),
          std::pair("--window", window), std::pair("--reply", reply)})
      if (!value.empty())
        throw UsageError(
            fmt::format("{} with --collective, which decides that; legal: one of them", option));
    traffic.collective = parse_collective(collective);
  }
  const std::vector<std::uint64_t> seeds = parse_seeds(seed);
  if (seeds.size() > 1 && !lists)
    throw UsageError(fmt::format("--seed '{}'; legal: one seed (several are for 'sweep')", seed));
  options.seed = seeds.front();
  options.load = {load, parse_load_unit(unit), aggregate, clock.empty() ? 0 : parse_clock(clock)};
  if (aggregate && options.load.unit == LoadUnit::kNormalized)
    throw UsageError(
        "--aggregate with --unit normalized, a share that terminals have in common; legal: one of "
        "them");
  options.cycles = parse_unsigned(cycles, "--cycles", 1, kMaxCycles);
  if (!warmup.empty())
    options.warmup = warmup == "auto" ? kNever : parse_unsigned(warmup, "--warmup", 0, kMaxCycles);
  options.stall_probability = parse_number(stall, "--stall", 0, 1);
  options.gap_probability = parse_number(gaps, "--gaps", 0, 1);
  options.check_order = check_order;
  return point;
}

std::string RunArguments::command(const Point& point,
                                  const std::vector<std::string>& settings) const {
  const RunOptions& options = point.options;
  const TrafficSpec& traffic = options.traffic;
  std::vector<std::string> words = {"wayfarer", "run", config};
  for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
  const bool collectives = traffic.collective.has_value();
  const bool drawn = !options.workload.pattern && !collectives;
  if (collectives) words.insert(words.end(), {"--collective", to_string(*traffic.collective)});
  if (traffic.window) words.insert(words.end(), {"--window", fmt::format("{}", *traffic.window)});
  if (drawn && traffic.pattern)
    words.insert(words.end(), {"--pattern", to_string(*traffic.pattern)});
  if (drawn && (!traffic.window || traffic.finite()))
    words.insert(words.end(), {"--process", to_string(traffic.process)});
  if (has_load(options))
    words.insert(words.end(), {"--load", fmt::format("{}", options.load.value), "--unit", unit});
  else if (options.load.unit != LoadUnit::kFlits)
    words.insert(words.end(), {"--unit", unit});
  if (aggregate) words.emplace_back("--aggregate");
  if (options.load.clock_mhz > 0)
    words.insert(words.end(), {"--clock-mhz", fmt::format("{}", options.load.clock_mhz)});
  if (!energy.empty()) words.insert(words.end(), {"--energy", energy});
  words.insert(words.end(), {"--cycles", fmt::format("{}", options.cycles)});
  const Cycle before = warmup_of(options);
  words.insert(words.end(), {"--warmup", before == kNever ? "auto" : fmt::format("{}", before)});
  words.insert(words.end(), {"--seed", fmt::format("{}", options.seed)});
  if ((drawn || collectives) && traffic.lengths)
    words.insert(words.end(), {"--message-bytes", to_string(*traffic.lengths)});
  if (traffic.reply) words.insert(words.end(), {"--reply", to_string(*traffic.reply)});
  if (point.engine != Engine::kModel) words.insert(words.end(), {"--engine", engine});
  if (point.build != BuildKind::kAuto) words.insert(words.end(), {"--build", build});
  if (options.stall_probability > 0)
    words.insert(words.end(), {"--stall", fmt::format("{}", options.stall_probability)});
  if (options.gap_probability > 0)
    words.insert(words.end(), {"--gaps", fmt::format("{}", options.gap_probability)});
  if (check_order) words.emplace_back("--check-order");
  for (std::string& word : words) word = shell_quoted(word);
  return join(words, " ");
}

double parse_clock(const std::string& text) {
  constexpr double kSlowest = 1e-3;
  constexpr double kFastest = 1e6;
  const std::vector<PlacedClock>& placed = placed_clocks();
  const auto found = std::find_if(placed.begin(), placed.end(),
                                  [&text](const auto& own) { return text == own.design; });
  if (found != placed.end()) return found->mhz;
  if (!text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0) {
    std::vector<std::string> names;
    for (const PlacedClock& own : placed) names.emplace_back(own.design);
    throw UsageError(fmt::format("--clock-mhz '{}'; {}legal: MHz, or a placed design: {}", text,
                                 did_you_mean(text, names), join(names)));
  }
  return parse_number(text, "--clock-mhz", kSlowest, kFastest);
}

Engine parse_hardware(const std::string& name) {
  const Engine engine = parse_engine(name);
  if (engine != Engine::kModel) return engine;
  throw UsageError(fmt::format("--engine '{}' is not hardware; legal: rtl, netlist", name));
}

unsigned parse_threads(const std::string& text) {
  constexpr std::uint64_t kMaxThreads = 4096;
  return text.empty() ? 0
                      : static_cast<unsigned>(parse_unsigned(text, "--threads", 1, kMaxThreads));
}

double parse_load(const std::string& text) { return parse_number(text, "--load", 0, kMaxLoad); }

std::vector<double> parse_loads(const std::string& text) {
  std::vector<double> loads;
  for (const std::string& part : split(text, ',')) {
    const std::vector<std::string> range = split(part, ':');
    if (range.size() == 1) {
      loads.push_back(parse_load(part));
      continue;
    }
    if (range.size() != 3 || parse_load(range[2]) <= 0 ||
        parse_load(range[1]) < parse_load(range[0]))
      throw UsageError(
          fmt::format("--load '{}'; legal: loads such as 0.1,0.2 or first:last:step "
                      "such as 0.1:1.0:0.1",
                      part));
    const double first = parse_load(range[0]);
    const double step = parse_load(range[2]);
    // Computes each load from its index, so that rounding cannot drop the last one.
    const double steps = std::floor((parse_load(range[1]) - first) / step + 1e-9);
    if (steps >= kMaxPoints)
      throw UsageError(
          fmt::format("--load '{}': {:.3g} loads; legal: at most {}", part, steps + 1, kMaxPoints));
    for (double i = 0; i <= steps; ++i)
      loads.push_back(parse_load(fmt::format("{:.12g}", first + i * step)));
  }
  return loads;
}

std::vector<std::uint64_t> parse_seeds(const std::string& text) {
  return parse_ranges(text, "--seed", ~std::uint64_t{0} >> 1);
}

std::vector<std::uint32_t> parse_windows(const std::string& text) {
  if (text.empty()) return {};
  std::vector<std::uint32_t> windows;
  for (const std::uint64_t window : parse_ranges(text, "--window", kMostOutstanding, 1))
    windows.push_back(static_cast<std::uint32_t>(window));
  return windows;
}

std::vector<std::optional<PatternSpec>> parse_patterns(const std::string& text) {
  std::vector<std::optional<PatternSpec>> patterns;
  const std::vector<std::string> names = split(text, ',');
  for (const std::string& name : names) {
    if (names.size() > 1 && name.empty())
      throw UsageError(
          fmt::format("--pattern '{}': an empty name; legal: names separated by commas", text));
    patterns.push_back(parse_pattern_option(name));
  }
  return patterns;
}

std::vector<unsigned> parse_nodes(const std::string& text, unsigned nodes) {
  const std::vector<std::uint64_t> numbers = parse_ranges(text, "--trace-nodes", nodes - 1);
  return {numbers.begin(), numbers.end()};
}

std::pair<std::string, std::vector<std::string>> parse_setting(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw UsageError(fmt::format("--set '{}'; legal: key=value, as in router.buffers=1,2,4", text));
  return {text.substr(0, equals), split(text.substr(equals + 1), ',')};
}

void add_changes(CLI::App& command, std::vector<std::string>& changes) {
  command.add_option("--set", changes, "Change a key: router.buffers=2 (repeatable)")
      ->allow_extra_args(false);
}

Settings parse_changes(const std::vector<std::string>& changes) {
  Settings settings;
  for (const std::string& change : changes) {
    const auto [key, values] = parse_setting(change);
    if (values.size() != 1)
      throw UsageError(
          fmt::format("--set '{}'; legal: one value (several are for 'sweep')", change));
    settings.emplace_back(key, values[0]);
  }
  return settings;
}

Part parse_part(const std::string& text) {
  constexpr std::uint64_t kMaxParts = 1'000'000;
  const std::vector<std::string> parts = split(text, '/');
  if (parts.size() != 2)
    throw UsageError(fmt::format("--part '{}'; legal: 2/5, the second of five", text));
  Part part;
  part.of = static_cast<unsigned>(parse_unsigned(parts[1], "--part: parts", 1, kMaxParts));
  part.number = static_cast<unsigned>(parse_unsigned(parts[0], "--part: number", 1, part.of));
  return part;
}

WaveWindow parse_waves(const std::string& text) {
  const FileWindow window = parse_file_window(text, "--trace-waves");
  return {window.path, window.from, window.to};
}

FileWindow parse_file_window(const std::string& text, const std::string& option) {
  std::vector<std::string> parts = split(text, ':');
  std::vector<Cycle> numbers;
  while (parts.size() > 1 && numbers.size() < 2 && whole_number(parts.back())) {
    numbers.insert(numbers.begin(), parse_unsigned(parts.back(), option, 0, kMaxCycles));
    parts.pop_back();
  }
  FileWindow window;
  window.path = join(parts, ":");
  if (!numbers.empty()) window.from = numbers[0];
  if (numbers.size() == 2) window.to = numbers[1];
  if (window.path.empty() || window.to <= window.from)
    throw UsageError(
        fmt::format("{} '{}'; legal: FILE, FILE:from or FILE:from:to with from < to, "
                    "in cycles",
                    option, text));
  return window;
}

std::pair<Cycle, Cycle> parse_window(const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  if (parts.size() > 2)
    throw UsageError(fmt::format("--cycles '{}'; legal: from or from:to", text));
  const Cycle from = parse_unsigned(parts[0], "--cycles", 0, kMaxCycles);
  return {from, parts.size() == 1 ? kNever
                                  : parse_unsigned(parts[1], "--cycles: to", from + 1, kMaxCycles)};
}

std::vector<CLI::Option*> EventArguments::add_to(CLI::App& command, const std::string& names) {
  prefix = names;
  return {command.add_option(prefix + "messages", messages,
                             "Keep only events of these messages: 3 or 3,7:9 [all]"),
          command.add_option(prefix + "nodes", nodes, "Keep only events at these nodes [all]"),
          command.add_option(
              prefix + "kinds", kinds,
              fmt::format("Keep only events of these kinds: {} [all]", join(event_kind_names())))};
}

EventFilter EventArguments::filter(Cycle from, Cycle to) const {
  EventFilter filter;
  filter.from = from;
  filter.to = to;
  const auto numbers = [this](const std::string& text, const char* name, std::uint64_t high) {
    std::vector<std::uint64_t> all;
    if (!text.empty()) all = parse_ranges(text, prefix + name, high);
    std::sort(all.begin(), all.end());
    return all;
  };
  filter.messages = numbers(messages, "messages", kNever - 1);
  for (const std::uint64_t node : numbers(nodes, "nodes", kNoNode - 1))
    filter.nodes.push_back(static_cast<NodeNumber>(node));
  const std::vector<std::string> legal = event_kind_names();
  for (const std::string& name : kinds.empty() ? std::vector<std::string>{} : split(kinds, ',')) {
    const auto found = std::find(legal.begin(), legal.end(), name);
    if (found == legal.end())
      throw UsageError(fmt::format("{}kinds '{}'; {}legal: {}", prefix, name,
                                   did_you_mean(name, legal), join(legal)));
    filter.kinds.push_back(static_cast<EventKind>(found - legal.begin()));
  }
  std::sort(filter.kinds.begin(), filter.kinds.end());
  return filter;
}

}  // namespace wayfarer
