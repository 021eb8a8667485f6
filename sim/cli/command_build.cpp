// wayfarer build: verilates and compiles a configuration's hardware ahead of its first use.
#include <memory>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "config/config.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

struct BuildOptions {
  std::string config;
  EngineOptions engine;
};

int run_build(const Program& program, const BuildOptions& options) {
  const NetworkConfig config = load_config(find_config(options.config));
  fmt::print("{}\n", program.engines.build(config, options.engine));
  return 0;
}

}  // namespace

void add_build(CLI::App& app, const Program& program, Action& action) {
  auto options = std::make_shared<BuildOptions>();
  CLI::App* command = app.add_subcommand(
      "build", "Build the hardware engine of a configuration and print the library's path");
  command->add_option("config", options->config, "Configuration: a shipped name or a TOML file")
      ->required();
  command->add_flag("--waves", options->engine.waves, "Able to write waves (slower)");
  command->footer("Example: wayfarer build my.toml");
  command->callback([&program, &action, options] {
    action = [&program, options] { return run_build(program, *options); };
  });
}

}  // namespace wayfarer
