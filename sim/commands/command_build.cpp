// wayfarer build: verilates and compiles a configuration's hardware ahead of its first use.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "commands/commands.hpp"
#include "config/config.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

struct BuildOptions {
  std::string config;
  std::vector<std::string> changes;
  std::string engine = "rtl";
  std::string build = "network";
  std::string top;  ///< The top whose arguments are printed; empty: the hardware is built.
  EngineOptions with;
};

/// Verilator's arguments for one of a configuration's two tops.
std::string arguments_of(const NetworkConfig& config, const std::string& top) {
  const RtlBinding& rtl = family_of(config).rtl;
  if (const std::string refusal = rtl.refusal(config); !refusal.empty()) throw UsageError(refusal);
  const std::string network = rtl.top_of(config), streams = streams_top(config);
  if (top != network && top != streams)
    throw UsageError(fmt::format("--arguments {}; legal: {}, {}", top, network, streams));
  std::string text = fmt::format("--top-module {}", top);
  if (rtl.flag != nullptr) text += fmt::format(" {}", rtl.flag);
  const std::string parameters =
      top == network ? rtl.parameters(config) : streams_parameters(config, stream_sizes_of(config));
  for (const std::string& parameter : split(parameters, ' '))
    if (!parameter.empty()) text += " " + shell_quoted(parameter);
  return text + fmt::format(" -f rtl/{0}/{0}.f", config.family());
}

int run_build(const Program& program, const BuildOptions& options) {
  NetworkConfig config = load_config(find_config(options.config));
  set_keys(config, parse_changes(options.changes));
  if (!options.top.empty()) {
    fmt::print("{}\n", arguments_of(config, options.top));
    return 0;
  }
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
  add_changes(*command, options->changes);
  command->add_flag("--waves", options->with.waves,
                    "Build a library that can write waves (slower)");
  command
      ->add_option("--engine", options->engine,
                   "rtl, or netlist: the RTL synthesized to cells of ECP5")
      ->capture_default_str();
  command->add_option("--build", options->build, "network, or tiles: a single node of it")
      ->capture_default_str();
  command->add_option("--arguments", options->top,
                      "Build nothing: print the arguments with which Verilator reads this top of "
                      "the configuration, <family>_network or <family>_streams, where rtl/ is");
  command->footer("Example: wayfarer build my.toml --set router.buffers=2");
  command->callback([&program, &action, options] {
    action = [&program, options] { return run_build(program, *options); };
  });
}

}  // namespace wayfarer
