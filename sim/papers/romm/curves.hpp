// Nesson and Johnsson's cycles over L, the messages of each node, and their slopes.
#pragma once

#include <string>
#include <vector>

#include "papers/romm/batch.hpp"

namespace wayfarer {

/// "Cycles vs. load" of one algorithm and task.
struct RommCurve {
  std::string network;
  std::string algorithm;
  std::string task;
  std::vector<unsigned> loads = {1, 5, 10, 20, 50, 100};  ///< Values of L.

  [[nodiscard]] std::string cell() const { return network + " " + algorithm + " " + task; }
};

/// Slope of the least-squares line. Throws std::invalid_argument for fewer than two abscissae.
[[nodiscard]] double least_squares_slope(const std::vector<std::pair<double, double>>& points);

class RommCurves {
 public:
  /// Runs what `options` select. Fills the points, results and conditions of `result`.
  RommCurves(const EngineFactory& engines, const ReproductionOptions& options,
             std::vector<RommCurve> curves, Reproduction& result);

  /// Those of which every load was run.
  [[nodiscard]] const std::vector<RommCurve>& curves() const { return curves_; }
  [[nodiscard]] bool known(const std::string& cell) const;
  /// Mean cycles.
  [[nodiscard]] double cycles(const std::string& cell, unsigned load) const;
  [[nodiscard]] std::vector<std::pair<double, double>> points(const RommCurve& curve) const;
  /// Cycles per message: the slope over all loads, of each run, and their mean. The mean of the
  /// slopes is the slope of the means.
  [[nodiscard]] std::vector<double> slopes(const std::string& cell) const;
  [[nodiscard]] double slope(const std::string& cell) const;

 private:
  [[nodiscard]] const RommCurve& curve(const std::string& cell) const;

  BatchRuns runs_;
  std::vector<RommCurve> curves_;
};

}  // namespace wayfarer
