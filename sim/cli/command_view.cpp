// wayfarer view: a wave file in GTKWave, with the names of its family.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string dump;
  std::string family;
  std::string cycle;
  std::string channel;
  bool print = false;
};

struct ClosePipe {
  void operator()(std::FILE* pipe) const { ::pclose(pipe); }
};

/// A dump as VCD text. What stands in an FST file, GTKWave's own converter knows.
std::unique_ptr<std::FILE, ClosePipe> open_dump(const std::string& path) {
  const bool is_text = std::ifstream(path).get() == '$';
  const std::string command = fmt::format("{} {} 2> /dev/null", is_text ? "cat <" : "fst2vcd -f",
                                          shell_quoted(path));
  return std::unique_ptr<std::FILE, ClosePipe>(::popen(command.c_str(), "r"));
}

/// The family whose networks have that top module; empty for the names of other scopes.
std::string family_of_scope(const std::string& name) {
  for (const Family* family : families())
    if (name == family->rtl.top) return family->name();
  return "";
}

/// Whose network a dump has directly below its top, where the views look for it.
std::string find_family(const std::string& path) {
  const auto dump = open_dump(path);
  unsigned depth = 0;
  char word[256];
  while (dump && std::fscanf(dump.get(), "%255s", word) == 1 &&
         std::strcmp(word, "$enddefinitions") != 0) {
    if (std::strcmp(word, "$upscope") == 0) --depth;
    if (std::strcmp(word, "$scope") != 0 || std::fscanf(dump.get(), "%*s %255s", word) != 1)
      continue;
    const std::string family = ++depth == 2 ? family_of_scope(word) : "";
    if (!family.empty()) return family;
  }
  throw UsageError(fmt::format("{}: fst2vcd finds no network of a family below its top; legal: a "
                               "finished wave file of a network, or --family {}", path,
                               join(family_names(), "|")));
}

/// The view is a Tcl script that finds the signals of any network of its family (docs/waves.md).
int run(const Options& options) {
  if (!fs::is_regular_file(options.dump))
    throw UsageError(fmt::format("{}: there is no such wave file; legal: one that 'wayfarer run "
                                 "--engine rtl --trace-waves FILE' wrote", options.dump));
  const std::string family = options.family.empty() ? find_family(options.dump) : options.family;
  const fs::path view = fs::path(WAYFARER_WAVES) / (family + ".tcl");
  if (!fs::exists(view))
    throw UsageError(fmt::format("there is no view for family '{}': {} is missing", family,
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
  command->add_option("dump", options->dump, "The wave file (FST or VCD)")->required();
  command->add_option("--family", options->family,
                      "Whose view [the family of the network in the file]");
  command->add_option("--cycle", options->cycle, "Put the marker on this cycle")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--channel", options->channel, "Channel in the middle of the view")
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--print", options->print, "Only print the command");
  command->footer("Example: wayfarer view dump.fst");
  command->callback([&action, options] { action = [options] { return run(*options); }; });
}

}  // namespace wayfarer
