#include "cli/simulate.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "cli/failure.hpp"
#include "cli/fault_record.hpp"
#include "cli/progress.hpp"
#include "core/error.hpp"
#include "core/lockstep.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"
#include "geometry/network_map.hpp"
#include "runs/recording.hpp"

namespace wayfarer {
namespace {

// Cycles of the waves around a fault.
constexpr Cycle kBeforeFault = 40;
constexpr Cycle kAfterFault = 20;

std::unique_ptr<Network> make_network(const Program& program, const Point& point) {
  return program.engines.make(point.config, point.engine, engine_options(point));
}

SimulationResult run_once(const Program& program, const Point& point, Network& network) {
  const ProgressCallback progress = make_progress();
  Simulation simulation(network, point.config, workload_of(point.config, point.options),
                        point.options);
  Recording recording(simulation, point);
  try {
    program.run(simulation, point.engine, progress);
    end_progress();
    SimulationResult result = simulation.finish();  // and the waves
    recording.close();
    return result;
  } catch (const CheckFailed&) {
    recording.keep();
    throw;
  }
}

/// Steps the hardware on alone, without new flits: its waves show the consequences of the fault.
void run_on(Network& network) {
  try {
    for (Cycle i = 0; i < kAfterFault; ++i) network.find<LockstepNetwork>()->device().step();
  } catch (const CheckFailed&) {
    // An assertion of the hardware: the waves end here.
  }
  network.trace_to("");
}

std::string place_options(const LockstepPlace& place) {
  if (place.channel) return fmt::format(" --channel {}", *place.channel);
  return place.terminal ? fmt::format(" --terminal {}", *place.terminal) : "";
}

/// What leads to the same fault again, with waves in this window.
using Repeat = std::function<void(Network&, const WaveWindow&)>;

bool is_large(const Point& point) { return point.config.terminals() > kMostUnasked; }

bool wants_waves(const Program& program, const Point& point, FaultWaves waves) {
  return waves == FaultWaves::kAlways ||
         (waves == FaultWaves::kSmall &&
          (!is_large(point) || program.engines.has_tiles(point.config)));
}

/// The nodes at the place of a fault, and their neighbours.
std::vector<unsigned> nodes_around(const NetworkConfig& config, const LockstepPlace& place) {
  const NetworkMap map = family_of(config).map(config);
  std::vector<unsigned> at;
  if (place.channel) {
    const ChannelEnds& ends = map.channels[*place.channel].ends;
    if (ends.exist()) at = {ends.from, ends.to};
  } else if (place.terminal) {
    at = {static_cast<unsigned>(*place.terminal * map.nodes.size() / config.terminals())};
  }
  const auto apart = [&](unsigned a, unsigned b) {
    unsigned sum = 0;
    for (std::size_t d = 0; d < map.nodes[a].size(); ++d)
      sum +=
          std::max(map.nodes[a][d], map.nodes[b][d]) - std::min(map.nodes[a][d], map.nodes[b][d]);
    return sum;
  };
  std::vector<unsigned> nodes;
  for (unsigned node = 0; node < map.nodes.size(); ++node)
    if (std::any_of(at.begin(), at.end(), [&](unsigned n) { return apart(n, node) <= 1; }))
      nodes.push_back(node);
  return nodes;
}

/// Repeats a run up to its fault with waves from some cycles before it on; the first line of the
/// text that says where they are.
std::string record_waves(const Program& program, Point point, const LockstepMismatch& fault,
                         const std::string& path, const Repeat& repeat) {
  const Cycle from = fault.cycle() - std::min(fault.cycle(), kBeforeFault);
  point.options.waves = {path, from, kNever};
  if (is_large(point) && program.engines.has_tiles(point.config)) {
    point.build = BuildKind::kTiles;
    point.options.waves.nodes = nodes_around(point.config, fault.place());
  }
  const auto network = make_network(program, point);
  try {
    repeat(*network, point.options.waves);
  } catch (const LockstepMismatch& again) {
    run_on(*network);
    return fmt::format("waves from cycle {} on are in {}; to open them there:\n  {} --cycle {}{}",
                       from, path, view_command(program, point.config.family(), path),
                       again.cycle(), place_options(again.place()));
  }
  return "the same run with waves did not show the difference again";
}

/// Prints a difference, and records it in waves. The difference is the result, even if the disk is
/// full.
std::string report_and_record(const Program& program, const Point& point,
                              const LockstepMismatch& fault, FaultWaves waves,
                              const std::string& path, const Repeat& repeat) {
  print_failure(fault.what());
  try {
    if (wants_waves(program, point, waves))
      return record_waves(program, point, fault, path, repeat);
  } catch (const UsageError& lost) {
    return fmt::format("its waves are missing: {}", lost.what());
  }
  return waves == FaultWaves::kNever
             ? "no waves were asked for"
             : fmt::format(
                   "waves of more than {} terminals are not written by default; legal: --waves, which builds the hardware again, or a smaller network",
                   kMostUnasked);
}

/// The same seed leads to the same fault: in the run with waves, and with each engine alone, which
/// records its events.
[[noreturn]] void show_fault(const Program& program, const Point& point,
                             const LockstepMismatch& fault, FaultWaves waves) {
  const std::string stem =
      fmt::format("{}-seed{}-cycle{}", point.config.name, point.options.seed, fault.cycle());
  const std::string path = stem + ".fst";
  const std::string text = report_and_record(program, point, fault, waves, path,
                                             [&](Network& network, const WaveWindow& window) {
                                               Point again = point;
                                               again.options.waves = window;
                                               (void)run_once(program, again, network);
                                             });
  const auto end = [&](const std::string& events) {
    return RecordedMismatch(fault.cycle(), text + "\nboth engines' events are " + events,
                            fault.place());
  };
  std::string record;
  try {
    record =
        record_fault(program, point, fault, stem, wants_waves(program, point, waves) ? path : "");
  } catch (const UsageError& lost) {
    throw end(fmt::format("missing: {}", lost.what()));
  }
  throw end(fmt::format("in {}; to see them side by side:\n  {} show {}", record,
                        shell_quoted(program.name), shell_file(record)));
}

}  // namespace

std::string view_command(const Program& program, const std::string& family,
                         const std::string& path) {
  const std::string option =
      family == families().front()->name() ? "" : fmt::format(" --family {}", family);
  return fmt::format("{} view {}{}", shell_quoted(program.name), shell_file(path), option);
}

SimulationResult simulate(const Program& program, const Point& point, FaultWaves waves) {
  try {
    return run_once(program, point, *make_network(program, point));
  } catch (const LockstepMismatch& fault) {
    end_progress();
    show_fault(program, point, fault, waves);
  }
}

std::uint64_t exercise(const Program& program, const Point& point, FaultWaves waves) {
  constexpr std::uint64_t kPrograms = 8;
  constexpr Cycle kLeastCycles = 2000;  ///< In which a slow program shows most of its states.
  const Cycle cycles = std::max(kLeastCycles, point.options.cycles / kPrograms);
  const auto network = make_network(program, point);
  const ProgressCallback progress = make_progress();
  std::uint64_t seed = point.options.seed;
  const auto run = [&](Network& any, const std::function<bool(Cycle)>& proceed) {
    return family_of(point.config).exercise(any, point.config, seed, cycles, proceed);
  };
  std::uint64_t flits = 0;
  try {
    for (std::uint64_t number = 0; number < kPrograms; ++number, ++seed)
      flits += run(*network, [&](Cycle now) {
        if (!progress || progress(number * cycles + now, kPrograms * cycles)) return true;
        throw Interrupted("interrupted");
      });
  } catch (const LockstepMismatch& fault) {
    end_progress();
    const auto repeat = [&](Network& again, const WaveWindow& window) {
      (void)run(again, [&](Cycle now) {
        if (now == window.from) again.trace_to(window.path);
        return true;
      });
    };
    const std::string path =
        fmt::format("{}-program{}-cycle{}.fst", point.config.name, seed, fault.cycle());
    throw RecordedMismatch(fault.cycle(),
                           report_and_record(program, point, fault, waves, path, repeat));
  }
  end_progress();
  return flits;
}

}  // namespace wayfarer
