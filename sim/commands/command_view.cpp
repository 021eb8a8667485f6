// wayfarer view: a wave file in GTKWave, with the names of its family.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include <fmt/format.h>

#include "commands/commands.hpp"
#include "core/error.hpp"
#include "core/installation.hpp"
#include "core/subprocess.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

struct ViewOptions {
  std::string dump;
  std::string family;
  std::string cycle;
  std::string channel;
  std::string terminal;
  bool print = false;
};

/// A number of the bytes at `place`, the highest byte first.
std::uint64_t big_endian(std::ifstream& file, std::uint64_t place) {
  constexpr std::size_t kBytes = 8;
  file.seekg(static_cast<std::streamoff>(place));
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < kBytes; ++i)
    number = number << 8 | static_cast<std::uint8_t>(file.get());
  return number;
}

/// Whether an FST file has all of its blocks: fst2vcd and GTKWave wait forever for the rest of some
/// that have not. Each block is a byte with its kind and its length, which counts itself; signals
/// and scopes are in the last ones. A file that was compressed as a whole is one block.
bool is_whole_fst(const std::string& path) {
  enum : std::uint8_t {
    kHeader = 0,
    kGeometry = 3,
    kScopes = 4,
    kScopesLz4 = 6,
    kScopesLz4Twice = 7,
    kWhole = 254,
    kUnfinished = 255
  };
  std::ifstream file(path, std::ios::binary);
  const std::uint64_t size = fs::file_size(path);
  bool geometry = false;
  bool scopes = false;
  for (std::uint64_t place = 0; place < size;) {
    file.seekg(static_cast<std::streamoff>(place));
    const auto kind = static_cast<std::uint8_t>(file.get());
    const std::uint64_t length = big_endian(file, place + 1);
    if (!file || kind == kUnfinished || (place == 0 && kind != kHeader && kind != kWhole) ||
        length < sizeof length || length > size - place - 1)
      return false;
    geometry = geometry || kind == kGeometry || kind == kWhole;
    scopes = scopes || kind == kScopes || kind == kScopesLz4 || kind == kScopesLz4Twice ||
             kind == kWhole;
    place += 1 + length;
  }
  return geometry && scopes;
}

bool is_vcd(const std::string& path) {
  std::ifstream file(path);
  return (file >> std::ws).peek() == '$';
}

/// Refuses what GTKWave would wait for or, by its name, give to a shell that unpacks it.
void refuse_unreadable(const std::string& path) {
  constexpr const char* kLegal =
      "a finished wave file that 'wayfarer run --engine rtl --trace-waves "
      "FILE' wrote";
  if (!fs::is_regular_file(path))
    throw UsageError(fmt::format("{}: there is no such wave file; legal: {}", path, kLegal));
  for (const char* ending : {".gz", ".zip", ".bz2"})
    if (fs::path(path).extension() == ending)
      throw UsageError(fmt::format("{}: is compressed; legal: {}", path, kLegal));
  if (!is_vcd(path) && !is_whole_fst(path))
    throw UsageError(fmt::format("{}: is not a whole wave file; legal: {}", path, kLegal));
}

/// What a dump declares, as VCD text. GTKWave's own converter reads FST files.
std::string declarations_of(const std::string& path) {
  const std::string file = fs::absolute(path).string();
  return output_of(is_vcd(path) ? Command{"cat", file} : Command{"fst2vcd", "-f", file},
                   "$enddefinitions");
}

/// The family whose networks have that top module; empty for the names of other scopes.
std::string family_of_scope(const std::string& name) {
  for (const Family* family : families())
    if (name == family->rtl.top) return family->name();
  return "";
}

