// The events of a run are those of the model, whichever engine runs it, byte for byte.
#pragma once

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "both.hpp"
#include "core/files.hpp"
#include "exercise.hpp"
#include "runs/load.hpp"
#include "runs/recording.hpp"

namespace wayfarer {

/// The file of a run's events.
inline std::string events_of(const Engines& engines, Engine engine, Point point) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / fmt::format("same-events-{}", ::getpid());
  point.recording.events = path.string();
  const auto network = engines.make(point.config, engine, engine_options(point));
  Simulation simulation(*network, point.config, workload_of(point.config, point.options),
                        point.options);
  Recording recording(simulation, point);
  run_in_loop(simulation);
  recording.close();
  (void)simulation.finish();
  std::string bytes = read_text(path.string(), "a file of events");
  std::filesystem::remove(path);
  return bytes;
}

/// On this hardware by itself. Throws CheckFailed.
inline void check_same_events(const NetworkConfig& config, const Engines& engines,
                              Engine hardware = Engine::kRtl) {
  std::vector<PatternSpec> patterns = {default_pattern(config)};
  if (carries_groups(config)) patterns.push_back(parse_pattern("multicast:60:50:50"));
  for (const PatternSpec& pattern : patterns) {
    for (const ExerciseLoad& load : loads_of(config)) {
      Point point;
      point.config = config;
      point.options.load.value = load.load;
      point.options.load.unit = unit_of(config);
      point.options.stall_probability = load.stalls;
      point.options.gap_probability = load.stalls;
      point.options.traffic.pattern = pattern;
      point.options.traffic.lengths = parse_lengths(lengths_of(config));
      // At least two messages of every terminal that sends periodically.
      const double rate = message_rate(config, *point.options.traffic.lengths, point.options.load);
      point.options.cycles = std::max(Cycle{400}, static_cast<Cycle>(2 / rate));
      point.options.warmup = point.options.cycles / 4;
      const std::string model = events_of(engines, Engine::kModel, point);
      if (events_of(engines, hardware, point) != model)
        throw CheckFailed(fmt::format("model and {} have other events at load {}",
                                      to_string(hardware), load.load));
    }
  }
}

}  // namespace wayfarer
