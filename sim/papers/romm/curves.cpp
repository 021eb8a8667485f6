#include "papers/romm/curves.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "stats/spread.hpp"

namespace wayfarer {
namespace {

std::string batch_name(const std::string& cell, unsigned load) {
  return fmt::format("{}, L = {}", cell, load);
}

std::vector<RommBatch> batches(const std::vector<RommCurve>& curves) {
  std::vector<RommBatch> list;
  for (const RommCurve& curve : curves)
    for (const unsigned load : curve.loads)
      list.push_back({batch_name(curve.cell(), load),
                      fmt::format("romm-{}-{}", curve.network, curve.algorithm), curve.task, load});
  return list;
}

}  // namespace

double least_squares_slope(const std::vector<std::pair<double, double>>& points) {
  double x_mean = 0;
  double y_mean = 0;
  for (const auto& [x, y] : points) {
    x_mean += x / static_cast<double>(points.size());
    y_mean += y / static_cast<double>(points.size());
  }
  double above = 0;
  double below = 0;
  for (const auto& [x, y] : points) {
    above += (x - x_mean) * (y - y_mean);
    below += (x - x_mean) * (x - x_mean);
  }
  if (below == 0) throw std::invalid_argument("a slope needs two abscissae");
  return above / below;
}

RommCurves::RommCurves(const EngineFactory& engines, const ReproductionOptions& options,
                       std::vector<RommCurve> curves, Reproduction& result)
    : runs_(run_batches(engines, options, batches(curves), result, kPaperRuns)) {
  for (RommCurve& curve : curves)
    if (std::all_of(curve.loads.begin(), curve.loads.end(), [&](unsigned load) {
          return !runs_.runs(batch_name(curve.cell(), load)).empty();
        }))
      curves_.push_back(std::move(curve));
  if (curves_.empty())
    throw UsageError("a slope needs the runs of every L; legal: --only without a value of L");
  result.conditions["messages"] = curves_.front().loads;
  result.conditions["slope"] = "least squares over all L";
}

bool RommCurves::known(const std::string& cell) const {
  return std::any_of(curves_.begin(), curves_.end(),
                     [&](const RommCurve& each) { return each.cell() == cell; });
}

double RommCurves::cycles(const std::string& cell, unsigned load) const {
  return runs_.mean(batch_name(cell, load));
}

std::vector<std::pair<double, double>> RommCurves::points(const RommCurve& curve) const {
  std::vector<std::pair<double, double>> list;
  for (const unsigned load : curve.loads) list.emplace_back(load, cycles(curve.cell(), load));
  return list;
}

std::vector<double> RommCurves::slopes(const std::string& cell) const {
  const RommCurve& of = curve(cell);
  std::vector<double> list;
  for (std::size_t run = 0; run < runs_.runs(batch_name(cell, of.loads.front())).size(); ++run) {
    std::vector<std::pair<double, double>> points;
    for (const unsigned load : of.loads)
      points.emplace_back(load, runs_.runs(batch_name(cell, load))[run]);
    list.push_back(least_squares_slope(points));
  }
  return list;
}

double RommCurves::slope(const std::string& cell) const { return spread_of(slopes(cell)).mean; }

const RommCurve& RommCurves::curve(const std::string& cell) const {
  return *std::find_if(curves_.begin(), curves_.end(),
                       [&](const RommCurve& each) { return each.cell() == cell; });
}

}  // namespace wayfarer
