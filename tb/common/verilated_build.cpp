#include "common/verilated_build.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.hpp"
#include "core/switch_tree.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = WAYFARER_SOURCE_DIR;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError(fmt::format("cannot read {}", path.string()));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw UsageError(fmt::format("cannot write {}", path.string()));
}

/// FNV-1a. Collisions would need two configurations of one machine to meet in 64 bits.
std::uint64_t hash(std::uint64_t state, const std::string& text) {
  for (const char c : text) state = (state ^ static_cast<unsigned char>(c)) * 0x100'0000'01b3ull;
  return (state ^ text.size()) * 0x100'0000'01b3ull;
}

std::string quoted(const fs::path& path) { return fmt::format("'{}'", path.string()); }

/// Runs a shell command in a folder, its output going to a log. Throws with the log's path.
void run(const fs::path& folder, const std::string& command) {
  const fs::path log = folder / "build.log";
  const std::string line =
      fmt::format("cd {} && ( {} ) >> {} 2>&1", quoted(folder), command, quoted(log));
  if (std::system(line.c_str()) != 0) {
    throw UsageError(fmt::format("building the RTL failed; see {}\n  command: {}", log.string(),
                                 command));
  }
}

/// First line of a command's output; empty when it cannot be run.
std::string first_line_of(const std::string& command) {
  std::string line;
  if (FILE* pipe = popen(command.c_str(), "r")) {
    for (int c = fgetc(pipe); c != EOF && c != '\n'; c = fgetc(pipe)) line += static_cast<char>(c);
    pclose(pipe);
  }
  return line;
}

/// Debian's Verilator, or the one that VERILATOR_ROOT names.
std::string verilator() {
  const char* root = std::getenv("VERILATOR_ROOT");
  return root != nullptr ? (fs::path(root) / "bin" / "verilator").string() : "verilator";
}

const std::string& verilator_version() {
  static const std::string version = first_line_of(verilator() + " --version 2>/dev/null");
  if (version.empty()) throw UsageError("verilator not found; ./sim/setup installs it");
  return version;
}

fs::path verilator_include() {
  const char* root = std::getenv("VERILATOR_ROOT");
  static const std::string reported =
      root != nullptr ? root : first_line_of(verilator() + " --getenv VERILATOR_ROOT");
  return fs::path(reported) / "include";
}

/// What is particular to a family's networks.
struct FamilyBuild {
  const char* top;                      ///< Top module; the prefix of its class is V<family>.
  std::vector<const char*> library;     ///< Sources of sim/ that the adapter needs.
  std::string (*parameters)(const NetworkConfig&);  ///< As `verilator -G` takes them.
  std::string (*members)(const NetworkConfig&);     ///< Assignments to `config`, for the adapter.
  unsigned (*channels)(const NetworkConfig&);       ///< What is monitored: more is more to trace.
  const char* flags = "";                           ///< For Verilator, beyond those of all.
};

std::string mway_parameters(const NetworkConfig& config) {
  std::string text;
  for (std::size_t d = 0; d < 9; ++d)
    text += fmt::format(" -GK{}={}", d,
                        d < config.topology.extents.size() ? config.topology.extents[d] : 1);
  const MwayRouterConfig& router = config.mway;
  text += fmt::format(" \"-GTorus=1'b{:d}\" -GProcessors={} -GFlitWidth={} -GBuffers={} -GDepth={}",
                      config.topology.kind == TopologyKind::kTorus, config.topology.processors,
                      config.flit_bits, router.buffers, router.depth);
  return text + fmt::format(" -GClassZeroBuffers={} \"-GEarlyFreeing=1'b{:d}\""
                            " \"-GExactStat=1'b{:d}\"",
                            router.class_zero_buffers, router.freeing == Freeing::kEarly,
                            router.stat == Stat::kExact);
}

std::string topology_members(const NetworkConfig& config) {
  return fmt::format(
      "  config.topology.kind = static_cast<wayfarer::TopologyKind>({});\n"
      "  config.topology.extents = {{{}}};\n",
      static_cast<int>(config.topology.kind), fmt::join(config.topology.extents, ", "));
}

