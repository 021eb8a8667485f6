// wayfarer check: tells by the channel-dependency graph whether a configuration can deadlock, and
// what given tables do to messages.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "cli/tables_option.hpp"
#include "commands/commands.hpp"
#include "config/config.hpp"
#include "core/files.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

TablesReport read_tables(const NetworkConfig& config, const std::string& path) {
  const Family& family = family_of(config);
  if (path.empty()) return {{}, family.dependencies(config)};
  refuse_no_tables(config);
  return family.check_tables(config, read_text(path, "a file that run --write-tables has written"),
                             path);
}

void print_faults(const std::vector<std::string>& faults) {
  constexpr std::size_t kNamed = 20;
  if (faults.empty()) return;
  fmt::print("messages that do not arrive:\n");
  for (std::size_t i = 0; i < std::min(faults.size(), kNamed); ++i) fmt::print("  {}\n", faults[i]);
  if (faults.size() > kNamed) fmt::print("  and {} more\n", faults.size() - kNamed);
}

int run_check(const std::string& name_or_path, const std::string& tables) {
  const NetworkConfig config = load_config(find_config(name_or_path));
  const Family& family = family_of(config);
  const auto [faults, graph] = read_tables(config, tables);
  const std::string router = family.router_text(config);
  fmt::print("{}{}: {} routes of messages followed, {} resources, {} dependencies\n", config.name,
             router.empty() ? "" : ", " + router, graph.routes(), graph.resources(),
             graph.dependencies());
  print_faults(faults);
  const std::vector<Dependency> cycle = graph.find_cycle();
  if (cycle.empty()) {
    fmt::print("deadlock-free: the dependency graph {}is acyclic\n",
               family.dependency_scope(config));
    return faults.empty() ? 0 : 1;
  }
  fmt::print("can deadlock: a cycle of {} dependencies\n{}", cycle.size(),
             describe_cycle(graph, cycle));
  return 1;
}

}  // namespace

void add_check(CLI::App& app, const Program&, Action& action) {
  struct Options {
    std::string config;
    std::string tables;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("check", "Check a configuration for deadlock");
  command->add_option("config", options->config, "Configuration: a shipped name or a TOML file")
      ->required();
  command->add_option("--tables", options->tables,
                      "Follow the switches' tables in a file instead of the usual routes");
  command->footer(
      "Example: wayfarer check mesh16x16\n"
      "Exit status 1 if there is a cycle, or if tables misroute messages.");
  command->callback([&action, options] {
    action = [options] { return run_check(options->config, options->tables); };
  });
}

}  // namespace wayfarer
