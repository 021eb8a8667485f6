#include "runs/recording.hpp"

#include <utility>

#include "core/error.hpp"
#include "runs/report.hpp"

namespace wayfarer {
namespace {

/// Names no engine: all write the same.
EventHeader header_of(const Point& point, const NetworkLayout& layout) {
  EventHeader header;
  header.network = point.config.name;
  header.family = point.config.family();
  header.configuration = to_toml(point.config);
  header.traffic = traffic_text(point);
  header.seed = point.options.seed;
  header.cycles = point.options.cycles;
  header.warmup = warmup_of(point.options);
  header.layout = layout;
  return header;
}

}  // namespace

Recording::Recording(Simulation& simulation, const Point& point) {
  const RecordingOptions& options = point.recording;
  if (!options.any()) return;
  EventRecorder& recorder = simulation.record();
  const EventHeader header = header_of(point, recorder.layout());
  if (!options.events.empty()) {
    events_ = std::make_unique<EventFile>(options.events, header, options.filter);
    events_->set_states(recorder);
    recorder.add(*events_);
  }
  if (!options.log.empty()) {
    log_ = std::make_unique<MessageLog>(options.log, header.layout);
    recorder.add(*log_);
  }
  if (!options.perfetto.empty()) {
    perfetto_ = std::make_unique<PerfettoFile>(options.perfetto, header);
    perfetto_window_ = std::make_unique<EventWindow>(*perfetto_, recorder, options.perfetto_from,
                                                     options.perfetto_to);
    recorder.add(*perfetto_window_);
  }
}

Recording::~Recording() = default;

void Recording::close() {
  if (events_) std::exchange(events_, nullptr)->close();
  if (log_) std::exchange(log_, nullptr)->close();
  if (perfetto_) std::exchange(perfetto_, nullptr)->close();
}

void Recording::keep() {
  try {
    close();
  } catch (const UsageError&) {
    // The run has failed already, and says why.
  }
}

}  // namespace wayfarer
