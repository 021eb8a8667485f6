// wayfarer export: writes a configuration's network as a block for other designs.
#include <filesystem>
#include <memory>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "commands/commands.hpp"
#include "config/config.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/memory.hpp"
#include "core/text.hpp"
#include "export/export.hpp"
#include "family/registry.hpp"

namespace fs = std::filesystem;

namespace wayfarer {
namespace {

struct Options {
  std::string config;
  std::vector<std::string> changes;
  std::string top;
  std::string folder;     ///< Empty: the top's name.
  std::string max_words;  ///< Empty: those of the configuration's messages.
  std::string mhz = "100";
  bool keep = false;
  bool clocks = false;
  std::string user_bits = "0";
  std::string id_bits = "16";
  std::string dest_bits = "16";
};

/// A folder under another name until all of its files are written; removed if they are not.
class PendingFolder {
 public:
  /// A folder that has this name already is somebody else's.
  explicit PendingFolder(fs::path path)
      : path_(std::move(path)), name_(fmt::format("{}.{}.partial", path_.string(), ::getpid())) {
    create(name_.parent_path());
    if (!fs::create_directory(name_, error_)) {
      if (!error_) error_ = std::make_error_code(std::errc::file_exists);
      fail(name_);
    }
  }
  PendingFolder(const PendingFolder&) = delete;
  PendingFolder& operator=(const PendingFolder&) = delete;
  ~PendingFolder() { fs::remove_all(name_, error_); }

  void write(const ExportedFile& file) {
    const fs::path path = name_ / file.path;
    create(path.parent_path());
    OutputFile output(path.string());
    output.write(file.text);
    output.commit();
  }

  void commit() {
    fs::remove(path_, error_);  // an empty folder
    fs::rename(name_, path_, error_);
    if (error_) fail(path_);
  }

 private:
  void create(const fs::path& folder) {
    if (folder.empty()) return;  // the current one
    fs::create_directories(folder, error_);
    if (error_) fail(folder);
  }
  [[noreturn]] void fail(const fs::path& path) const {
    throw UsageError(fmt::format("cannot write {}: {}", path.string(), error_.message()));
  }

  fs::path path_;
  fs::path name_;
  std::error_code error_;
};

/// The folder is new or empty; of a symbolic link, the one that it leads to.
void write_files(fs::path folder, const std::vector<ExportedFile>& files) {
  std::error_code error;
  if (!folder.has_filename()) folder = folder.parent_path();  // noc/
  if (fs::exists(folder, error)) {
    folder = fs::canonical(folder, error);
    expect_memory(error);
    if (!fs::is_directory(folder, error) || !fs::is_empty(folder, error))
      throw UsageError(
          fmt::format("{}: is not empty; legal: a new or an empty folder", folder.string()));
  }
  PendingFolder pending(folder);
  for (const ExportedFile& file : files) pending.write(file);
  pending.commit();
}

struct Width {
  const char* option;
  const std::string& bits;
  std::string usual;
};

std::vector<Width> widths_of(const Options& options) {
  return {{"--user-bits", options.user_bits, "0"},
          {"--id-bits", options.id_bits, "16"},
          {"--dest-bits", options.dest_bits, "16"}};
}

unsigned parse_bits(const std::string& text, const char* option, unsigned low, unsigned high) {
  return static_cast<unsigned>(parse_unsigned(text, option, low, high));
}

/// As a user would repeat it.
std::string command_of(const Options& options) {
  std::string text =
      fmt::format("wayfarer export {} --top {}", shell_quoted(options.config), options.top);
  for (const std::string& change : options.changes) text += " --set " + shell_quoted(change);
  if (!options.max_words.empty()) text += " --max-words " + options.max_words;
  if (options.keep) text += " --keep";
  if (options.clocks) text += " --terminal-clocks";
  for (const auto& [option, bits, usual] : widths_of(options))
    if (bits != usual) text += fmt::format(" {} {}", option, bits);
  return text + " --clock-mhz " + options.mhz;
}

int run_export(const Options& options) {
  ExportRequest request;
  request.config = load_config(find_config(options.config));
  set_keys(request.config, parse_changes(options.changes));
  request.top = options.top;
  request.sizes = options.max_words.empty()
                      ? stream_sizes_of(request.config)
                      : stream_sizes(static_cast<unsigned>(
                            parse_unsigned(options.max_words, "--max-words", 1, kMostStreamWords)));
  request.keep = options.keep;
  request.clocks = options.clocks;
  request.user_bits = parse_bits(options.user_bits, "--user-bits", 0, kMostUserBits);
  request.id_bits = parse_bits(options.id_bits, "--id-bits", 1, kMostNumberBits);
  request.dest_bits = parse_bits(options.dest_bits, "--dest-bits", 1, kMostNumberBits);
  request.mhz = parse_clock(options.mhz);
  request.command = command_of(options);
  const fs::path folder = options.folder.empty() ? options.top : options.folder;
  const std::vector<ExportedFile> files = exported_files(request);
  write_files(folder, files);
  fmt::print("{}: {} files; {} explains them\n", folder.string(), files.size(),
             (folder / "README.md").string());
  return 0;
}

}  // namespace

void add_export(CLI::App& app, const Program&, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "export",
      "Write a network as a block for other designs: a top with AXI4-Streams, its sources, "
      "a bench, and files for other tools");
  command->add_option("config", options->config, "Configuration: a shipped name or a TOML file")
      ->required();
  add_changes(*command, options->changes);
  command->add_option("--top", options->top, "Name of the top module and of the files")->required();
  command->add_option("--output", options->folder, "A new or empty folder [the top's name]");
  command->add_option("--max-words", options->max_words,
                      "Words of the longest message, 1 to 4096 [those of traffic.message_bytes]");
  command->add_flag("--keep", options->keep, "With TKEEP: messages have any number of bytes");
  command->add_flag("--terminal-clocks", options->clocks,
                    "With a clock for each terminal, in any ratio to that of the network");
  command->add_option("--user-bits", options->user_bits, "Bits of TUSER, 0 to 1024; 0: none")
      ->capture_default_str();
  command->add_option("--id-bits", options->id_bits, "Bits of TID, up to 16")
      ->capture_default_str();
  command->add_option("--dest-bits", options->dest_bits, "Bits of TDEST, up to 16")
      ->capture_default_str();
  command
      ->add_option("--clock-mhz", options->mhz,
                   "Clock of the constraint files: MHz, or that of a placed design")
      ->capture_default_str();
  command->footer("Example: wayfarer export mesh4x4 --top noc");
  command->callback([&action, options] { action = [options] { return run_export(*options); }; });
}

}  // namespace wayfarer
