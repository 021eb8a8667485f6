#include "traffic/pattern.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/random.hpp"
#include "core/text.hpp"
#include "geometry/grid.hpp"
#include "geometry/multicast_group.hpp"
#include "traffic/matrix_pattern.hpp"
#include "traffic/multicast.hpp"
#include "traffic/pattern_request.hpp"
#include "traffic/weighted_pattern.hpp"

namespace wayfarer {
namespace {

/// One fixed destination for each source.
class FixedPattern final : public Pattern {
 public:
  FixedPattern(std::vector<TerminalId> destinations, bool self)
      : destinations_(std::move(destinations)) {
    for (TerminalId source = 0; source < destinations_.size(); ++source)
      if (!self && destinations_[source] == source) destinations_[source] = kNoTerminal;
  }
  TerminalId destination(TerminalId source, std::uint32_t) const override {
    return destinations_[source];
  }
  bool silent(TerminalId source) const override { return destinations_[source] == kNoTerminal; }

 private:
  std::vector<TerminalId> destinations_;
};

/// Uniform among the source's own list of destinations.
class ListPattern final : public Pattern {
 public:
  ListPattern(std::vector<std::vector<TerminalId>> destinations, std::uint64_t seed)
      : destinations_(std::move(destinations)), seed_(seed) {}

  TerminalId destination(TerminalId source, std::uint32_t sequence) const override {
    const std::vector<TerminalId>& list = destinations_[source];
    Random random(seed_, source, Purpose::kDestination, sequence);
    return list.empty() ? kNoTerminal : list[random.below(static_cast<std::uint32_t>(list.size()))];
  }
  bool silent(TerminalId source) const override { return destinations_[source].empty(); }

