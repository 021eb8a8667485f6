// wayfarer completion: shell completions, generated from the options that --help shows.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "cli/placed_clocks.hpp"
#include "commands/commands.hpp"
#include "config/config.hpp"
#include "config/schema.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"
#include "papers/registry.hpp"
#include "runs/load.hpp"
#include "traffic/pattern.hpp"
#include "traffic/process.hpp"

namespace wayfarer {
namespace {

using Words = std::vector<std::string>;
using Commands = std::vector<const CLI::App*>;
using Values = std::vector<const CLI::Option*>;

/// Names without their options, which start with ':' or '['.
template <typename Infos>
Words base_names(const Infos& infos) {
  Words names;
  for (const auto& info : infos)
    names.push_back(info.name.substr(0, info.name.find_first_of(":[")));
  return names;
}

Words experiment_ids() {
  Words ids = {"all"};
  for (const Experiment& experiment : experiments()) ids.push_back(experiment.id);
  return ids;
}

const Words& shells() {
  static const Words names = {"bash", "zsh", "fish"};
  return names;
}

/// The keys of all families' configurations, with the names of choices.
const std::map<std::string, Words>& keys() {
  static const std::map<std::string, Words> all = [] {
    std::map<std::string, Words> found;
    for (const Family* family : families())
      for (const KeyText& key : describe_keys(family->schema())) {
        Words& names = found[key.key];
        for (const std::string& name : key.choices)
          if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      }
    return found;
  }();
  return all;
}

/// As --set takes them; the user completes numbers.
Words settings() {
  Words words;
  for (const auto& [key, names] : keys()) {
    for (const std::string& name : names) words.push_back(fmt::format("{}={}", key, name));
    if (names.empty()) words.push_back(key + "=");
  }
  return words;
}

/// The legal values of an option or argument, by its name; empty: files.
Words values_of(const std::string& name) {
  static const std::map<std::string, std::function<Words()>> known = {
      {"config", shipped_configs},
      {"family", family_names},
      {"--family", family_names},
      {"id", experiment_ids},
      {"what", list_topics},
      {"shell", shells},
      {"--set", settings},
      {"--pattern", [] { return base_names(patterns()); }},
      {"--process", [] { return base_names(processes()); }},
      {"--zip", settings},
      {"--unit", [] { return load_unit_names(); }},
      {"--clock-mhz",
       [] {
         Words designs;
         for (const PlacedClock& placed : placed_clocks()) designs.emplace_back(placed.design);
         return designs;
       }},
      {"--collective",
       [] {
         return Words{
             "ring-all-reduce:", "tree-all-reduce:", "all-to-all:", "broadcast:", "barrier"};
       }},
      {"--build",
       [] {
         return Words{"network", "tiles", "auto"};
       }},
      {"--criterion",
       [] {
         return Words{"growth", "latency"};
       }},
      {"--plot-width",
       [] {
         return Words{"page", "column"};
       }},
      {"--plot-log",
       [] {
         return Words{"x", "y", "xy"};
       }},
      {"--plot-errors",
       [] {
         return Words{"bars", "bands", "none"};
       }},
      {"--engine", [] { return engine_names(); }},
  };
  const auto found = known.find(name);
  return found == known.end() ? Words() : found->second();
}

std::string name_of(const CLI::Option& option) { return option.get_name(false, false); }

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

Values options_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return !option->get_positional(); });
}

Values arguments_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

/// All names of all commands' options that take values.
std::map<std::string, Words> values_by_option(const Commands& commands) {
  std::map<std::string, Words> values;
  for (const CLI::App* command : commands)
    for (const CLI::Option* option : options_of(*command))
      if (takes_value(*option)) values[name_of(*option)] = values_of(name_of(*option));
  return values;
}

std::string bash(const Commands& commands) {
  std::string names;
  std::string cases;
  for (const CLI::App* command : commands) {
    names += " " + command->get_name();
    Words options;
    for (const CLI::Option* option : options_of(*command)) options.push_back(name_of(*option));
    Words arguments;
    for (const CLI::Option* argument : arguments_of(*command))
      for (const std::string& value : values_of(name_of(*argument))) arguments.push_back(value);
    cases += fmt::format("    {}) options=\"{}\" words=\"{}\" ;;\n", command->get_name(),
                         join(options, " "), join(arguments, " "));
  }
  std::map<std::string, Words> all = values_by_option(commands);
  all.insert(keys().begin(), keys().end());
  all["--set"].clear();
  for (const auto& [key, choices] : keys()) all["--set"].push_back(key + "=");
  std::string values;
  for (const auto& [name, words] : all)
    values += fmt::format("    {}) options= words=\"{}\" ;;\n", name, join(words, " "));
  return fmt::format(
      "# Completion for bash: source <(wayfarer completion bash)\n"
      "_wayfarer() {{\n"
      "  local word=\"${{COMP_WORDS[COMP_CWORD]}}\" options= words=\n"
      "  local named=\"${{COMP_WORDS[COMP_CWORD-1]}}\"\n"
      "  # An equals sign is a word of its own.\n"
      "  [[ $named != = ]] || named=\"${{COMP_WORDS[COMP_CWORD-2]}}\"\n"
      "  [[ $word != = ]] || word=\n"
      "  case \"${{COMP_WORDS[1]}}\" in\n{1}  esac\n"
      "  case \"$named\" in\n{2}  esac\n"
      "  ((COMP_CWORD > 1)) || words=\"{0}\" options=\"--help --version\"\n"
      "  [[ $word == -* ]] && words=\"$options\"\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "  [[ ${{COMPREPLY[*]}} != *= ]] || compopt -o nospace 2>/dev/null\n"
      "}}\n"
      "complete -o default -F _wayfarer wayfarer\n",
      names.substr(1), cases, values);
}

