// wayfarer build: verilates and compiles a configuration's hardware ahead of its first use.
#include <memory>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "commands/commands.hpp"
#include "config/config.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

struct BuildOptions {
  std::string config;
  std::string engine = "rtl";
  std::string build = "network";
  EngineOptions with;
};

int run_build(const Program& program, const BuildOptions& options) {
  const NetworkConfig config = load_config(find_config(options.config));
  const Engine engine = parse_hardware(options.engine);
  EngineOptions with = options.with;
  with.build = parse_build(options.build);
  fmt::print("{}\n", program.engines.build(config, engine, with));
  return 0;
}

}  // namespace

void add_build(CLI::App& app, const Program& program, Action& action) {
  auto options = std::make_shared<BuildOptions>();
  CLI::App* command = app.add_subcommand(
      "build", "Build the hardware engine of a configuration and print the library's path");
  command->add_option("config", options->config, "Configuration: a shipped name or a TOML file")
      ->required();
  command->add_flag("--waves", options->with.waves,
                    "Build a library that can write waves (slower)");
  command
      ->add_option("--engine", options->engine,
                   "rtl, or netlist: the RTL synthesized to cells of ECP5")
      ->capture_default_str();
  command->add_option("--build", options->build, "network, or tiles: a single node of it")
      ->capture_default_str();
  command->footer("Example: wayfarer build my.toml");
  command->callback([&program, &action, options] {
    action = [&program, options] { return run_build(program, *options); };
  });
}

}  // namespace wayfarer
