#include "runs/point_runner.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {
namespace {

/// For each point, the index of the first point equal to it.
std::vector<std::size_t> first_equals(const std::vector<Point>& points) {
  std::map<std::string, std::size_t> first;
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < points.size(); ++i)
    result.push_back(first.emplace(run_key_text(points[i]), i).first->second);
  return result;
}

std::string describe(const std::map<std::size_t, std::string>& faults, std::size_t points) {
  std::string text = fmt::format("{} of {} runs", faults.size(), points);
  for (const auto& [index, fault] : faults) text += "\n" + fault;
  return text;
}

}  // namespace

std::vector<std::size_t> share_of(const std::vector<Point>& points, Part part) {
  const std::vector<std::size_t> first = first_equals(points);
  std::vector<std::size_t> share;
  std::size_t different = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (first[i] == i && different++ % part.of + 1 == part.number) share.push_back(i);
  return share;
}

PointResults PointRunner::run(const std::vector<Point>& points, const ProgressCallback& progress) {
  const std::vector<std::size_t> first = first_equals(points);
  PointResults results(points.size());
  std::vector<Point> missing;
  std::vector<std::size_t> missing_at;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (first[i] != i) continue;
    if (store_) results[i] = store_->find(points[i]);
    if (results[i]) {
      ++found_;
      continue;
    }
    missing.push_back(points[i]);
    missing_at.push_back(i);
  }
  PointResults computed = compute(missing, progress);
  for (std::size_t i = 0; i < computed.size(); ++i) results[missing_at[i]] = std::move(computed[i]);
  for (std::size_t i = 0; i < points.size(); ++i) results[i] = results[first[i]];
  return results;
}

PointResults PointRunner::compute(const std::vector<Point>& points,
                                  const ProgressCallback& progress) {
  for (const Point& point : points)
    if (point.engine != Engine::kModel)
      static_cast<void>(engines_.build(point.config, point.engine, engine_options(point)));
  std::mutex mutex;
  std::map<std::size_t, std::string> faults;  // in the points' order
  PointEvents events;
  events.finished = [&](std::size_t i, const SimulationResult& result) {
    if (store_) store_->save(points[i], result);
  };
  events.failed = [&](std::size_t i, const CheckFailed& fault) {
    const std::lock_guard<std::mutex> lock(mutex);
    faults[i] = fmt::format("{}\n  {}", points[i].command, fault.what());
  };
  PointResults results = run_points(engines_, points, threads_, progress, events);
  computed_ += static_cast<std::size_t>(std::count_if(
      results.begin(), results.end(), [](const auto& result) { return result.has_value(); }));
  if (!faults.empty()) throw CheckFailed(describe(faults, points.size()));
  return results;
}

}  // namespace wayfarer