/// Quotes text in single quotes, with a backslash before special characters.
std::string zsh_quoted(const std::string& text, const std::string& special) {
  std::string escaped;
  for (const char c : text) {
    if (special.find(c) != std::string::npos) escaped += '\\';
    escaped += c;
  }
  return "'" + join(split(escaped, '\''), "'\\''") + "'";
}

/// The completion of a value: its words, files, or both for configurations.
std::string zsh_values(const std::string& name) {
  const Words words = values_of(name);
  if (words.empty()) return "_files";
  return name == "config" ? "_wayfarer_config" : fmt::format("({})", join(words, " "));
}

std::string zsh(const Commands& commands) {
  std::string names;
  std::string cases;
  for (const CLI::App* command : commands) {
    names += fmt::format("    {}\n",
                         zsh_quoted(command->get_name() + ":" + command->get_description(), ""));
    cases += fmt::format("    {}) _arguments", command->get_name());
    for (const CLI::Option* option : options_of(*command)) {
      const std::string name = name_of(*option);
      const std::string value =
          takes_value(*option) ? fmt::format(":value:{}", zsh_values(name)) : "";
      const std::string text = zsh_quoted(option->get_description(), "[]:\\");
      cases += fmt::format(" \\\n      '{}['{}']{}'", name, text, value);
    }
    for (const CLI::Option* argument : arguments_of(*command))
      cases +=
          fmt::format(" \\\n      ':{0}:{1}'", name_of(*argument), zsh_values(name_of(*argument)));
    cases += " ;;\n";
  }
  return fmt::format(
      "#compdef wayfarer\n"
      "# Completion for zsh: source <(wayfarer completion zsh)\n"
      "_wayfarer_config() {{\n"
      "  _alternative 'names:configuration:({0})' 'files:file:_files -g \"*.toml\"'\n"
      "}}\n"
      "_wayfarer() {{\n"
      "  local -a commands=(\n{1}  )\n"
      "  if ((CURRENT == 2)); then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  shift words\n"
      "  ((CURRENT--))\n"
      "  case $words[1] in\n{2}  esac\n"
      "}}\n"
      "if [[ $funcstack[1] == _wayfarer ]]; then _wayfarer; else compdef _wayfarer wayfarer; fi\n",
      join(shipped_configs(), " "), names, cases);
}

/// A word in single quotes as fish reads it.
std::string fish_quoted(const std::string& text) {
  return "'" + join(split(join(split(text, '\\'), "\\\\"), '\''), "\\'") + "'";
}

std::string fish(const Commands& commands) {
  std::string text = "# Completion for fish: wayfarer completion fish | source\n";
  for (const CLI::App* command : commands) {
    text += fmt::format("complete -c wayfarer -n __fish_use_subcommand -f -a {} -d {}\n",
                        command->get_name(), fish_quoted(command->get_description()));
    const std::string line = fmt::format("complete -c wayfarer -n '__fish_seen_subcommand_from {}'",
                                         command->get_name());
    for (const CLI::Option* option : options_of(*command)) {
      const std::string name = name_of(*option);
      const Words words = values_of(name);
      text += fmt::format("{} -l {} -d {}", line, name.substr(2),
                          fish_quoted(option->get_description()));
      if (!words.empty()) text += " -x -a " + fish_quoted(join(words, " "));
      if (words.empty() && takes_value(*option)) text += " -r";
      text += "\n";
    }
    for (const CLI::Option* argument : arguments_of(*command)) {
      const Words words = values_of(name_of(*argument));
      if (!words.empty()) text += fmt::format("{} -a {}\n", line, fish_quoted(join(words, " ")));
    }
  }
  return text;
}

int run_completion(const CLI::App& app, const std::string& shell) {
  const Commands commands = app.get_subcommands([](const CLI::App*) { return true; });
  if (shell == "bash")
    fmt::print("{}", bash(commands));
  else if (shell == "zsh")
    fmt::print("{}", zsh(commands));
  else if (shell == "fish")
    fmt::print("{}", fish(commands));
  else
    throw UsageError(fmt::format("there is no completion for '{}'; {}legal: {}", shell,
                                 did_you_mean(shell, shells()), join(shells())));
  return 0;
}

}  // namespace

void add_completion(CLI::App& app, const Program&, Action& action) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("completion", "Print a script for command completion in a shell");
  command->add_option("shell", *shell, "bash, zsh or fish")->required();
  command->footer(
      "Example: wayfarer completion bash > ~/.local/share/bash-completion/completions/wayfarer");
  command->callback(
      [&app, &action, shell] { action = [&app, shell] { return run_completion(app, *shell); }; });
}

}  // namespace wayfarer
