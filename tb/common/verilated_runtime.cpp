#include "common/verilated_runtime.hpp"

#include <fmt/format.h>

#include "common/build_cache.hpp"
#include "common/source_key.hpp"
#include "common/tools.hpp"
#include "core/installation.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHeaders = "common/verilated_module.hpp";
constexpr const char* kArchive = "runtime.a";

/// Flags of optimised code: a library runs on the machine that compiles it.
Command processor_flags() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
      __builtin_cpu_supports("bmi2"))
    return {"-mavx2", "-mbmi", "-mbmi2"};
#endif
  return {};
}

}  // namespace

VerilatedRuntime::VerilatedRuntime(bool waves) : waves_(waves) {
  const fs::path& include = verilator().include;
  const fs::path tb = data_folder("tb");
  const std::string traced = waves ? "1" : "0";
  flags_ = {"-std=c++17",
            "-fPIC",
            "-fvisibility=hidden",
            "-faligned-new",
            "-w",
            kCoverage ? "-DWAYFARER_COVERAGE" : "-DVM_COVERAGE=0",
            "-DVM_SC=0",
            "-DVM_TRACE_VCD=0",
            "-DVM_TRACE=" + traced,
            "-DVM_TRACE_FST=" + traced,
            "-DVL_USER_STOP"};
  for (const fs::path& folder : {include, include / "vltstd", tb})
    flags_.insert(flags_.end(), {"-I", folder.string()});
  if (waves) flags_.push_back("-DWAYFARER_WAVES");

  SourceKey key;
  key.add(verilator().version);
  key.add(compiler().version);
  key.add(to_text(flags_));
  key.add(to_text(processor_flags()));
  std::vector<fs::path> ours = sources();
  ours.push_back(tb / kHeaders);
  ours.push_back(tb / "common/verilated_runtime.cpp");
  key.add_files(with_included_files(ours, {tb}));
  key_ = key.text();
}

std::vector<fs::path> VerilatedRuntime::sources() const {
  const fs::path common = data_folder("tb") / "common";
  std::vector<fs::path> paths = {common / "verilated_stop.cpp", common / "verilated_memory.cpp"};
  for (const char* name : {"verilated.cpp", "verilated_dpi.cpp", "verilated_threads.cpp"})
    if (fs::exists(verilator().include / name)) paths.push_back(verilator().include / name);
  if (waves_) paths.push_back(common / "verilated_waves.cpp");
  if (kCoverage) paths.push_back(verilator().include / "verilated_cov.cpp");
  return paths;
}

fs::path VerilatedRuntime::build(const fs::path& cache, const BuildCallback& progress) const {
  return make_entry(cache / ("runtime-" + key_), kArchive, [&](const fs::path& work) {
    std::vector<Command> commands;
    Command archive = {"ar", "rcs", kArchive};
    for (const fs::path& source : sources()) {
      archive.push_back(source.stem().string() + ".o");
      commands.push_back(compile({}, kOptimised, source.string(), archive.back()));
    }
    for (const char* level : {kQuick, kOptimised}) {
      fs::create_directories(work / level / fs::path(kHeaders).parent_path());
      commands.push_back(compile({}, level, (data_folder("tb") / kHeaders).string(),
                                 (fs::path(level) / (std::string(kHeaders) + ".gch")).string()));
    }
    const fs::path log = work / "build.log";
    run_commands(commands, work, log, kParallel, [&](std::size_t ended) {
      return !progress || progress("compiling the run time", ended, commands.size());
    });
    run_commands({archive}, work, log, 1, {});
    for (const std::string& object : std::vector<std::string>(archive.begin() + 3, archive.end()))
      fs::remove(work / object);
  });
}

Command VerilatedRuntime::compile(const fs::path& runtime, const char* level,
                                  const std::string& source, const std::string& object) const {
  Command command = {compiler().program};
  // A unique symbol would keep the library from ever being unloaded.
  if (compiler().program == "g++") {
    command.push_back("-fno-gnu-unique");
  } else if (runtime.empty()) {
    // Or a checkout that gives headers new times makes the precompiled ones invalid.
    command.insert(command.end(), {"-Xclang", "-fno-pch-timestamp", "-fpch-instantiate-templates"});
  }
  // The folder has no such header but its precompiled form, which both compilers take instead.
  if (!runtime.empty()) {
    command.insert(command.end(), {"-I", ".", "-include", (runtime / level / kHeaders).string()});
  }
  command.insert(command.end(), flags_.begin(), flags_.end());
  if (std::string_view(level) == kOptimised) {
    const Command flags = processor_flags();
    command.insert(command.end(), flags.begin(), flags.end());
  }
  command.insert(command.end(), {level, "-c", source, "-o", object});
  return command;
}

Command VerilatedRuntime::link(const fs::path& runtime, const std::vector<std::string>& objects,
                               const std::string& library) const {
  Command command = {"g++", "-shared", "-Wl,-Bsymbolic", "-o", library};
  command.insert(command.end(), objects.begin(), objects.end());
  command.insert(command.end(), {(runtime / kArchive).string(), "-latomic", "-lz", "-lpthread"});
  // Newer versions compress waves with it.
  if (waves_ && verilator().newer) command.push_back("-llz4");
  return command;
}

}  // namespace wayfarer
