// wayfarer view: a wave file in GTKWave, with the names of its family.
#include <cerrno>
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
  bool print = false;
};

int run(const Options& options) {
  if (!fs::is_regular_file(options.dump))
    throw UsageError(fmt::format("{}: there is no such wave file; legal: one that 'wayfarer run "
                                 "--engine rtl --trace-waves FILE' wrote", options.dump));
  const fs::path view = fs::path(WAYFARER_WAVES) / (options.family + ".gtkw");
  if (!fs::exists(view))
    throw UsageError(fmt::format("there is no view for family '{}': {} is missing", options.family,
                                 view.string()));
  // GTKWave finds the view's translate files beside the view.
  const std::string dump = fs::absolute(options.dump).string();
  if (options.print) {
    fmt::print("cd '{}' && gtkwave --dump='{}' --save='{}'\n", WAYFARER_WAVES, dump, view.string());
    return 0;
  }
  fs::current_path(WAYFARER_WAVES);
  ::execlp("gtkwave", "gtkwave", ("--dump=" + dump).c_str(), ("--save=" + view.string()).c_str(),
           nullptr);
  throw UsageError(fmt::format("gtkwave cannot be started: {}", std::strerror(errno)));
}

}  // namespace

void add_view(CLI::App& app, const Program&, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("view", "Open a wave file in GTKWave with the right view");
  command->add_option("dump", options->dump, "The wave file (FST)")->required();
  command->add_option("--family", options->family, "Whose view")->capture_default_str();
  command->add_flag("--print", options->print, "Only print the command");
  command->footer("Example: wayfarer view dump.fst");
  command->callback([&action, options] { action = [options] { return run(*options); }; });
}

}  // namespace wayfarer