/// Whose network a dump has directly below its top, where the views look for it.
std::string detect_family(const std::string& path) {
  std::istringstream words(declarations_of(path));
  unsigned depth = 0;
  for (std::string word, kind; words >> word;) {
    if (word == "$upscope") --depth;
    if (word != "$scope" || !(words >> kind >> word)) continue;
    const std::string family = ++depth == 2 ? family_of_scope(word) : "";
    if (!family.empty()) return family;
  }
  throw UsageError(
      fmt::format("{}: fst2vcd finds no network of a family below its top; legal: a "
                  "finished wave file of a network, or --family {}",
                  path, join(family_names(), "|")));
}

/// A window in which the view can be read: no tree of signals, room for names and values.
const std::vector<std::string>& window_options() {
  static const std::vector<std::string> options = {
      "--rcvar", "hide_sst on",           "--rcvar", "initial_window_x 1600",
      "--rcvar", "initial_window_y 1000", "--rcvar", "initial_signal_window_width 420"};
  return options;
}

/// What the view shows, for its script.
std::vector<std::pair<std::string, std::string>> settings_of(const ViewOptions& options) {
  constexpr std::uint64_t kMost = 1'000'000'000'000;
  std::vector<std::pair<std::string, std::string>> settings;
  const auto add = [&](const char* name, const char* option, const std::string& text) {
    if (!text.empty())
      settings.emplace_back(name, fmt::format("{}", parse_unsigned(text, option, 0, kMost)));
  };
  add("WAYFARER_CYCLE", "--cycle", options.cycle);
  add("WAYFARER_CHANNEL", "--channel", options.channel);
  add("WAYFARER_TERMINAL", "--terminal", options.terminal);
  return settings;
}

/// GTKWave's own complaint is its usage, with status 0.
void refuse_no_display() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"})
    if (const char* display = std::getenv(name); display != nullptr && *display != '\0') return;
  throw UsageError(
      "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set); legal: a "
      "desktop, 'ssh -X', 'xvfb-run', or --print");
}

/// The view is a Tcl script that finds the signals of any network of its family (docs/waves.md).
int run_view(const ViewOptions& options) {
  const auto settings = settings_of(options);
  refuse_unreadable(options.dump);
  const std::string family =
      options.family.empty() ? detect_family(options.dump) : find_family(options.family).name();
  const fs::path view = data_folder("waves") / (family + ".tcl");
  if (!fs::exists(view))
    throw UsageError(
        fmt::format("there is no view for family '{}': {} is missing", family, view.string()));
  std::vector<std::string> command = {"gtkwave"};
  command.insert(command.end(), window_options().begin(), window_options().end());
  // A name of dashes is no option with its folder in front.
  const bool dashed = options.dump.rfind('-', 0) == 0;
  command.insert(command.end(), {"-T", view.string(), (dashed ? "./" : "") + options.dump});
  if (options.print) {
    for (const auto& [name, value] : settings) fmt::print("{}={} ", name, value);
    for (std::string& word : command) word = shell_quoted(word);
    fmt::print("{}\n", join(command, " "));
    return 0;
  }
  refuse_no_display();
  for (const auto& [name, value] : settings) ::setenv(name.c_str(), value.c_str(), 1);
  become(command);
}

}  // namespace

void add_view(CLI::App& app, const Program&, Action& action) {
  auto options = std::make_shared<ViewOptions>();
  CLI::App* command = app.add_subcommand("view", "Open a wave file in GTKWave with the right view");
  command->add_option("dump", options->dump, "The wave file (FST or VCD)")->required();
  command->add_option("--family", options->family,
                      "Family whose view to use [the family of the network in the file]");
  command->add_option("--cycle", options->cycle, "Put the marker on this cycle");
  CLI::Option* channel =
      command->add_option("--channel", options->channel, "Channel in the middle of the view");
  command->add_option("--terminal", options->terminal, "Terminal in the middle of the view")
      ->excludes(channel);
  command->add_flag("--print", options->print, "Only print the command");
  command->footer("Example: wayfarer view dump.fst");
  command->callback([&action, options] { action = [options] { return run_view(*options); }; });
}

}  // namespace wayfarer