 private:
  std::vector<std::vector<TerminalId>> destinations_;
  std::uint64_t seed_;
};

using Permutation = std::function<TerminalId(TerminalId)>;

std::unique_ptr<Pattern> permute(const PatternRequest& request, const Permutation& permutation) {
  std::vector<TerminalId> destinations(request.terminals());
  for (TerminalId source = 0; source < destinations.size(); ++source)
    destinations[source] = permutation(source);
  return std::make_unique<FixedPattern>(std::move(destinations), request.self);
}

/// Bits of a terminal number; refuses networks whose size is not a power of two.
unsigned terminal_bits(const PatternRequest& request) {
  const std::uint32_t terminals = request.terminals();
  if ((terminals & (terminals - 1)) != 0)
    request.refuse(fmt::format("needs a power of two of terminals, not {}", terminals));
  unsigned bits = 0;
  while ((1u << bits) < terminals) ++bits;
  return bits;
}

std::unique_ptr<Pattern> bit_reversal(const PatternRequest& request) {
  const unsigned bits = terminal_bits(request);
  return permute(request, [bits](TerminalId source) {
    TerminalId reversed = 0;
    for (unsigned bit = 0; bit < bits; ++bit) reversed |= (source >> bit & 1u) << (bits - 1 - bit);
    return reversed;
  });
}

std::unique_ptr<Pattern> bit_complement(const PatternRequest& request) {
  const TerminalId ones = (1u << terminal_bits(request)) - 1;
  return permute(request, [ones](TerminalId source) { return source ^ ones; });
}

std::unique_ptr<Pattern> perfect_shuffle(const PatternRequest& request) {
  const unsigned bits = terminal_bits(request);
  if (bits == 0) request.refuse("needs at least two terminals");
  const TerminalId ones = (1u << bits) - 1;
  return permute(request, [bits, ones](TerminalId source) {
    return (source << 1 | source >> (bits - 1)) & ones;
  });
}

/// Applies a map of the node's digits; the local number stays.
std::unique_ptr<Pattern> permute_digits(const PatternRequest& request,
                                        const std::function<unsigned(NodeId, unsigned)>& digit_of) {
  const unsigned processors = request.processors;
  return permute(request, [&](TerminalId source) {
    NodeId node = 0;
    for (unsigned d = request.grid.dimensions(); d-- > 0;)
      node = node * request.grid.extents()[d] + digit_of(source / processors, d);
    return node * processors + source % processors;
  });
}

std::unique_ptr<Pattern> transpose(const PatternRequest& request,
                                   std::optional<unsigned> first_dimensions) {
  const Grid& grid = request.grid;
  const unsigned dimensions = first_dimensions.value_or(grid.dimensions());
  check_unsigned(dimensions, "pattern 'transpose': dimensions", 1, grid.dimensions());
  const unsigned half = dimensions / 2;
  bool square = dimensions % 2 == 0;
  for (unsigned d = 0; square && d < half; ++d)
    square = grid.extents()[d] == grid.extents()[d + half];
  if (!square)
    request.refuse(fmt::format(
        "needs an even number of dimensions and equal halves such as 16x16 or 4x8x4x8, not {}",
        fmt::join(grid.extents().begin(), grid.extents().begin() + dimensions, "x")));
  return permute_digits(request, [&grid, half, dimensions](NodeId node, unsigned d) {
    return grid.digit(node, d < dimensions ? (d + half) % dimensions : d);
  });
}

std::unique_ptr<Pattern> shift_digits(const PatternRequest& request,
                                      const std::function<unsigned(unsigned)>& shift) {
  const Grid& grid = request.grid;
  return permute_digits(request, [&](NodeId node, unsigned d) {
    const unsigned extent = grid.extents()[d];
    return (grid.digit(node, d) + shift(extent)) % extent;
  });
}

std::unique_ptr<Pattern> tornado(const PatternRequest& request) {
  return shift_digits(request, [](unsigned extent) { return (extent + 1) / 2 - 1; });
}

std::unique_ptr<Pattern> neighbour(const PatternRequest& request) {
  return shift_digits(request, [](unsigned) { return 1u; });
}

std::unique_ptr<Pattern> single_random(const PatternRequest& request) {
  const std::uint32_t terminals = request.terminals();
  return permute(request, [&request, terminals](TerminalId source) {
    return Random(request.seed, source, Purpose::kFixedDestination, 0).below(terminals);
  });
}

/// A permutation drawn from the seed by Fisher and Yates' shuffle.
std::unique_ptr<Pattern> random_permutation(const PatternRequest& request) {
  std::vector<TerminalId> destinations(request.terminals());
  std::iota(destinations.begin(), destinations.end(), TerminalId{0});
  Random random(request.seed, 0, Purpose::kFixedDestination, 1);
  for (std::uint32_t left = request.terminals(); left > 1; --left)
    std::swap(destinations[left - 1], destinations[random.below(left)]);
  return std::make_unique<FixedPattern>(std::move(destinations), request.self);
}

std::unique_ptr<Pattern> local(const PatternRequest& request, unsigned distance) {
  const unsigned processors = request.processors;
  std::vector<std::vector<TerminalId>> lists(request.terminals());
  for (TerminalId source = 0; source < lists.size(); ++source) {
    for (TerminalId other = 0; other < lists.size(); ++other)
      if ((other != source || request.self) &&
          request.grid.distance(source / processors, other / processors) <= distance)
        lists[source].push_back(other);
  }
  return std::make_unique<ListPattern>(std::move(lists), request.seed);
}

/// Requests and responses of a client-server network.
class ClientServer final : public Pattern {
 public:
  ClientServer(std::uint32_t hosts, bool responses, std::uint64_t seed)
      : hosts_(hosts), responses_(responses), seed_(seed) {}
  TerminalId destination(TerminalId source, std::uint32_t sequence) const override {
    if (source != hosts_) return hosts_;
    return Random(seed_, source, Purpose::kDestination, sequence).below(hosts_);
  }
  bool silent(TerminalId source) const override { return source == hosts_ && !responses_; }

