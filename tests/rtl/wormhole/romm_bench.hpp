// A verilated wormhole_romm_source beside its model, and the distribution of the model's draws
// beside the enumeration.
#pragma once

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench.hpp"
#include "family/wormhole/romm_source.hpp"
#include "flits.hpp"

namespace wayfarer::module_test {

using RouteKey = std::vector<int>;

inline RouteKey route_key(const PhaseSets& phases, unsigned dimensions) {
  RouteKey key;
  for (unsigned phase = 0; phase < phases.count; ++phase)
    for (unsigned d = 0; d < dimensions; ++d) key.push_back(phases.sets[phase][d]);
  return key;
}

/// Probabilities of all routes of a pair. Definition 3 has one direction half way around a torus;
/// here both are equally likely. VALIANT's phases choose for themselves, the parts of another
/// route go the same way.
inline std::map<RouteKey, double> enumerated_routes(const Grid& topology, NodeId from, NodeId to,
                                                    const RommRouting& routing) {
  const unsigned dimensions = topology.dimensions();
  std::map<RouteKey, double> found;
  for_each_choice(topology, from, to, routing, [&](const PhaseSets& phases, double probability) {
    const RouteKey key = route_key(phases, dimensions);
    // Places in the key that change their sign together.
    std::vector<std::vector<std::size_t>> turns;
    const auto half = [&](int hops, unsigned d) {
      return topology.torus() && 2 * std::abs(hops) == static_cast<int>(topology.extents()[d]);
    };
    for (unsigned d = 0; d < dimensions; ++d) {
      std::vector<std::size_t> places;
      for (std::size_t at = d; at < key.size(); at += dimensions) {
        if (routing.draw != PhaseDraw::kValiant)
          places.push_back(at);
        else if (half(key[at], d))
          turns.push_back({at});
      }
      if (routing.draw != PhaseDraw::kValiant && half(topology.routing_set(from, to)[d], d))
        turns.push_back(places);
    }
    for (unsigned choice = 0; choice < 1u << turns.size(); ++choice) {
      RouteKey turned = key;
      for (std::size_t i = 0; i < turns.size(); ++i)
        for (const std::size_t at : turns[i])
          if ((choice >> i & 1) != 0) turned[at] = -turned[at];
      found[turned] += probability / (1u << turns.size());
    }
  });
  return found;
}

/// Sums up chi-square over pairs; its mean is the degrees of freedom f, its variance 2 f.
struct ChiSquare {
  double value = 0;
  double freedom = 0;

  void add(const std::map<RouteKey, double>& expected, const std::map<RouteKey, unsigned>& drawn) {
    unsigned draws = 0;
    for (const auto& entry : drawn) {
      REQUIRE(expected.count(entry.first) == 1);
      draws += entry.second;
    }
    for (const auto& [route, probability] : expected) {
      const auto at = drawn.find(route);
      const double mean = probability * draws;
      const double difference = (at == drawn.end() ? 0 : at->second) - mean;
      value += difference * difference / mean;
    }
    freedom += static_cast<double>(expected.size()) - 1;
  }

