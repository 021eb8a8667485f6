// A random network in lockstep; a failure is reduced to the smallest network and inputs that still
// fail, kept in a folder that one command replays.
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
};

/// Networks in lockstep, with assertions: built in a cache that is removed with this object.
class Worlds {
 public:
  explicit Worlds(const Options& options) : options_(options) { fs::create_directories(cache_); }
  ~Worlds() { fs::remove_all(cache_); }
  Worlds(const Worlds&) = delete;
  Worlds& operator=(const Worlds&) = delete;

  [[nodiscard]] std::unique_ptr<RecordingNetwork> make(const NetworkConfig& config) const {
    VerilatedBuildOptions build;
    build.assertions = true;
    build.optimised = false;
    build.waves = !options_.waves.empty();
    build.rtl = options_.rtl;
    build.cache = cache_;
    build.tile = options_.number % 2 != 0;  // every other network is verilated whole
    return std::make_unique<RecordingNetwork>(Engines(build).make(config, Engine::kBoth));
  }

  [[nodiscard]] ExerciseOptions exercise_options() const {
    ExerciseOptions options;
    options.seed = options_.seed + options_.number;
    return options;
  }

 private:
  const Options& options_;
  // Below the build folder: a run must not fill a small /tmp.
  fs::path cache_ = fs::path(WAYFARER_BUILD_DIR) / "nightly" /
                    fmt::format("networks-{}", static_cast<long>(::getpid()));
};

/// The failure of the exercise on this network, and the inputs up to it.
struct Failure {
  NetworkConfig config = mway_config();
  std::string what;
  Stimulus stimulus;
};

std::optional<Failure> find_failure(const Worlds& worlds, const NetworkConfig& config,
                                    Cycle* cycles = nullptr) {
  const auto network = worlds.make(config);
  try {
    exercise(*network, config, worlds.exercise_options());
  } catch (const CheckFailed& failed) {
    return Failure{config, failed.what(), network->recorded()};
  }
  if (cycles != nullptr) *cycles = network->all_cycles();
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
          std::optional<Failure> failure = find_failure(worlds, config);
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

int draw(const Options& options) {
  const Worlds worlds(options);
  const NetworkConfig config = draw_of(options.family)(options.seed, options.number);
  Cycle cycles = 0;
  const std::optional<Failure> found = find_failure(worlds, config, &cycles);
  if (!found) {
    fmt::print("{}: model and hardware equal in {} cycles\n", config.name, cycles);
    return 0;
  }
  fmt::print("{}: {}\n{}\n", config.name, found->what, to_toml(config));
  const Failure smallest = reduced(worlds, *found, options.reduce_seconds);
  fmt::print("reduced to {} inputs in {} cycles on {} terminals; to repeat it:\n  {}\n",
             smallest.stimulus.inputs.size(), smallest.stimulus.cycles, smallest.config.terminals(),
             keep(options, smallest));
  return 1;
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
