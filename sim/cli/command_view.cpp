// wayfarer view: a wave file in GTKWave, with the names of its family.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.hpp"
#include "core/error.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string dump;
  std::string family = "mway";
  std::string cycle;
  std::string channel;
  bool print = false;
};

/// The view is a Tcl script that finds the signals of any network of its family (docs/waves.md).
int run(const Options& options) {
  if (!fs::is_regular_file(options.dump))
    throw UsageError(fmt::format("{}: there is no such wave file; legal: one that 'wayfarer run "
                                 "--engine rtl --trace-waves FILE' wrote", options.dump));
  const fs::path view = fs::path(WAYFARER_WAVES) / (options.family + ".tcl");
  if (!fs::exists(view))
    throw UsageError(fmt::format("there is no view for family '{}': {} is missing", options.family,
                                 view.string()));
  if (options.print) {
    fmt::print("{}{}gtkwave -T '{}' '{}'\n",
               options.cycle.empty() ? "" : fmt::format("WAYFARER_CYCLE={} ", options.cycle),
               options.channel.empty() ? "" : fmt::format("WAYFARER_CHANNEL={} ", options.channel),
               view.string(), options.dump);
    return 0;
  }
  if (!options.cycle.empty()) ::setenv("WAYFARER_CYCLE", options.cycle.c_str(), 1);
  if (!options.channel.empty()) ::setenv("WAYFARER_CHANNEL", options.channel.c_str(), 1);
  ::execlp("gtkwave", "gtkwave", "-T", view.c_str(), options.dump.c_str(), nullptr);
  throw UsageError(fmt::format("gtkwave cannot be started: {}", std::strerror(errno)));
}

}  // namespace

void add_view(CLI::App& app, const Program&, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("view", "Open a wave file in GTKWave with the right view");
  command->add_option("dump", options->dump, "The wave file (FST)")->required();
  command->add_option("--family", options->family, "Whose view")->capture_default_str();
  command->add_option("--cycle", options->cycle, "Put the marker on this cycle")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--channel", options->channel, "Channel in the middle of the view")
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--print", options->print, "Only print the command");
  command->footer("Example: wayfarer view dump.fst");
  command->callback([&action, options] { action = [options] { return run(*options); }; });
}

}  // namespace wayfarer