  /// Distance from the mean in standard deviations.
  [[nodiscard]] double deviations() const {
    return freedom == 0 ? 0 : (value - freedom) / std::sqrt(2 * freedom);
  }
};

/// Draws of the model for every pair of a network.
inline ChiSquare model_draws(const Grid& topology, const RommRouting& routing, unsigned draws) {
  ChiSquare result;
  for (NodeId from = 0; from < topology.nodes(); ++from) {
    RommSource source(topology, routing, from, terminal_seed(1, from));
    for (NodeId to = 0; to < topology.nodes(); ++to) {
      std::map<RouteKey, unsigned> drawn;
      for (unsigned draw = 0; draw < draws; ++draw) {
        while (!source.ready()) source.step(nullptr, true);
        source.step(&to, true);
        while (!source.valid()) source.step(nullptr, true);
        ++drawn[route_key(source.phases(), topology.dimensions())];
      }
      result.add(enumerated_routes(topology, from, to, routing), drawn);
    }
  }
  return result;
}

template <class Top>
class RommBench {
 public:
  RommBench(const TopologyConfig& config, const RommRouting& routing, NodeId node,
            unsigned mutant = 0, Fill fill = usual_fill())
      : bench_(fill),
        topology_(config, HalfWay::kStraight),
        routing_(routing),
        node_(node),
        seed_(terminal_seed(7, node)),
        model_(topology_, routing, node, seed_) {
    while (1u << digit_bits_ < *std::max_element(config.extents.begin(), config.extents.end()))
      ++digit_bits_;
    unsigned position = 0;
    for (unsigned d = 0; d < topology_.dimensions(); ++d)
      position |= topology_.digit(node, d) << d * digit_bits_;
    bench_.argument("+mutant=" + std::to_string(mutant));
    drive(bench_->seed_i, seed_);
    drive(bench_->position_i, position);
    bench_->valid_i = 0;
    bench_->ready_i = 0;
    bench_->dest_i = 0;
    bench_.reset();
  }

  /// Random destinations and waits, and a long one before the first; returns false at the first
  /// difference from the model.
  [[nodiscard]] bool equal(unsigned cycles, unsigned seed = 3) {
    Random random(seed);
    bool offered = false;
    NodeId to = 0;
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      if (!offered) {
        // At times long after ready.
        offered = cycle >= 64 && random.chance(cycle % 1024 < 128 ? 1 : 24, 32);
        to = random.below(topology_.nodes());
      }
      const bool taken = random.chance(3, 4);
      bench_->valid_i = offered;
      drive(bench_->dest_i, to);
      bench_->ready_i = taken;
      bench_.settle();
      if (!agrees()) return false;
      if (model_.valid() && taken)
        ++drawn_[sent_to_][route_key(model_.phases(), topology_.dimensions())];
      const bool accepted = offered && model_.ready();
      model_.step(offered ? &to : nullptr, taken);
      bench_.tick();
      if (accepted) sent_to_ = to;
      offered = offered && !accepted;
    }
    return agrees();
  }

  /// Chi-square test of the headers that RTL and model have drawn.
  [[nodiscard]] ChiSquare chi_square() const {
    ChiSquare result;
    for (const auto& [to, drawn] : drawn_)
      result.add(enumerated_routes(topology_, node_, to, routing_), drawn);
    return result;
  }

  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  [[nodiscard]] bool agrees() {
    if (bench_->ready_o != model_.ready() || bench_->valid_o != model_.valid()) return false;
    if (!model_.valid()) return true;
    const unsigned bits = digit_bits_ + 1;
    const std::uint64_t hops = bench_->hops_o;
    unsigned at = 0;
    for (const int value : route_key(model_.phases(), topology_.dimensions())) {
      const std::uint64_t field = hops >> at & ((1u << bits) - 1);
      if (field != (static_cast<std::uint64_t>(value) & ((1u << bits) - 1))) return false;
      at += bits;
    }
    return true;
  }

  Bench<Top> bench_;
  const Grid topology_;
  const RommRouting routing_;
  const NodeId node_;
  const std::uint32_t seed_;
  RommSource model_;
  unsigned digit_bits_ = 1;
  NodeId sent_to_ = 0;
  std::map<NodeId, std::map<RouteKey, unsigned>> drawn_;
};

/// RTL and model are equal in every cycle, their headers are distributed as the enumeration, and so
/// are those of the model for every pair.
template <class Top>
void expect_draws(const TopologyConfig& config, const RommRouting& routing, NodeId node) {
  RommBench<Top> bench(config, routing, node);
  CHECK(bench.equal(20000));
  CHECK(std::abs(bench.chi_square().deviations()) < 4);
  CHECK_FALSE(bench.assertion_failed());
  const Grid topology(config, HalfWay::kStraight);
  CHECK(std::abs(model_draws(topology, routing, 500).deviations()) < 4);
}

}  // namespace wayfarer::module_test