std::string mway_members(const NetworkConfig& config) {
  return topology_members(config) +
         fmt::format("  config.topology.processors = {};\n  config.mway.buffers = {};\n",
                     config.topology.processors, config.mway.buffers);
}

unsigned nodes(const NetworkConfig& config) {
  unsigned product = 1;
  for (const unsigned extent : config.topology.extents) product *= extent;
  return product;
}

/// linear_pkg::targets_t: 16 bits each, 2 * switch + input, the first in the low bits.
std::string targets(const std::vector<SwitchInput>& inputs) {
  std::string digits;
  for (const SwitchInput& input : inputs)
    digits = fmt::format("{:04x}", 2 * input.at + input.input) + digits;
  return fmt::format("{}'h{}", 16 * kMaxHosts, digits);
}

std::string linear_parameters(const NetworkConfig& config) {
  const SwitchTree tree = parse_switch_tree(config.linear.tree);
  return fmt::format(" -GHosts={} -GSwitches={} \"-GHostTarget={}\" \"-GSwitchTarget={}\""
                     " -GFlitWidth={} -GDepth={} \"-GRefill=1'b{:d}\" \"-GUpstreamFirst=1'b{:d}\"",
                     tree.host_targets.size(), tree.switch_targets.size(),
                     targets(tree.host_targets), targets(tree.switch_targets), config.flit_bits,
                     config.linear.depth, config.linear.refill, config.linear.upstream_first);
}

unsigned linear_channels(const NetworkConfig& config) {
  return 2 * static_cast<unsigned>(parse_switch_tree(config.linear.tree).switch_targets.size());
}

/// What the networks of routers with virtual channels have in common.
std::string vc_parameters(const NetworkConfig& config) {
  std::string text;
  for (std::size_t d = 0; d < config.topology.extents.size(); ++d)
    text += fmt::format(" -GK{}={}", d, config.topology.extents[d]);
  for (std::size_t d = config.topology.extents.size(); d < 4; ++d)
    text += fmt::format(" -GK{}=1", d);
  const VcRouterConfig& router = config.vc;
  return text + fmt::format(" -GDimensions={} \"-GTorus=1'b{:d}\" -GLanes={} -GDepth={}"
                            " -GInjectionLanes={} -GDeliveryLanes={} -GFlitWidth={}",
                            config.topology.extents.size(),
                            config.topology.kind == TopologyKind::kTorus, router.lanes,
                            router.depth, router.injection_lanes, router.delivery_lanes,
                            config.flit_bits);
}

std::string wormhole_parameters(const NetworkConfig& config) {
  return vc_parameters(config) + fmt::format(" -GPhases={}", config.vc.phases);
}

/// vc_cut_through_pkg numbers routings and policies.
std::string cut_through_parameters(const NetworkConfig& config) {
  const VcRouterConfig& router = config.vc;
  const unsigned routing = router.routing == VcRouting::kStarChannels     ? 1
                           : router.routing == VcRouting::kMinimalTriplex ? 2
                                                                          : 0;
  const unsigned policy = router.policy == Policy::kOutputDriven        ? 2
                          : router.policy == Policy::kInputDrivenRandom ? 1
                                                                        : 0;
  return vc_parameters(config) +
         fmt::format(" -GClasses={} -GRouting={} -GPolicy={} -GPipeline={} \"-GHalfDuplex=1'b{:d}\""
                     " \"-GInterleaveFlits=1'b{:d}\" \"-GSeed=32'd{}\"",
                     router.sets, routing, policy, router.pipeline,
                     router.duplex == Duplex::kHalf, router.interleave == Interleave::kFlit,
                     router.seed);
}

std::string vc_members(const NetworkConfig& config) {
  const VcRouterConfig& router = config.vc;
  return topology_members(config) +
         fmt::format("  config.family = wayfarer::Family::kVc;\n"
                     "  config.vc.switching = static_cast<wayfarer::Switching>({});\n"
                     "  config.vc.routing = static_cast<wayfarer::VcRouting>({});\n"
                     "  config.vc.phases = {};\n  config.vc.sets = {};\n"
                     "  config.vc.lanes = {};\n  config.vc.depth = {};\n"
                     "  config.vc.injection_lanes = {};\n  config.vc.seed = {};\n",
                     static_cast<int>(router.switching), static_cast<int>(router.routing),
                     router.phases, router.sets, router.lanes, router.depth,
                     router.injection_lanes, router.seed);
}

