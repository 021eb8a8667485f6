#include "family/wormhole/formulas.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>

namespace wayfarer {
namespace {

double sum(const Extents& extents, std::size_t first, std::size_t last,
           const std::function<double(double)>& term) {
  double total = 0;
  for (std::size_t i = first; i < last; ++i) total += term(extents[i]);
  return total;
}

double largest(const Extents& extents) { return *std::max_element(extents.begin(), extents.end()); }

double product(const Extents& extents, std::size_t first, std::size_t last) {
  double total = 1;
  for (std::size_t i = first; i < last; ++i) total *= extents[i];
  return total;
}

double factorial(unsigned n) { return n == 0 ? 1 : n * factorial(n - 1); }

double binomial(unsigned n, unsigned k) { return factorial(n) / factorial(k) / factorial(n - k); }

/// Mean distance of two random nodes on a line.
double random_distance(double extent) { return (extent * extent - 1) / (3 * extent); }

double diameter(double extent) { return extent - 1; }

/// Load of the middle link of a line, in one direction, when every node sends to a random node.
double random_load(double extent) { return std::floor(extent * extent / 4) / extent; }

/// The sum of Table 4's p-PHASE transpose, with the denominator of its product as an argument.
double transpose_load(const Extents& extents, const std::function<double(double, double)>& below) {
  const auto d = static_cast<double>(extents.size());
  double total = 0;
  for (double j = 1; j <= d / 2; ++j) {
    double term = std::pow((extents[0] - 1) / 2.0, j);
    for (double i = 1; i < j; ++i) term *= (d - 2 * i) / below(i, j);
    total += term;
  }
  return total;
}

double dimension_order_transpose(const Extents& extents) {
  const std::size_t half = extents.size() / 2;
  return std::max((extents[0] - 1) * product(extents, 1, half),
                  (extents[half - 1] - 1) * product(extents, 0, half - 1));
}

/// Share of silent nodes that reduces the busiest link's load: the middle node of a bit-complement
/// of odd extents does not.
double silent_part(RommTask task, const Extents& extents) {
  const double nodes = product(extents, 0, extents.size());
  if (task == RommTask::kBitComplement) return 0;
  return task == RommTask::kTranspose ? 1 / std::sqrt(nodes) : 1 / nodes;
}

/// Orders of d + j pieces, two of each of j dimensions, that never follow each other.
double separated_orders(unsigned d, unsigned j) {
  double total = 0;
  for (unsigned i = 0; i <= j; ++i)
    total += (i % 2 == 0 ? 1 : -1) * binomial(j, i) * factorial(d + j - i) / std::pow(2, j - i);
  return total;
}

/// By j: the sum, over all choices of j dimensions, of the products of |R_i| - 1.
std::vector<double> cut_products(const Displacements& set) {
  std::vector<double> sums = {1};
  for (const int displacement : set) {
    if (displacement == 0) continue;
    sums.push_back(0);
    for (std::size_t j = sums.size(); --j > 0;)
      sums[j] += sums[j - 1] * (std::abs(displacement) - 1);
  }
  return sums;
}

}  // namespace

double printed_average_path(RommTask task, RommKind kind, const Extents& extents, unsigned d) {
  if (kind == RommKind::kValiant) return 2 * sum(extents, 0, extents.size(), random_distance);
  if (task == RommTask::kBitComplement)
    return sum(extents, 0, d, [](double extent) { return extent / 2; });
  return sum(extents, 0, d, random_distance);
}

double average_path(RommTask task, RommKind kind, const Extents& extents, unsigned d) {
  if (kind == RommKind::kValiant || task != RommTask::kBitComplement)
    return printed_average_path(task, kind, extents, d);
  return sum(extents, 0, d, [](double extent) { return std::floor(extent * extent / 2) / extent; });
}

double printed_longest_path(RommTask task, RommKind kind, const Extents& extents, unsigned d) {
  const double minimal = sum(extents, 0, d, diameter);
  if (kind != RommKind::kValiant) return minimal;
  const double others = 2 * sum(extents, d, extents.size(), diameter);
  switch (task) {
    case RommTask::kBitComplement: return minimal + others;
    case RommTask::kTranspose: return 2 * minimal - d + others;
    case RommTask::kRandom: return 2 * minimal + others;
  }
  return 0;
}

double longest_path(RommTask task, RommKind kind, const Extents& extents, unsigned d) {
  const double everything = 2 * sum(extents, 0, extents.size(), diameter);
  if (kind != RommKind::kValiant || task == RommTask::kBitComplement)
    return printed_longest_path(task, kind, extents, d);
  // Source and destination must differ, but possibly in only one dimension, or one pair of
  // dimensions.
  return everything - (task == RommTask::kTranspose ? 2 : 1);
}

double printed_romm_paths(unsigned phases, unsigned d) {
  const unsigned larger = d % phases;
  return factorial(d) / std::pow(factorial(d / phases), phases - larger) /
         std::pow(factorial(d / phases + 1), larger);
}

double printed_valiant_paths(const Extents& extents, const Displacements& set) {
  return product(extents, 0, extents.size()) - magnitude(set);
}

double romm_paths(unsigned phases, const Displacements& set) {
  const unsigned d = cardinality(set);
  const std::vector<double> products = cut_products(set);
  double total = 0;
  for (unsigned j = 0; j <= phases - d; ++j) total += separated_orders(d, j) * products[j];
  return total;
}

double printed_load(RommTask task, RommKind kind, const Extents& extents) {
  const double extent = largest(extents);
  if (task == RommTask::kBitComplement) return extent / 2;
  if (task == RommTask::kRandom) return kind == RommKind::kValiant ? extent / 2 : extent / 4;
  if (kind == RommKind::kValiant) return (extent - 1) / 2;
  if (kind == RommKind::kDimensionOrder) return dimension_order_transpose(extents);
  return transpose_load(extents, [](double i, double j) { return 2 * j - i; });
}

double edge_load(RommTask task, RommKind kind, const Extents& extents) {
  const double extent = largest(extents);
  if (kind == RommKind::kValiant) {
    // Every node's first phase is spread over all nodes, less the messages not sent; so is the
    // second.
    // A line without silent nodes has the full load in one of the phases, except under random
    // traffic.
    const double silent = silent_part(task, extents);
    return random_load(extent) * (2 - (task == RommTask::kRandom ? 2 * silent : silent));
  }
  if (task == RommTask::kBitComplement) return std::floor(extent / 2);
  if (task == RommTask::kRandom) return random_load(extent);
  if (kind == RommKind::kDimensionOrder) return dimension_order_transpose(extents);
  return transpose_load(extents, [](double i, double j) { return 2 * j - 2 * i + 1; });
}

}  // namespace wayfarer
