#include "family/wormhole/expectation.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <stdexcept>

namespace wayfarer {
namespace {

NodeId permuted(const RommLoad& load, NodeId source) {
  const Grid& topology = load.topology;
  std::vector<unsigned> digits;
  for (unsigned d = 0; d < topology.dimensions(); ++d) {
    unsigned from = d;
    if (load.task == RommTask::kTranspose && d < load.dimensions)
      from = (d + load.dimensions / 2) % load.dimensions;
    const unsigned digit = topology.digit(source, from);
    const bool mirrored = load.task == RommTask::kBitComplement && d < load.dimensions;
    digits.push_back(mirrored ? topology.extents()[d] - 1 - digit : digit);
  }
  return topology.node(digits);
}

/// The destinations of a node's messages, all equally likely.
std::vector<NodeId> destinations(const RommLoad& load, NodeId source) {
  if (load.task != RommTask::kRandom) return {permuted(load, source)};
  NodeId first_digits = 1;
  for (unsigned d = 0; d < load.dimensions; ++d) first_digits *= load.topology.extents()[d];
  std::vector<NodeId> list;
  for (NodeId i = 0; i < first_digits; ++i) list.push_back(source - source % first_digits + i);
  return list;
}

using Visit = std::function<void(NodeId source, const PhaseSets&, double probability)>;

/// All choices of all messages sent; each node's probabilities add up to at most 1.
void for_each_message(const RommLoad& load, const RommRouting& routing, const Visit& visit) {
  for (NodeId source = 0; source < load.topology.nodes(); ++source) {
    const std::vector<NodeId> list = destinations(load, source);
    for (const NodeId destination : list) {
      if (destination == source && load.self == SelfMessages::kSilent) continue;
      for_each_choice(load.topology, source, destination, routing,
                      [&](const PhaseSets& phases, double probability) {
                        visit(source, phases, probability / static_cast<double>(list.size()));
                      });
    }
  }
}

unsigned path_length(const PhaseSets& phases) {
  unsigned length = 0;
  for (unsigned i = 0; i < phases.count; ++i) length += magnitude(phases.sets[i]);
  return length;
}

/// Calls action(dimension, hops) for the straight runs of a path in order, each as long as it goes.
template <typename Action>
void for_each_run(const PhaseSets& phases, const Action& action) {
  int run = 0;
  unsigned dimension = 0;
  for (unsigned i = 0; i < phases.count; ++i)
    for (unsigned d = 0; d < kMaxGridDimensions; ++d) {
      const int piece = phases.sets[i][d];
      if (piece == 0) continue;
      if (run != 0 && (d != dimension || (piece < 0) != (run < 0))) {
        action(dimension, run);
        run = 0;
      }
      dimension = d;
      run += piece;
    }
  if (run != 0) action(dimension, run);
}

/// A path encoded as a number: its straight runs in order.
class PathCode {
 public:
  explicit PathCode(const Grid& topology) {
    const std::vector<unsigned>& extents = topology.extents();
    while (1u << dimension_bits_ < topology.dimensions()) ++dimension_bits_;
    const unsigned longest = *std::max_element(extents.begin(), extents.end()) - 1;
    while (1u << length_bits_ < longest) ++length_bits_;
  }

  using Code = std::array<std::uint64_t, 2>;

  [[nodiscard]] Code operator()(const PhaseSets& phases) const {
    Code code = {0, 1};  // the leading one distinguishes runs that begin with zeros from no runs
    for_each_run(phases, [&](unsigned dimension, int run) { append(code, dimension, run); });
    return code;
  }

 private:
  void append(Code& code, unsigned dimension, int run) const {
    const unsigned bits = dimension_bits_ + length_bits_ + 1;
    const auto length = static_cast<unsigned>(std::abs(run)) - 1;
    if (code[0] >> (64 - bits) != 0 || length >> length_bits_ != 0)
      throw std::length_error("path too long to be numbered");
    code[0] = code[0] << bits | code[1] >> (64 - bits);
    code[1] = code[1] << bits | (run < 0) << (bits - 1) | dimension << length_bits_ | length;
  }

  unsigned dimension_bits_ = 0;
  unsigned length_bits_ = 0;
};

}  // namespace

const char* to_string(RommTask task) {
  switch (task) {
    case RommTask::kBitComplement: return "bit-complement";
    case RommTask::kTranspose: return "transpose";
    case RommTask::kRandom: return "random";
  }
  return "";
}

PathLengths path_lengths(const RommLoad& load, const RommRouting& routing) {
  PathLengths lengths;
  for_each_message(load, routing, [&](NodeId, const PhaseSets& phases, double probability) {
    const unsigned length = path_length(phases);
    lengths.average += probability * length;
    lengths.longest = std::max(lengths.longest, length);
  });
  lengths.average /= load.topology.nodes();
  return lengths;
}

std::vector<double> edge_loads(const RommLoad& load, const RommRouting& routing) {
  std::vector<double> loads(load.topology.link_ids());
  for_each_message(load, routing, [&](NodeId at, const PhaseSets& phases, double probability) {
    for (unsigned i = 0; i < phases.count; ++i)
      at = load.topology.walk(at, phases.sets[i], [&](LinkId link) { loads[link] += probability; });
  });
  return loads;
}

double greatest_edge_load(const RommLoad& load, const RommRouting& routing) {
  const std::vector<double> loads = edge_loads(load, routing);
  return *std::max_element(loads.begin(), loads.end());
}

unsigned task_cardinality(const RommLoad& load) {
  unsigned greatest = 0;
  for (NodeId source = 0; source < load.topology.nodes(); ++source)
    for (const NodeId destination : destinations(load, source))
      greatest = std::max(greatest, cardinality(load.topology.routing_set(source, destination)));
  return greatest;
}

double average_turns(const RommLoad& load, const RommRouting& routing) {
  double turns = 0;
  double sum = 0;
  for_each_message(load, routing, [&](NodeId, const PhaseSets& phases, double probability) {
    unsigned runs = 0;
    for_each_run(phases, [&](unsigned, int) { ++runs; });
    turns += probability * (runs == 0 ? 0 : runs - 1);
    sum += probability;
  });
  return turns / sum;
}

std::vector<double> departures(const RommLoad& load, const RommRouting& routing) {
  std::vector<double> shares(load.topology.dimensions());
  double sum = 0;
  for_each_message(load, routing, [&](NodeId, const PhaseSets& phases, double probability) {
    for (unsigned phase = 0; phase < phases.count; ++phase)
      for (unsigned d = 0; d < shares.size(); ++d) {
        if (phases.sets[phase][d] == 0) continue;
        shares[d] += probability;
        sum += probability;
        return;
      }
  });
  for (double& share : shares) share /= sum;
  return shares;
}

std::uint64_t count_paths(const Grid& topology, NodeId source, NodeId destination,
                          const RommRouting& routing) {
  const PathCode code_of(topology);
  std::vector<PathCode::Code> codes;
  for_each_choice(topology, source, destination, routing,
                  [&](const PhaseSets& phases, double) { codes.push_back(code_of(phases)); });
  std::sort(codes.begin(), codes.end());
  return static_cast<std::uint64_t>(std::unique(codes.begin(), codes.end()) - codes.begin());
}

}  // namespace wayfarer
