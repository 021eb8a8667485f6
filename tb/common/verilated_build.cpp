#include "common/verilated_build.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "common/build_cache.hpp"
#include "common/build_estimate.hpp"
#include "common/hardware_family.hpp"
#include "common/module_source.hpp"
#include "common/netlist.hpp"
#include "common/netlist_activity.hpp"
#include "common/netlist_wrapper.hpp"
#include "common/source_key.hpp"
#include "common/tools.hpp"
#include "common/verilated_runtime.hpp"
#include "core/files.hpp"
#include "core/installation.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"
#include "family/rtl_list.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "network.so";
constexpr const char* kModule = "module.cpp";

/// Removes the names of public signals that are only read and never looked up: most of what
/// Verilator writes for the construction of a large network.
void remove_names(const fs::path& path) {
  std::istringstream file(read_text(path.string(), "Verilator's file"));
  std::string kept;
  for (std::string line; std::getline(file, line);)
    if (line.find("varInsert(") == std::string::npos || line.back() != ';' ||
        line.find("VLVF_PUB_RW") != std::string::npos)
      kept += line + '\n';
  write_output(path.string(), kept);
}

/// Waves of a tile have the node's scope in place of the tile's own: there, its ports come first,
/// and then a module with its name.
void remove_tile_scope(const fs::path& path, const std::string& module) {
  std::string text = read_text(path.string(), "Verilator's file");
  const std::string scope = fmt::format("tracep->pushNamePrefix(\"{} \");", module);
  const std::size_t end = text.find(scope);
  const std::size_t begin = text.rfind("// Body\n", end);
  if (end == std::string::npos || begin == std::string::npos) return;
  text.replace(begin, end + scope.size() - begin, "tracep->pushNamePrefix(\"\");");
  write_output(path.string(), text);
}

/// Up to this many channels waves show everything; beyond, the network's own signals.
constexpr unsigned kLargestTracedWhole = 32;

/// Files that are compiled together.
struct Unit {
  std::string name;
  const char* level;
  std::vector<std::string> sources;
};

struct Build {
  const NetworkConfig& config;
  const VerilatedBuildOptions& options;
  fs::path rtl;
  VerilatedRuntime runtime;

  [[nodiscard]] std::string family() const { return config.family(); }
  [[nodiscard]] std::string name() const { return config.name.empty() ? "network" : config.name; }
  /// The folder of the family's adapter and of its files for Verilator.
  [[nodiscard]] fs::path adapter_folder() const { return data_folder("tb") / family(); }
  [[nodiscard]] std::string prefix() const { return "V" + family(); }
  [[nodiscard]] std::string top() const {
    if (options.streams) return streams_top(config);
    return options.tile ? tile_module(config) : family_of(config).rtl.top_of(config);
  }

  /// Part of the entry's name that says what was built.
  [[nodiscard]] const char* part() const {
    return options.streams ? "-streams" : options.tile ? "-tile" : "";
  }

  /// File lists name paths from the folder that rtl/ is in.
  [[nodiscard]] std::string file_list() const {
    return (fs::path(rtl.filename()) / family() / (family() + ".f")).string();
  }

  /// The sources on the list, which is complete in itself.
  [[nodiscard]] std::vector<fs::path> rtl_sources() const {
    std::vector<fs::path> sources;
    for (const std::string& source : read_rtl_list(rtl.parent_path() / file_list()).sources)
      sources.push_back(rtl.parent_path() / source);
    return sources;
  }

  [[nodiscard]] fs::path source_of_top() const {
    const std::vector<fs::path> sources = rtl_sources();
    const auto named = [this](const fs::path& source) { return source.stem() == top(); };
    return *std::find_if(sources.begin(), sources.end(), named);
  }

  [[nodiscard]] std::set<fs::path> rtl_folders() const {
    std::set<fs::path> folders;
    for (const fs::path& source : rtl_sources()) folders.insert(source.parent_path());
    return folders;
  }

  [[nodiscard]] std::vector<std::string> parameters() const {
    const std::string text = options.streams ? streams_parameters(config, *options.streams)
                                             : family_of(config).rtl.parameters(config);
    std::vector<std::string> parameters = split(text, ' ');
    parameters.erase(std::remove(parameters.begin(), parameters.end(), ""), parameters.end());
    return parameters;
  }

