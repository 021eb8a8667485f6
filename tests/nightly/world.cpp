// Random networks of one drawn router in lockstep; a failure is reduced to the smallest network and
// inputs that still fail, kept in a folder that one command replays.
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "../cosim/draws.hpp"
#include "../cosim/exercise.hpp"
#include "common/engines.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/text.hpp"
#include "family/mway/config.hpp"
#include "family/registry.hpp"
#include "reduce.hpp"
#include "stimulus.hpp"

using namespace wayfarer;
namespace fs = std::filesystem;

namespace {

struct Options {
  std::string family;
  std::uint64_t seed = 1;
  std::uint32_t number = 0;
  std::string failures = "failures";
  std::string rtl;
  std::string folder;
  std::string waves;
  double reduce_seconds = 900;
  Cycle cycles = 1;         ///< To compare in each network, at least.
  std::uint32_t sizes = 0;  ///< Networks of the same routers and other sizes.
};

/// From here on, optimised code is faster, its compilation included.
constexpr Cycle kManyCycles = 50'000;

/// Networks in lockstep, with assertions: built in a cache that is removed with this object.
class Worlds {
 public:
  explicit Worlds(const Options& options) : options_(options) { fs::create_directories(cache_); }
  ~Worlds() { fs::remove_all(cache_); }
  Worlds(const Worlds&) = delete;
  Worlds& operator=(const Worlds&) = delete;

  /// Every other network is verilated whole.
  [[nodiscard]] bool tiles(const NetworkConfig& config) const {
    return options_.number % 2 != 0 && Engines().has_tiles(config);
  }

  [[nodiscard]] std::unique_ptr<RecordingNetwork> make(const NetworkConfig& config) const {
    VerilatedBuildOptions build;
    build.assertions = true;
    build.optimised = options_.cycles >= kManyCycles;
    build.waves = !options_.waves.empty();
    build.rtl = options_.rtl;
    build.cache = cache_;
    build.tile = tiles(config);
    return std::make_unique<RecordingNetwork>(Engines(build).make(config, Engine::kBoth));
  }

