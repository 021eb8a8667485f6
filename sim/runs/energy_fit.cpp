#include "runs/energy_fit.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include <boost/numeric/ublas/lu.hpp>
#include <boost/numeric/ublas/matrix.hpp>
#include <boost/numeric/ublas/vector.hpp>

#include "core/error.hpp"

namespace wayfarer {
namespace {

namespace ublas = boost::numeric::ublas;

/// Least squares by normal equations, of columns scaled to 1; empty if they are not independent.
std::optional<ByEnergyEvent> solve(const std::vector<EnergySample>& samples,
                                   const std::vector<EnergyEvent>& events) {
  ublas::matrix<double> rows(samples.size(), events.size());
  ublas::vector<double> scale(events.size());
  for (std::size_t column = 0; column < events.size(); ++column) {
    double most = 0;
    for (const EnergySample& sample : samples)
      most = std::max(most, sample.events[events[column]] / sample.toggles);
    if (most == 0) return std::nullopt;
    scale(column) = most;
    for (std::size_t row = 0; row < samples.size(); ++row)
      rows(row, column) = samples[row].events[events[column]] / samples[row].toggles / most;
  }
  ublas::matrix<double> square = ublas::prod(ublas::trans(rows), rows);
  ublas::vector<double> result =
      ublas::prod(ublas::trans(rows), ublas::scalar_vector<double>(samples.size(), 1));
  ublas::permutation_matrix<std::size_t> order(events.size());
  if (ublas::lu_factorize(square, order) != 0) return std::nullopt;
  constexpr double kSingular = 1e-9;
  for (std::size_t i = 0; i < events.size(); ++i)
    if (std::abs(square(i, i)) < kSingular) return std::nullopt;
  ublas::lu_substitute(square, order, result);
  ByEnergyEvent each{};
  for (std::size_t i = 0; i < events.size(); ++i) each[events[i]] = result(i) / scale(i);
  return each;
}

double squares(const ByEnergyEvent& each, const std::vector<EnergySample>& samples) {
  double sum = 0;
  for (const EnergySample& sample : samples) {
    const double error = relative_error(each, sample);
    sum += error * error;
  }
  return sum;
}

}  // namespace

double relative_error(const ByEnergyEvent& each, const EnergySample& sample) {
  const double energy = std::inner_product(each.begin(), each.end(), sample.events.begin(), 0.0);
  return energy / sample.toggles - 1;
}

/// Of a handful of events, all subsets are tried.
ByEnergyEvent fit_energy(const std::vector<EnergySample>& samples,
                         const std::vector<EnergyEvent>& events) {
  std::optional<ByEnergyEvent> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t subset = 1; subset < std::size_t{1} << events.size(); ++subset) {
    std::vector<EnergyEvent> chosen;
    for (std::size_t i = 0; i < events.size(); ++i)
      if ((subset >> i & 1) != 0) chosen.push_back(events[i]);
    if (chosen.size() > samples.size()) continue;
    const auto each = solve(samples, chosen);
    if (!each || std::any_of(each->begin(), each->end(), [](double one) { return one < 0; }))
      continue;
    const double error = squares(*each, samples);
    if (error >= least) continue;
    least = error;
    best = each;
  }
  if (!best)
    throw UsageError(
        "energy: the runs toggle nothing or do not tell the events apart; legal: runs with traffic "
        "of several loads, lengths and distances");
  return *best;
}

}  // namespace wayfarer