  /// Where equal tiles share their code; not all families have any.
  [[nodiscard]] fs::path verilator_options() const {
    return adapter_folder() / (family() + ".vlt");
  }
  [[nodiscard]] ModuleSource module() const {
    const HardwareFamily& hardware = hardware_family_of(config);
    const bool whole = !options.tile && !options.streams;
    return {prefix(), top(), whole ? hardware.probes : std::vector<Probe>(), hardware.constants};
  }

  [[nodiscard]] NetlistRequest netlist_request() const {
    NetlistRequest request;
    request.rtl = rtl;
    request.sources = rtl_sources();
    request.file_list = file_list();
    request.source = options.tile ? tile_source(config) : source_of_top();
    request.listed = !options.tile;
    request.top = top();
    request.parameters = parameters();
    for (const Probe& probe : module().probes) request.probes.push_back(probe.signal);
    request.activity = options.activity;
    return request;
  }

  /// To be run where rtl/ is. `signals`: a file with public_signals.
  [[nodiscard]] Command verilate(const fs::path& folder, const fs::path& signals) const {
    const RtlBinding& particular = family_of(config).rtl;
    Command command = {"env",
                       verilator().environment,
                       verilator().program,
                       "--cc",
                       "--prefix",
                       prefix(),
                       "--top-module",
                       top(),
                       "-O3",
                       "-fno-table",
                       "--x-assign",
                       unknown(),
                       "--x-initial",
                       unknown(),
                       "--output-split",
                       "20000",
                       "-Wno-fatal"};
    const auto add = [&](const std::string& argument) { command.push_back(argument); };
    if (particular.flag != nullptr) add(particular.flag);
    // Compilers take minutes for a function that sets an output of all nets.
    if (options.activity)
      for (const char* flag : {"--output-split-cfuncs", "2000"}) add(flag);
    if (options.waves) {
      const unsigned channels =
          static_cast<unsigned>(family_of(config).map(config).channels.size());
      // The cells of a netlist have no names that a user knows.
      const bool large =
          options.netlist || (!options.tile && channels > kLargestTracedWhole && !options.insides);
      // As many elements as all routers have ports. Longer arrays of a large network hold what each
      // member puts on its channel; tracing those costs Verilator a third of its memory.
      const unsigned longest = large ? channels + config.terminals() : 4096;
      for (const char* flag : {"--trace-fst", "--trace-structs", "--trace-max-array"}) add(flag);
      add(std::to_string(longest));
      if (large) {
        add("--no-trace-params");
        add((adapter_folder() / (family() + "_waves_large.vlt")).string());
      }
    }
    // Newer versions check assertions by default. Each check names its instance, so that tiles
    // with checks share no code there.
    add(options.assertions ? "--assert" : "--no-assert");
    // Toggles, which make it nine times as large, are counted in the modules' own tests.
    if (kCoverage && !options.netlist)
      for (const char* flag : {"--coverage-line", "--coverage-user"}) add(flag);
    // In newer versions this pass replaces a tile's inputs by what drives them.
    if (verilator().newer) add("-fno-dfg");
    for (const std::string& parameter : parameters()) add(parameter);
    if (options.netlist) {
      for (const std::string& argument : netlist_arguments(netlist_request(), folder))
        add(argument);
    } else {
      add("-f");
      add(file_list());
      if (options.tile) add(tile_source(config).string());
    }
    add(signals.string());
    if (!options.tile && fs::exists(verilator_options())) add(verilator_options().string());
    if (const std::string more = particular.options(config); !more.empty())
      add((adapter_folder() / more).string());
    add("-Mdir");
    add(folder.string());
    return command;
  }

  /// What a large build takes altogether, in parentheses; empty for a small one.
  [[nodiscard]] std::string estimate() const {
    constexpr double kLongSeconds = 30;
    if (options.netlist || options.tile) return "";
    const BuildEstimate whole = estimate_build(config, options);
    return whole.seconds < kLongSeconds ? "" : fmt::format(" ({} in all)", to_text(whole));
  }