unsigned vc_channels(const NetworkConfig& config) {
  return 2 * static_cast<unsigned>(config.topology.extents.size()) * nodes(config);
}

std::string iba_parameters(const NetworkConfig& config) {
  const IbaSwitchConfig& router = config.iba;
  return fmt::format(" -GColumns={} -GRows={} -GVirtualLanes={} \"-GAllOrNothing=1'b{:d}\" -GDepth={}"
                     " -GLongest={} -GMtu={} -GAge={} -GGroups={} -GFlitWidth={}",
                     config.topology.extents[0], config.topology.extents[1], router.virtual_lanes,
                     router.replication == Replication::kAllOrNothing, router.depth,
                     config.largest_packet_flits(), config.segment_flits(), router.age,
                     router.groups, config.flit_bits);
}

std::string iba_members(const NetworkConfig& config) {
  return fmt::format("  config.family = wayfarer::Family::kIba;\n"
                     "  config.iba.virtual_lanes = {};\n"
                     "  config.iba.segmentation = wayfarer::Segmentation::{};\n"
                     "  config.mtu_bytes = {};\n",
                     config.iba.virtual_lanes,
                     config.segment_flits() != 0 ? "kEndpoints" : "kTerminals", config.mtu_bytes);
}

unsigned iba_channels(const NetworkConfig& config) { return 4 * nodes(config); }

const FamilyBuild& family_build(const NetworkConfig& config) {
  static const FamilyBuild mway = {"mway_network",
                                   {"topology/mway_header.cpp", "topology/mway_topology.cpp"},
                                   mway_parameters,
                                   mway_members,
                                   nodes};
  static const FamilyBuild linear = {"linear_network",
                                     {},
                                     linear_parameters,
                                     [](const NetworkConfig&) { return std::string(); },
                                     linear_channels};
  static const std::vector<const char*> vc_library = {"topology/cut_through_routing.cpp",
                                                      "topology/direct_topology.cpp",
                                                      "topology/romm_phases.cpp"};
  static const FamilyBuild wormhole = {"vc_wormhole_network", vc_library, wormhole_parameters,
                                       vc_members, vc_channels};
  // The dataflow optimiser of Verilator 5.006 loses what the links of a 16x16 mesh carry northwards;
  // lockstep finds it.
  static const FamilyBuild cut_through = {"vc_cut_through_network", vc_library,
                                          cut_through_parameters,   vc_members,
                                          vc_channels,              "-fno-dfg"};
  // Here it loses data of buffers, and what it writes takes ten times as long to compile.
  static const FamilyBuild iba = {"iba_network", {},           iba_parameters,
                                  iba_members,   iba_channels, "-fno-dfg"};
  switch (config.family) {
    case Family::kMway: return mway;
    case Family::kLinear: return linear;
    case Family::kIba: return iba;
    case Family::kVc: break;
  }
  return config.cut_through() ? cut_through : wormhole;
}

/// The configuration as code, for the library's own use.
std::string config_header(const NetworkConfig& config) {
  return fmt::format(
      "#pragma once\n#include \"core/config.hpp\"\n"
      "inline wayfarer::NetworkConfig network_config() {{\n"
      "  wayfarer::NetworkConfig config;\n{}  config.flit_bits = {};\n"
      "  return config;\n}}\n",
      family_build(config).members(config), config.flit_bits);
}

/// Up to this many channels waves show everything; beyond, the network's own signals.
constexpr unsigned kLargestTracedWhole = 32;

struct Build {
  const NetworkConfig& config;
  const VerilatedBuildOptions& options;
  fs::path rtl;

  [[nodiscard]] std::string family() const { return family_name(config.family); }
  /// The adapter's folder, with the family's own files for Verilator.
  [[nodiscard]] fs::path adapter() const { return kSource / "tb" / family(); }

