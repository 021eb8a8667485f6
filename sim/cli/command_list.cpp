// wayfarer list: what there is.
#include <memory>

#include <algorithm>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "config/config.hpp"
#include "family/registry.hpp"
#include "papers/registry.hpp"
#include "traffic/pattern.hpp"
#include "traffic/process.hpp"

namespace wayfarer {
namespace {

using Entries = std::vector<std::pair<std::string, std::string>>;

Entries config_entries() {
  Entries entries;
  for (const std::string& name : shipped_configs())
    entries.emplace_back(name, load_config(find_config(name)).description);
  return entries;
}

Entries pattern_entries() {
  Entries entries;
  for (const PatternInfo& info : patterns()) entries.emplace_back(info.name, info.description);
  return entries;
}

Entries process_entries() {
  Entries entries;
  for (const ProcessInfo& info : processes()) entries.emplace_back(info.name, info.description);
  return entries;
}

Entries experiment_entries() {
  Entries entries;
  for (const Experiment& experiment : experiments())
    entries.emplace_back(experiment.id, listed_description(experiment));
  return entries;
}

void print(const std::string& title, const Entries& entries) {
  std::size_t width = 0;
  for (const auto& [name, description] : entries) width = std::max(width, name.size());
  fmt::print("{}\n", title);
  for (const auto& [name, description] : entries)
    fmt::print("  {:<{}}  {}\n", name, width, description);
}

int run(const std::string& what) {
  const bool all = what == "all";
  if (all || what == "configs") print("configurations", config_entries());
  if (all || what == "patterns") print("patterns", pattern_entries());
  if (all || what == "processes") print("processes", process_entries());
  if (all || what == "experiments") print("experiments", experiment_entries());
  return 0;
}

}  // namespace

void add_list(CLI::App& app, const Program&, Action& action) {
  auto what = std::make_shared<std::string>("all");
  CLI::App* command =
      app.add_subcommand("list", "List configurations, patterns, processes and experiments");
  command->add_option("what", *what, "configs, patterns, processes or experiments")
      ->check(CLI::IsMember({"all", "configs", "patterns", "processes", "experiments"}));
  command->footer("Example: wayfarer list patterns");
  command->callback([&action, what] { action = [what] { return run(*what); }; });
}

}  // namespace wayfarer