 private:
  const Options& options_;
  // Below the build folder: a run must not fill a small /tmp.
  fs::path cache_ = fs::path(WAYFARER_BUILD_DIR) / "nightly" /
                    fmt::format("networks-{}", static_cast<long>(::getpid()));
};

/// The failure of the exercise with a seed on this network, and the inputs up to it.
struct Failure {
  NetworkConfig config = mway_config();
  std::uint64_t seed = 0;
  std::string what;
  Stimulus stimulus;
};

std::optional<Failure> find_failure(RecordingNetwork& network, const NetworkConfig& config,
                                    std::uint64_t seed) {
  ExerciseOptions options;
  options.seed = seed;
  try {
    exercise(network, config, options);
  } catch (const CheckFailed& failed) {
    return Failure{config, seed, failed.what(), network.recorded()};
  }
  return std::nullopt;
}

std::optional<Cycle> cycles_to_failure(RecordingNetwork& network, const Stimulus& stimulus) {
  try {
    replay(stimulus, network);
  } catch (const CheckFailed&) {
    return network.recorded().cycles;
  }
  return std::nullopt;
}

/// The smallest network on which the exercise still fails, and the fewest inputs. A failure that
/// only the scoreboard detects (both engines lose a message) does not occur in a replay of the
/// inputs: these are not reduced.
Failure reduced(const Worlds& worlds, const Failure& found, double seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const auto proceed = [&] {
    return std::chrono::duration<double>(Clock::now() - start).count() < seconds;
  };
  Failure smallest = found;
  (void)reduce_network(
      found.config,
      [&](const NetworkConfig& config) {
        try {
          std::optional<Failure> failure = find_failure(*worlds.make(config), config, found.seed);
          if (failure) smallest = *std::move(failure);
          return failure.has_value();
        } catch (const UsageError&) {
          return false;  // the exercise's traffic does not fit this network
        }
      },
      proceed);
  const auto network = worlds.make(smallest.config);
  const auto fails = [&](const Stimulus& stimulus) {
    return cycles_to_failure(*network, stimulus);
  };
  if (fails(smallest.stimulus)) smallest.stimulus = reduce_stimulus(smallest.stimulus, fails);
  return smallest;
}

/// The command that repeats the failure.
std::string keep(const Options& options, const Failure& failure) {
  const fs::path folder = fs::absolute(options.failures) / failure.config.name;
  fs::create_directories(folder);
  write_output((folder / "network.toml").string(), to_toml(failure.config));
  write_output((folder / "inputs.txt").string(), to_text(failure.stimulus));
  write_output((folder / "failure.txt").string(), failure.what + "\n");
  std::string command = fmt::format("{} replay {}", fs::read_symlink("/proc/self/exe").string(),
                                    shell_quoted(folder.string()));
  if (!options.rtl.empty()) command += " --rtl " + shell_quoted(options.rtl);
  return command;
}

/// Exercises a network with one seed after the other, for the cycles that were asked for.
std::optional<Failure> compare(const Options& options, const Worlds& worlds,
                               const NetworkConfig& config) {
  const auto network = worlds.make(config);
  constexpr std::uint64_t kApart = 1000;  // an exercise uses more than one seed
  for (std::uint64_t seed = options.seed + options.number; network->all_cycles() < options.cycles;
       seed += kApart)
    if (std::optional<Failure> failure = find_failure(*network, config, seed)) return failure;
  fmt::print("{} ({} terminals): model and hardware equal in {} cycles\n", config.name,
             config.terminals(), network->all_cycles());
  return std::nullopt;
}

/// The drawn network, and others of its routers. Those made of tiles need one build.
std::vector<NetworkConfig> networks_of(const Options& options) {
  constexpr std::uint32_t kMostTerminals = 32;
  std::vector<NetworkConfig> networks = {draw_of(options.family)(options.seed, options.number)};
  Random random(options.seed, options.number, Purpose::kTest, 1);
  for (std::uint32_t size = 1; size <= options.sizes; ++size) {
    std::optional<NetworkConfig> other = resized(networks[0], random, kMostTerminals);
    if (!other) continue;
    other->name += fmt::format("-size-{}", size);
    networks.push_back(*std::move(other));
  }
  return networks;
}

int draw(const Options& options) {
  const Worlds worlds(options);
  const std::vector<NetworkConfig> networks = networks_of(options);
  for (const NetworkConfig& config : networks) {
    std::optional<Failure> found;
    try {
      found = compare(options, worlds, config);
    } catch (const UsageError& error) {
      if (&config == &networks[0]) throw;
      fmt::print("{}: left out, {}\n", config.name, error.what());  // too large for its tables
    }
    if (!found) continue;
    fmt::print("{}: {}\n{}\n", config.name, found->what, to_toml(config));
    const Failure smallest = reduced(worlds, *found, options.reduce_seconds);
    fmt::print("reduced to {} inputs in {} cycles on {} terminals; to repeat it:\n  {}\n",
               smallest.stimulus.inputs.size(), smallest.stimulus.cycles,
               smallest.config.terminals(), keep(options, smallest));
    return 1;
  }
  return 0;
}

int run_again(const Options& options) {
  const fs::path folder = options.folder;
  const NetworkConfig config = load_config((folder / "network.toml").string());
  const Stimulus stimulus = read_stimulus((folder / "inputs.txt").string());
  const Worlds worlds(options);
  const auto network = worlds.make(config);
  if (!options.waves.empty()) network->trace_to(options.waves);
  try {
    replay(stimulus, *network);
  } catch (const CheckFailed& failed) {
    network->trace_to("");
    fmt::print("{}\n", failed.what());
    return 1;
  }
  fmt::print("no failure in {} cycles\n", stimulus.cycles);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  Options options;
  CLI::App app("A random network, RTL and model in lockstep");
  app.require_subcommand(1);
  CLI::App* draws = app.add_subcommand("draw", "Draw a network and exercise it");
  draws->add_option("family", options.family, join(family_names()))->required();
  draws->add_option("--seed", options.seed, "Of all draws")->capture_default_str();
  draws->add_option("--number", options.number, "Of the network")->capture_default_str();
  draws->add_option("--cycles", options.cycles, "To compare in each network, at least")
      ->capture_default_str();
  draws->add_option("--sizes", options.sizes, "Networks of other sizes")->capture_default_str();
  draws->add_option("--failures", options.failures, "Folder for what fails")->capture_default_str();
  draws
      ->add_option("--reduce-seconds", options.reduce_seconds,
                   "Time in which to look for a smaller network")
      ->capture_default_str();
  CLI::App* replays = app.add_subcommand("replay", "Run a reduced failure again");
  replays->add_option("folder", options.folder, "As 'draw' left it")->required();
  replays->add_option("--waves", options.waves, "Write an FST file");
  for (CLI::App* command : {draws, replays})
    command->add_option("--rtl", options.rtl, "Folder of the RTL [the project's]");
  try {
    app.parse(count, arguments);
    return draws->parsed() ? draw(options) : run_again(options);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const UsageError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  } catch (const CheckFailed& failed) {
    fmt::print(stderr, "{}\n", failed.what());
    return 1;
  }
}
