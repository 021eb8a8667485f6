#include "runs/points.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace wayfarer {
namespace {

/// Adds up the cycles of all runs and reports them, one caller at a time.
class SharedProgress {
 public:
  SharedProgress(Cycle total, const ProgressCallback& report) : total_(total), report_(report) {}

  /// Adds the cycles that a run has done; returns false to stop.
  bool advance(Cycle cycles) {
    const Cycle done = done_ += cycles;
    if (stopped_ || !report_) return !stopped_;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!report_(done, total_)) stopped_ = true;
    return !stopped_;
  }
  [[nodiscard]] bool stopped() const { return stopped_; }

 private:
  Cycle total_;
  const ProgressCallback& report_;
  std::atomic<Cycle> done_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
};

std::optional<SimulationResult> run_point(const EngineFactory& engines, const Point& point,
                                          SharedProgress& shared) {
  if (shared.stopped()) return std::nullopt;
  const auto network = engines.make(point.config, point.engine, engine_options(point));
  Cycle reported = 0;
  const auto progress = [&](Cycle done, Cycle) {
    const Cycle more = done - reported;
    reported = done;
    return shared.advance(more);
  };
  const SimulationResult result = run_simulation(*network, point.config, point.options, progress);
  if (result.interrupted) return std::nullopt;
  shared.advance(point.options.cycles - reported);
  return result;
}

std::optional<SimulationResult> run_and_tell(const EngineFactory& engines, const Point& point,
                                             std::size_t index, const PointEvents& events,
                                             SharedProgress& shared) {
  try {
    std::optional<SimulationResult> result = run_point(engines, point, shared);
    if (result && events.finished) events.finished(index, *result);
    return result;
  } catch (const CheckFailed& fault) {
    if (!events.failed) throw;
    events.failed(index, fault);
    return std::nullopt;
  }
}

}  // namespace

EngineOptions engine_options(const Point& point) {
  const WaveWindow& waves = point.options.waves;
  EngineOptions options;
  options.build = point.build;
  if (has_load(point.options))
    options.load = normalized_load(point.config, lengths_of(point.config, point.options.traffic),
                                   point.options.load);
  options.waves = !waves.path.empty();
  options.insides = !waves.nodes.empty();
  options.activity = point.options.energy;
  options.seed = point.options.seed;
  options.rtl = point.rtl;
  return options;
}

PointResults run_points(const EngineFactory& engines, const std::vector<Point>& points,
                        unsigned threads, const ProgressCallback& progress,
                        const PointEvents& events) {
  Cycle total = 0;
  for (const Point& point : points) total += point.options.cycles;
  SharedProgress shared(total, progress);
  PointResults results(points.size());
  const int cores = tbb::info::default_concurrency();  // more would wait for each other
  tbb::task_arena arena(threads == 0 ? cores : std::min(static_cast<int>(threads), cores));
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, points.size(), 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
          for (std::size_t i = range.begin(); i != range.end(); ++i)
            results[i] = run_and_tell(engines, points[i], i, events, shared);
        },
        tbb::simple_partitioner{});
  });
  return results;
}

}  // namespace wayfarer