  /// Values of registers before the reset. With assertions they are random, since both shall hold
  /// from any state.
  [[nodiscard]] const char* unknown() const { return options.assertions ? "unique" : "fast"; }

  /// Optimisation level of the code that runs in every cycle.
  [[nodiscard]] const char* level() const {
    return options.optimised && !kCoverage ? kOptimised : kQuick;
  }

  /// What Verilator wrote, and the library's own source. Its files are small and many, and to read
  /// the headers takes longer than to compile one: a unit has so many bytes or little more.
  [[nodiscard]] std::vector<Unit> units(const fs::path& folder) const {
    constexpr std::uintmax_t kUnit = 1'000'000;
    std::vector<fs::path> sources;
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".cpp" && entry.path().filename() != kModule)
        sources.push_back(entry.path());
    const auto cold = [&](const fs::path& path) {
      const std::string file = path.filename().string();
      return options.optimised &&
             (file.find("Slow") != std::string::npos || file.find("Syms") != std::string::npos ||
              file.find("Trace") != std::string::npos);
    };
    std::sort(sources.begin(), sources.end(), [&](const fs::path& a, const fs::path& b) {
      return std::pair(cold(a), a) < std::pair(cold(b), b);
    });

    std::vector<Unit> units = {{"unit_0", level(), {kModule}}};
    std::uintmax_t bytes = 0;
    for (const fs::path& source : sources) {
      const char* wanted = cold(source) ? kQuick : level();
      if (bytes >= kUnit || units.back().level != wanted) {
        units.push_back({fmt::format("unit_{}", units.size()), wanted, {}});
        bytes = 0;
      }
      units.back().sources.push_back(source.filename().string());
      bytes += fs::file_size(source);
    }
    return units;
  }

  /// Makes the library in a folder.
  void make(const fs::path& folder, const fs::path& runtime_folder) const {
    const auto progress = [&](const char* phase, std::size_t total) {
      return [this, text = fmt::format("{} {}{}", phase, name(), estimate()),
              total](std::size_t ended) {
        return !options.progress || options.progress(text, ended, total);
      };
    };
    const fs::path log = folder / "build.log";
    // Removed below, and with a plain name, whatever the cache's: Verilator takes a $ in a source's
    // name for a variable of the environment.
    const PendingFile signals(
        (fs::temp_directory_path() / fmt::format("wayfarer-{}.vlt", ::getpid())).string());
    write_output(signals.name(), public_signals(module()));
    run_commands({verilate(folder, signals.name())}, rtl.parent_path(), log, 1,
                 progress("verilating", 0));
    for (const auto& file : fs::directory_iterator(folder)) {
      const fs::path& path = file.path();
      if (path.extension() == ".cpp" && path.stem().string().find("Syms") != std::string::npos)
        remove_names(path);
      if (options.tile && path.stem().string().find("Trace") != std::string::npos)
        remove_tile_scope(path, top());
    }
    // An assertion may look at the cycle before, which is no register of the module.
    if (options.tile && !options.netlist && !options.assertions) gather_registers(prefix(), folder);
    write_output((folder / kModule).string(), module_source(module(), folder));

    std::vector<Command> commands;
    std::vector<std::string> objects;
    for (const Unit& unit : units(folder)) {
      std::string text;
      for (const std::string& source : unit.sources)
        text += fmt::format("#include \"{}\"\n", source);
      write_output((folder / (unit.name + ".cpp")).string(), text);
      objects.push_back(unit.name + ".o");
      commands.push_back(
          runtime.compile(runtime_folder, unit.level, unit.name + ".cpp", objects.back()));
    }
    run_commands(commands, folder, log, kParallel, progress("compiling", commands.size()));
    run_commands({runtime.link(runtime_folder, objects, kLibrary)}, folder, log, 1,
                 progress("linking", 0));
    for (const auto& file : fs::directory_iterator(folder)) {
      const fs::path& path = file.path();
      if (path.filename() != kLibrary && path.filename() != log.filename()) fs::remove(path);
    }
  }

  /// Changes with everything that goes into a library; this file is among the sources.
  [[nodiscard]] std::string key() const {
    SourceKey key;
    std::set<fs::path> options_files;
    for (const std::string& part : {runtime.key(), public_signals(module()), module_text(module()),
                                    to_text(verilate({}, {})), std::string(level())})
      key.add(part);
    for (const fs::path& folder : rtl_folders()) key.add_folder(folder);
    for (const auto& file : fs::directory_iterator(adapter_folder()))
      if (file.path().extension() == ".vlt") options_files.insert(file.path());
    if (options.tile) options_files.insert(tile_source(config));
    for (const fs::path& file : options_files) key.add_file(file);
    for (const char* file : {"module_source.cpp", "netlist_activity.cpp", "netlist_wrapper.cpp",
                             "verilated_build.cpp"})
      key.add_file(data_folder("tb/common") / file);
    if (options.netlist) key.add(netlist_key(netlist_request()));
    if (options.activity) key.add(kActivityPin);
    if (!options.netlist_file.empty()) key.add_file(options.netlist_file);
    return fmt::format("{}{}-{}", name(), part(), key.text());
  }

  /// Key of the netlist alone.
  [[nodiscard]] std::string key_of_netlist() const {
    SourceKey key;
    key.add(netlist_key(netlist_request()));
    for (const fs::path& folder : rtl_folders()) key.add_folder(folder);
    if (options.tile) key.add_file(tile_source(config));
    return fmt::format("{}{}-netlist-{}", name(), part(), key.text());
  }
};