  [[nodiscard]] std::string verilate(const fs::path& folder) const {
    const FamilyBuild& particular = family_build(config);
    std::string flags = fmt::format("--cc --prefix V{} --top-module {} -O3 -fno-table --x-assign fast"
                                    " --x-initial fast --output-split 20000 -Wno-fatal {}",
                                    family(), particular.top, particular.flags);
    if (options.waves) flags += " --trace-fst --trace-structs --trace-max-array 4096";
    if (options.waves && particular.channels(config) > kLargestTracedWhole)
      flags += fmt::format(" {}", quoted(adapter() / (family() + "_waves_large.vlt")));
    flags += options.assertions ? " --assert" : "";
    // Where equal tiles share their code.
    const fs::path shared = adapter() / (family() + ".vlt");
    // The file lists name paths from the root of the repository.
    return fmt::format("cd {} && {} {} {} -f {} {} -Mdir {}", quoted(rtl.parent_path()),
                       verilator(), flags, particular.parameters(config),
                       quoted(fs::path(rtl.filename()) / family() / (family() + ".f")),
                       fs::exists(shared) ? quoted(shared) : "", quoted(folder));
  }

  /// Of what Verilator writes for every cycle.
  [[nodiscard]] const char* level() const { return options.optimised ? "-O2" : "-O0"; }

  [[nodiscard]] std::string compiler() const {
    const fs::path include = verilator_include();
    std::string flags = fmt::format(
        "-std=c++17 -fPIC -fvisibility=hidden -fno-gnu-unique -faligned-new -w -I. -I{} -I{} -I{}"
        " -I{} -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE={} -DVM_TRACE_FST={} -DVM_TRACE_VCD=0"
        " -DVL_USER_STOP -DFMT_HEADER_ONLY",
        quoted(include), quoted(include / "vltstd"), quoted(kSource / "sim"),
        quoted(kSource / "tb"), options.waves ? 1 : 0, options.waves ? 1 : 0);
    if (options.waves) flags += " -DWAYFARER_WAVES";
    return flags;
  }

  /// Verilator's files are small and many, and to read the headers takes longer than to compile one.
  /// Writes files that include several of them, of so many bytes or little more, and returns their
  /// paths, which begin with `stem`.
  static std::vector<fs::path> units(const fs::path& stem, std::vector<fs::path> sources) {
    constexpr std::uintmax_t kUnit = 1'000'000;
    std::sort(sources.begin(), sources.end());
    std::vector<fs::path> paths;
    std::string text;
    std::uintmax_t bytes = 0;
    for (const fs::path& source : sources) {
      text += fmt::format("#include \"{}\"\n", source.filename().string());
      bytes += fs::file_size(source);
      if (bytes < kUnit && source != sources.back()) continue;
      paths.push_back(fmt::format("{}_{}.cpp", stem.string(), paths.size()));
      write_file(paths.back(), text);
      text.clear();
      bytes = 0;
    }
    return paths;
  }

