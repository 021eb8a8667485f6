// wayfarer check: tells by the channel-dependency graph whether a configuration can deadlock.
#include <memory>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "config/config.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

int run_check(const std::string& name_or_path) {
  const NetworkConfig config = load_config(find_config(name_or_path));
  const Family& family = family_of(config);
  const DependencyGraph graph = family.dependencies(config);
  const std::string router = family.router_text(config);
  fmt::print("{}{}: {} routes of messages followed, {} resources, {} dependencies\n", config.name,
             router.empty() ? "" : ", " + router, graph.routes(), graph.resources(),
             graph.dependencies());
  const std::vector<Dependency> cycle = graph.find_cycle();
  if (cycle.empty()) {
    fmt::print("deadlock-free: the dependency graph {}is acyclic\n",
               family.dependency_scope(config));
    return 0;
  }
  fmt::print("can deadlock: a cycle of {} dependencies\n{}", cycle.size(),
             describe_cycle(graph, cycle));
  return 1;
}

}  // namespace

void add_check(CLI::App& app, const Program&, Action& action) {
  auto config = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("check", "Show that a configuration is deadlock-free, or how it is not");
  command->add_option("config", *config, "Configuration: a shipped name or a TOML file")
      ->required();
  command->footer("Example: wayfarer check mesh16x16\nExit status 1 where there is a cycle.");
  command->callback([&action, config] { action = [config] { return run_check(*config); }; });
}

}  // namespace wayfarer
