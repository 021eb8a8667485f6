#include "cli/fault_record.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/progress.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "explorer/lockstep_page.hpp"
#include "runs/recording.hpp"
#include "runs/report.hpp"

namespace wayfarer {
namespace {

/// An engine that is at fault may end its run by a failed check; its events up to there are kept.
void record_side(const Program& program, Point point, Engine engine, const std::string& path) {
  point.engine = engine;
  point.recording.events = path;
  const auto network = program.engines.make(point.config, engine, engine_options(point));
  Simulation simulation(*network, point.config, workload_of(point.config, point.options),
                        point.options);
  Recording recording(simulation, point);
  try {
    program.run(simulation, engine, make_progress());
  } catch (const CheckFailed&) {
    // Lockstep has already reported the difference.
  }
  end_progress();
  recording.close();
}

}  // namespace

std::string record_fault(const Program& program, const Point& point, const LockstepMismatch& fault,
                         const std::string& stem, const std::string& waves) {
  Point alone = point;
  alone.options.waves = {};
  alone.options.cycles = fault.cycle() + 1;
  alone.options.warmup = 0;
  alone.recording = {};
  alone.recording.filter.from = fault.cycle() - std::min(fault.cycle(), kFaultWindow);
  const std::string model = stem + "-model.events";
  const Engine hardware = hardware_of(point.engine);
  const std::string rtl = fmt::format("{}-{}.events", stem, to_string(hardware));
  record_side(program, alone, Engine::kModel, model);
  record_side(program, alone, hardware, rtl);
  const LockstepPlace& place = fault.place();
  const Json record = {{"lockstep", fault.cycle()},
                       {"text", fault.what()},
                       {"channel", place.channel ? Json(*place.channel) : Json()},
                       {"terminal", place.terminal ? Json(*place.terminal) : Json()},
                       {"model", model},
                       {"rtl", rtl},
                       {"waves", waves}};
  const std::string path = stem + ".lockstep";
  write_output(path, record.dump(2) + "\n");
  return path;
}

}  // namespace wayfarer
