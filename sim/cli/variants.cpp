#include "cli/variants.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"

namespace wayfarer {
namespace {

/// The steps in which the values of `--zip` advance together; 1 if there are none.
template <typename Axes>
std::size_t steps_of(const Axes& axes) {
  std::size_t steps = 1;
  for (const auto& axis : axes) {
    if (axis.values.size() == 1) continue;
    if (steps != 1 && axis.values.size() != steps)
      throw UsageError(
          fmt::format("--zip {} has {} values, and another key {}; legal: lists of one length, or "
                      "one value",
                      axis.key, axis.values.size(), steps));
    steps = axis.values.size();
  }
  return steps;
}

/// Errors name the network, where there are others.
void set_keys_of(NetworkConfig& config, const Settings& settings, const std::string& network) {
  try {
    set_keys(config, settings);
  } catch (const UsageError& error) {
    if (network.empty()) throw;
    throw UsageError(fmt::format("{}: {}; keys for one network: --set {}:key=values", network,
                                 error.what(), network));
  }
}

}  // namespace

Point Variant::at(const std::optional<PatternSpec>& pattern, double load,
                  std::uint64_t seed) const {
  Point result = point;
  result.options.traffic.pattern = pattern.value_or(default_pattern(point.config));
  result.options.seed = seed;
  result.options.load.value = load;
  result.command = run.command(result, settings);
  return result;
}

void VariantArguments::add_to(CLI::App& command) {
  run.lists = true;
  run.add_to(command);
  command.get_option("--pattern")->description("Patterns, separated by commas");
  command.get_option("--seed")->description("Seeds, the same for all networks: 1,2,3 or 1:10");
  CLI::Option* const window = command.get_option("--window");
  window->description("Windows, 1,2,4 or 1:8. " + window->get_description());
  command
      .add_option("--set", sets_,
                  "Vary a key: router.buffers=1,2,4 or topology.extents=8x8,16x16 (repeatable: all "
                  "combinations); for one of several networks: NETWORK:key=values")
      ->allow_extra_args(false);
  command
      .add_option("--zip", zips_,
                  "Vary keys together: with --zip router.buffers=1,2 --zip router.depth=4,2, first "
                  "1 and 4, then 2 and 2; otherwise as --set")
      ->allow_extra_args(false);
  command
      .add_option("--clock-mhz", clocks_,
                  "Clock in MHz, or a design of docs/results/fpga.md, whose clock is taken: loads "
                  "and rates are per nanosecond, latencies in nanoseconds; for one of several "
                  "networks: NETWORK:MHZ (repeatable) [none: per cycle]")
      ->allow_extra_args(false);
  command
      .add_option("--energy", energies_,
                  fmt::format("{}; for one of several networks: NETWORK:FILE (repeatable) [none]",
                              kEnergyHelp))
      ->allow_extra_args(false);
}

double VariantArguments::count() const {
  double sum = 0;
  for (const std::string& config : run.configs) {
    double product = static_cast<double>(steps_of(axes_of(zips_, config)));
    for (const Axis& axis : axes_of(sets_, config))
      product *= static_cast<double>(axis.values.size());
    sum += product;
  }
  return sum * static_cast<double>(std::max<std::size_t>(parse_windows(run.window).size(), 1));
}

std::optional<std::string> VariantArguments::for_config(const std::string& text, std::size_t end,
                                                        const std::string& config,
                                                        const std::string& option) const {
  const std::size_t colon = text.substr(0, end).rfind(':');
  if (colon == std::string::npos) return text;
  const std::string name = text.substr(0, colon);
  if (name == config) return text.substr(colon + 1);
  if (std::find(run.configs.begin(), run.configs.end(), name) == run.configs.end())
    throw UsageError(fmt::format("{} '{}': network '{}'; {}legal: {}", option, text, name,
                                 did_you_mean(name, run.configs), join(run.configs)));
  return std::nullopt;
}

std::vector<VariantArguments::Axis> VariantArguments::axes_of(
    const std::vector<std::string>& options, const std::string& config) const {
  std::vector<Axis> axes;
  for (const std::string& option : options) {
    const auto own = for_config(option, option.find('='), config, "--set");
    if (!own) continue;
    auto [key, values] = parse_setting(*own);
    axes.push_back({std::move(key), std::move(values)});
  }
  return axes;
}

std::vector<Settings> VariantArguments::combinations(const std::string& config) const {
  std::vector<Settings> all = {{}};
  for (const Axis& axis : axes_of(sets_, config)) {
    std::vector<Settings> next;
    for (const Settings& settings : all)
      for (const std::string& value : axis.values) {
        next.push_back(settings);
        next.back().emplace_back(axis.key, value);
      }
    all = std::move(next);
  }
  const std::vector<Axis> zipped = axes_of(zips_, config);
  if (zipped.empty()) return all;
  std::vector<Settings> next;
  for (const Settings& settings : all)
    for (std::size_t step = 0; step < steps_of(zipped); ++step) {
      next.push_back(settings);
      for (const Axis& axis : zipped)
        next.back().emplace_back(axis.key, axis.values[axis.values.size() == 1 ? 0 : step]);
    }
  return next;
}

RunArguments VariantArguments::arguments_of(const std::string& config) const {
  RunArguments own = run;
  own.config = config;
  for (const std::string& clock : clocks_)
    if (const auto text = for_config(clock, clock.size(), config, "--clock-mhz")) own.clock = *text;
  for (const std::string& energy : energies_)
    if (const auto text = for_config(energy, energy.size(), config, "--energy")) own.energy = *text;
  return own;
}

RunArguments VariantArguments::first() const { return arguments_of(run.configs.front()); }

/// The variant, or one for each of several windows.
void VariantArguments::add_windows(const Variant& variant, std::vector<Variant>& to) const {
  const std::vector<std::uint32_t> windows = parse_windows(run.window);
  if (windows.size() < 2) return to.push_back(variant);
  for (const std::uint32_t window : windows) {
    to.push_back(variant);
    to.back().point.options.traffic.window = window;
    to.back().point.label += fmt::format(" {}{}", kWindowLabel, window);
  }
}

std::vector<Variant> VariantArguments::variants(double load) const {
  std::vector<Variant> result;
  std::map<std::string, unsigned> names;  // networks of a name
  std::vector<RunArguments> arguments;
  std::vector<Point> bases;
  for (const std::string& config : run.configs) {
    if (std::count(run.configs.begin(), run.configs.end(), config) > 1)
      throw UsageError(fmt::format(
          "configuration '{}' is given twice; legal: once, and --set for what varies", config));
    arguments.push_back(arguments_of(config));
    bases.push_back(arguments.back().point(load));
    ++names[bases.back().config.name];
  }
  const bool several = bases.size() > 1;
  const auto with_clock = [](const Point& point) { return point.options.load.clock_mhz > 0; };
  if (std::any_of(bases.begin(), bases.end(), with_clock) &&
      !std::all_of(bases.begin(), bases.end(), with_clock))
    throw UsageError(
        "--clock-mhz for some of the networks; legal: for all, so that rates have one unit");
  const auto with_energy = [](const RunArguments& own) { return !own.energy.empty(); };
  if (std::any_of(arguments.begin(), arguments.end(), with_energy) &&
      !std::all_of(arguments.begin(), arguments.end(), with_energy))
    throw UsageError("--energy for some of the networks; legal: for all, or none");
  for (std::size_t i = 0; i < bases.size(); ++i) {
    const std::string& name = bases[i].config.name;
    const std::string& shown = names[name] > 1 ? run.configs[i] : name;
    for (const Settings& settings : combinations(run.configs[i])) {
      Variant variant{arguments[i], {}, bases[i]};
      set_keys_of(variant.point.config, settings, several ? run.configs[i] : "");
      variant.run.use_energy(variant.point);
      for (const auto& [key, value] : settings)
        variant.settings.push_back(fmt::format("{}={}", key, value));
      std::vector<std::string> words = variant.settings;
      if (several || words.empty()) words.insert(words.begin(), several ? shown : name);
      variant.point.label = join(words, " ");
      add_windows(variant, result);
    }
  }
  for (const Variant& variant : result)
    if (with_energy(variant.run) && variant.point.energy->unit != result.front().point.energy->unit)
      throw UsageError(fmt::format("--energy {}: in {}, and {} is in {}; legal: files of one unit",
                                   variant.run.energy, variant.point.energy->unit,
                                   result.front().run.energy, result.front().point.energy->unit));
  return result;
}

}  // namespace wayfarer