  /// A build.ninja over what Verilator wrote, its run time and our own sources.
  [[nodiscard]] std::string ninja(const fs::path& folder) const {
    std::string text = fmt::format(
        "launcher = {}\nflags = {}\nrule cxx\n  command = $launcher g++ $flags $optimise -c $in -o "
        "$out\nrule link\n  command = g++ -shared -Wl,-Bsymbolic -o $out $in -lz -lpthread\n",
        first_line_of("command -v ccache"), compiler());
    std::vector<std::string> objects;
    const auto compile = [&](const fs::path& source, const char* optimise) {
      objects.push_back(fmt::format("{}.o", source.stem().string()));
      text += fmt::format("build {}: cxx {}\n  optimise = {}\n", objects.back(), source.string(),
                          optimise);
    };
    std::vector<fs::path> hot;
    std::vector<fs::path> cold;
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() != ".cpp") continue;
      const std::string name = entry.path().filename().string();
      const bool slow = name.find("Slow") != std::string::npos ||
                        name.find("Syms") != std::string::npos ||
                        name.find("Trace") != std::string::npos;
      (slow ? cold : hot).push_back(entry.path());
    }
    for (const fs::path& unit : units(folder / "hot", hot)) compile(unit.filename(), level());
    for (const fs::path& unit : units(folder / "cold", cold)) compile(unit.filename(), "-O0");
    const fs::path include = verilator_include();
    for (const char* source : {"verilated.cpp", "verilated_dpi.cpp", "verilated_threads.cpp"}) {
      if (fs::exists(include / source)) compile(include / source, "-O2");
    }
    if (options.waves) compile(include / "verilated_fst_c.cpp", "-O2");
    compile(kSource / "tb/common/verilated_stop.cpp", "-O2");
    compile(adapter() / (family() + "_verilated.cpp"), "-O2");
    for (const char* source : family_build(config).library)
      compile(kSource / "sim" / source, "-O2");
    return text + fmt::format("build network.so: link {}\n", fmt::join(objects, " "));
  }

  /// Changes with everything that goes into a library; this file is among the sources.
  [[nodiscard]] std::string key() const {
    std::uint64_t state = hash(0xcbf2'9ce4'8422'2325ull, verilator_version());
    for (const std::string& part :
         {config_header(config), verilate({}), compiler(), std::string(level())}) {
      state = hash(state, part);
    }
    std::vector<fs::path> sources;
    for (const fs::path& folder : {rtl / "common", rtl / family(), adapter(), kSource / "tb/common",
                                   kSource / "sim/topology"}) {
      for (const auto& entry : fs::directory_iterator(folder)) sources.push_back(entry.path());
    }
    for (const char* header : {"types.hpp", "error.hpp", "flit.hpp", "config.hpp", "random.hpp",
                               "periodic_hosts.hpp", "switch_tree.hpp", "vc_header.hpp"}) {
      sources.push_back(kSource / "sim/core" / header);
    }
    std::sort(sources.begin(), sources.end());
    for (const fs::path& source : sources) {
      state = hash(hash(state, source.filename().string()), read_file(source));
    }
    return fmt::format("{}-{:016x}", config.name.empty() ? "network" : config.name, state);
  }
};

/// Held while a cache entry is looked up or made.
class Lock {
 public:
  explicit Lock(const fs::path& path) : file_(open(path.c_str(), O_CREAT | O_RDWR, 0666)) {
    if (file_ < 0 || flock(file_, LOCK_EX) != 0) {
      throw UsageError(fmt::format("cannot lock {}", path.string()));
    }
  }
  ~Lock() { close(file_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int file_;
};

fs::path cache_folder(const VerilatedBuildOptions& options) {
  if (!options.cache.empty()) return options.cache;
  if (const char* named = std::getenv("WAYFARER_CACHE")) return named;
  return WAYFARER_DEFAULT_CACHE;
}

}  // namespace

fs::path build_verilated(const NetworkConfig& config, const VerilatedBuildOptions& options) {
  const Build build{config, options, options.rtl.empty() ? kSource / "rtl" : options.rtl};
  const fs::path cache = cache_folder(options);
  std::error_code error;
  fs::create_directories(cache, error);
  if (error) throw UsageError(fmt::format("cannot make {}: {}", cache.string(), error.message()));

  const fs::path entry = cache / build.key();
  const fs::path library = entry / "network.so";
  const Lock lock(entry.string() + ".lock");
  if (fs::exists(library)) return library;

  // Whatever is interrupted stays in the temporary folder and is never taken for whole.
  const fs::path work = entry.string() + ".partial";
  fs::remove_all(work);
  fs::create_directories(work);
  run(work, build.verilate(work));
  write_file(work / "wayfarer_network_config.hpp", config_header(config));
  write_file(work / "build.ninja", build.ninja(work));
  run(work, "ninja -j 2");
  for (const auto& file : fs::directory_iterator(work)) {
    const fs::path& path = file.path();
    if (path.filename() != "network.so" && path.filename() != "build.log") fs::remove(path);
  }
  fs::rename(work, entry);
  return library;
}

}  // namespace wayfarer