/// Tells the callback, however the build ends.
struct EndOfProgress {
  const BuildCallback& progress;
  ~EndOfProgress() {
    if (progress) (void)progress("", 0, 0);
  }
};

fs::path cache_of(const VerilatedBuildOptions& options) {
  return options.cache.empty() ? cache_folder() : fs::absolute(options.cache);
}

/// The project's RTL, or the copy that the options name.
fs::path rtl_folder(const VerilatedBuildOptions& options, const std::string& family) {
  if (options.rtl.empty()) return data_folder("rtl");
  const fs::path rtl = fs::absolute(options.rtl);
  const std::string list = fmt::format("{0}/{0}.f", family);
  if (rtl.filename() != "rtl" || !fs::exists(rtl / list))
    throw UsageError(fmt::format("RTL {}: legal: a copy of the folder rtl, named rtl, with {}",
                                 shell_quoted(options.rtl.string()), list));
  return rtl;
}

Build checked_build(const NetworkConfig& config, const VerilatedBuildOptions& options) {
  if (!config.name.empty() && !is_file_stem(config.name))
    throw UsageError(fmt::format("name {}: legal: a file's name", shell_quoted(config.name)));
  return {config, options, rtl_folder(options, config.family()), VerilatedRuntime(options.waves)};
}

}  // namespace

std::string tile_module(const NetworkConfig& config) {
  return fmt::format("{}_tile", config.family());
}

fs::path tile_source(const NetworkConfig& config) {
  return data_folder("tb") / config.family() / (tile_module(config) + ".sv");
}

fs::path build_verilated(const NetworkConfig& config, const VerilatedBuildOptions& options) {
  const Build build = checked_build(config, options);
  const EndOfProgress end{options.progress};
  try {
    const fs::path entry =
        make_entry(cache_of(options) / build.key(), kLibrary, [&](const fs::path& work) {
          if (!options.netlist && !options.tile)
            refuse_too_large(config, estimate_build(config, options), build_memory_limit());
          if (options.netlist)
            put_netlist(build.netlist_request(),
                        options.netlist_file.empty() ? build_netlist(config, options)
                                                     : options.netlist_file,
                        work);
          // All caches share the run time, which does not depend on the RTL.
          build.make(work, build.runtime.build(cache_folder(), options.progress));
        });
    return entry / kLibrary;
  } catch (const Interrupted&) {
    throw Interrupted(fmt::format("interrupted while the hardware of {} was built", build.name()));
  }
}

fs::path build_netlist(const NetworkConfig& config, const VerilatedBuildOptions& options) {
  const Build build = checked_build(config, options);
  const fs::path entry = make_entry(
      cache_of(options) / build.key_of_netlist(), kNetlist,
      [&](const fs::path& work) { make_netlist(build.netlist_request(), work, options.progress); });
  return entry / kNetlist;
}

}  // namespace wayfarer