 private:
  std::uint32_t hosts_;
  bool responses_;
  std::uint64_t seed_;
};

std::unique_ptr<Pattern> make_plain(PlainPattern pattern, const PatternRequest& request) {
  switch (pattern) {
    case PlainPattern::kUniform: return make_uniform(request);
    case PlainPattern::kBitReversal: return bit_reversal(request);
    case PlainPattern::kBitComplement: return bit_complement(request);
    case PlainPattern::kPerfectShuffle: return perfect_shuffle(request);
    case PlainPattern::kTornado: return tornado(request);
    case PlainPattern::kNeighbour: return neighbour(request);
    case PlainPattern::kHotspot1: return make_hotspot_1(request);
    case PlainPattern::kHotspot2: return make_hotspot_2(request);
    case PlainPattern::kSingleRandom: return single_random(request);
    case PlainPattern::kRandomPermutation: break;
  }
  return random_permutation(request);
}

bool carries(const NetworkConfig& config, PatternKind kind) {
  const std::vector<PatternKind> kinds = config.own->pattern_kinds();
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

void refuse_misfit(const PatternSpec& spec, const NetworkConfig& config) {
  if (carries(config, spec.kind())) return;
  std::vector<std::string> legal;
  for (const PatternInfo& info : patterns())
    if (carries(config, info.kind)) legal.push_back(info.name);
  const char* network = "client-server network";
  if (spec.kind() == PatternKind::kMulticast) network = "network without multicast groups";
  if (spec.kind() == PatternKind::kClientServer) network = "network without a server";
  throw UsageError(
      fmt::format("pattern '{}' in a {}; legal: {}", to_string(spec), network, join(legal)));
}

/// Makes the pattern of a spec that the network carries.
struct Maker {
  const NetworkConfig& config;
  std::uint64_t seed;
  std::string name;

  [[nodiscard]] PatternRequest request(bool self = false) const {
    return {name, Grid(config.own->pattern_grid(config.topology)), config.topology.processors, seed,
            self};
  }

  std::unique_ptr<Pattern> operator()(const PlainSpec& spec) const {
    return make_plain(spec.pattern, request(spec.self));
  }
  std::unique_ptr<Pattern> operator()(const TransposeSpec& spec) const {
    return transpose(request(spec.self), spec.dimensions);
  }
  std::unique_ptr<Pattern> operator()(const HotspotSpec& spec) const {
    return make_hotspot(request(spec.self), spec);
  }
  std::unique_ptr<Pattern> operator()(const MatrixSpec& spec) const {
    return make_matrix(request(), spec.file);
  }
  std::unique_ptr<Pattern> operator()(const FullRandomSpec& spec) const {
    return make_full_random(request(), spec.to_itself);
  }
  std::unique_ptr<Pattern> operator()(const LocalSpec& spec) const {
    return local(request(spec.self), spec.hops);
  }
  std::unique_ptr<Pattern> operator()(const MulticastSpec& spec) const {
    return make_multicast(spec, config.terminals(), seed);
  }
  std::unique_ptr<Pattern> operator()(const CopiesSpec& spec) const {
    return make_copies(spec, config.terminals(), seed);
  }
  std::unique_ptr<Pattern> operator()(const ClientServerSpec& spec) const {
    return std::make_unique<ClientServer>(config.terminals() - 1, spec.responses, seed);
  }
};

}  // namespace

const std::vector<MulticastGroup>& Pattern::groups() const {
  static const std::vector<MulticastGroup> none;
  return none;
}

PatternSpec default_pattern(const NetworkConfig& config) {
  if (carries(config, PatternKind::kClientServer)) return {ClientServerSpec{}};
  return {PlainSpec{PlainPattern::kUniform}};
}

std::unique_ptr<Pattern> make_pattern(const PatternSpec& spec, const NetworkConfig& config,
                                      std::uint64_t seed) {
  refuse_misfit(spec, config);
  return std::visit(Maker{config, seed, spec.name()}, spec.which);
}

}  // namespace wayfarer
