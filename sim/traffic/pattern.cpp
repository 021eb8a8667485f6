#include "traffic/pattern.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
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

std::unique_ptr<Pattern> transpose(const PatternRequest& request) {
  const Grid& grid = request.grid;
  unsigned dimensions = grid.dimensions();
  if (!request.options.empty())
    dimensions = static_cast<unsigned>(
        parse_unsigned(request.options[0], "pattern 'transpose': dimensions", 1, dimensions));
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

std::unique_ptr<Pattern> local(const PatternRequest& request) {
  if (request.options.empty()) request.refuse("needs a distance in router hops, as in 'local:3'");
  const std::uint64_t distance =
      parse_unsigned(request.options[0], "pattern 'local': distance", 0, 1u << 20);
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

constexpr const char* kClientServer = "client-server[:requests]";

std::unique_ptr<Pattern> client_server(const std::string& name, const NetworkConfig& config,
                                       std::uint64_t seed) {
  const bool requests = name == "client-server:requests";
  if (name != "client-server" && !requests)
    throw UsageError(
        fmt::format("pattern '{}' in a client-server network; legal: {}", name, kClientServer));
  return std::make_unique<ClientServer>(config.terminals() - 1, !requests, seed);
}

struct Maker {
  const char* name;
  unsigned options;  ///< Beside `self`.
  std::unique_ptr<Pattern> (*make)(const PatternRequest&);
  const char* usage;
  const char* description;
};

constexpr std::array kMakers = {
    Maker{"uniform", 0, make_uniform, "uniform[:self]", "all other terminals equally likely"},
    Maker{"bit-reversal", 0, bit_reversal, "bit-reversal[:self]", "terminal number read backwards"},
    Maker{"bit-complement", 0, bit_complement, "bit-complement[:self]", "all bits inverted"},
    Maker{"perfect-shuffle", 0, perfect_shuffle, "perfect-shuffle[:self]", "rotated left by one"},
    Maker{"transpose", 1, transpose, "transpose[:N][:self]",
          "(x, y) to (y, x), or the same of the first N dimensions"},
    Maker{"hotspot-1", 0, make_hotspot_1, "hotspot-1[:self]", "ten terminals four times as likely"},
    Maker{"hotspot-2", 0, make_hotspot_2, "hotspot-2[:self]",
          "nine terminals four times as likely"},
    Maker{"hotspot", 2, make_hotspot, "hotspot:T+T:PERCENT[:self]",
          "this share of the messages to the terminals T, the others uniform"},
    Maker{"matrix", 1, make_matrix, "matrix:FILE", "by a file of weights, a row a source"},
    Maker{"tornado", 0, tornado, "tornado[:self]", "almost half way round each dimension"},
    Maker{"neighbour", 0, neighbour, "neighbour[:self]", "one further along each dimension"},
    Maker{"single-random", 0, single_random, "single-random[:self]",
          "one random destination for each source"},
    Maker{"random-permutation", 0, random_permutation, "random-permutation[:self]",
          "one random destination for each source, no two alike"},
    Maker{"full-random", 1, make_full_random, "full-random[:self|:drop]",
          "a random destination for each message, itself included; to itself: none (drop: lost)"},
    Maker{"local", 1, local, "local:D[:self]", "uniform within D router hops"},
};

struct Alias {
  const char* name;     ///< Of BookSim2, Garnet or Noxim,
  const char* pattern;  ///< and ours, with an option where that makes them equal.
};

constexpr std::array kAliases = {
    Alias{"uniform_random", "uniform:self"},
    Alias{"TRAFFIC_RANDOM", "uniform"},
    Alias{"bitrev", "bit-reversal"},
    Alias{"bit_reverse", "bit-reversal"},
    Alias{"TRAFFIC_BIT_REVERSAL", "bit-reversal"},
    Alias{"bitcomp", "bit-complement"},
    Alias{"bit_complement", "bit-complement"},
    Alias{"shuffle", "perfect-shuffle"},
    Alias{"TRAFFIC_SHUFFLE", "perfect-shuffle"},
    Alias{"TRAFFIC_TRANSPOSE2", "transpose"},
    Alias{"neighbor", "neighbour"},
    Alias{"randperm", "random-permutation"},
};

/// The name without its options.
std::string base_name(const std::string& name_with_options) {
  return name_with_options.substr(0, name_with_options.find_first_of(":["));
}

std::vector<std::string> aliases_of(const std::string& pattern) {
  std::vector<std::string> names;
  for (const Alias& alias : kAliases)
    if (base_name(alias.pattern) == pattern) names.emplace_back(alias.name);
  return names;
}

bool carries(const NetworkConfig& config, PatternKind kind) {
  const std::vector<PatternKind> kinds = config.own->pattern_kinds();
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

[[noreturn]] void refuse_unknown(const std::string& name, const NetworkConfig& config) {
  std::vector<std::string> legal;
  std::vector<std::string> near;
  for (const PatternInfo& info : patterns()) {
    if (!carries(config, info.kind)) continue;
    legal.push_back(info.name);
    near.push_back(base_name(info.name));
    near.insert(near.end(), info.aliases.begin(), info.aliases.end());
  }
  throw UsageError(fmt::format("unknown pattern '{}'; {}legal: {}", name, did_you_mean(name, near),
                               join(legal)));
}

}  // namespace

const std::vector<MulticastGroup>& Pattern::groups() const {
  static const std::vector<MulticastGroup> none;
  return none;
}

const std::vector<PatternInfo>& patterns() {
  static const std::vector<PatternInfo> list = [] {
    std::vector<PatternInfo> infos;
    for (const Maker& maker : kMakers)
      infos.push_back({maker.usage, maker.description, PatternKind::kGrid, aliases_of(maker.name)});
    infos.push_back(
        {kMulticastUsage,
         "networks with groups: percent of the terminals, or one; percent that each sends "
         "to; of its messages",
         PatternKind::kMulticast});
    infos.push_back({kCopiesUsage,
                     "networks with groups: the same groups, a message for each member",
                     PatternKind::kMulticast});
    infos.push_back({kClientServer,
                     "client-server networks: hosts to the server, and its responses",
                     PatternKind::kClientServer});
    return infos;
  }();
  return list;
}

std::string canonical_pattern(const std::string& name_with_options) {
  const std::string name = base_name(name_with_options);
  for (const Alias& alias : kAliases)
    if (name == alias.name) return alias.pattern + name_with_options.substr(name.size());
  return name_with_options;
}

std::string pattern_file(const std::string& name_with_options) {
  const std::string matrix = "matrix:";
  return name_with_options.rfind(matrix, 0) == 0 ? name_with_options.substr(matrix.size()) : "";
}

const char* default_pattern(const NetworkConfig& config) {
  return carries(config, PatternKind::kClientServer) ? "client-server" : "uniform";
}

std::unique_ptr<Pattern> make_pattern(const std::string& name_with_options,
                                      const NetworkConfig& config, std::uint64_t seed) {
  if (!carries(config, PatternKind::kGrid)) return client_server(name_with_options, config, seed);
  std::vector<std::string> options = split(canonical_pattern(name_with_options), ':');
  const std::string name = options.front();
  options.erase(options.begin());
  if (const std::string file = pattern_file(name_with_options); !file.empty()) options = {file};
  const auto self = std::find(options.begin(), options.end(), "self");
  const bool with_self = self != options.end();
  if (with_self) options.erase(self);
  if (carries(config, PatternKind::kMulticast) &&
      (name == kMulticastPattern || name == kCopiesPattern))
    return make_multicast_pattern(name, options, with_self, config.terminals(), seed);

  const auto maker = std::find_if(kMakers.begin(), kMakers.end(),
                                  [&](const Maker& known) { return known.name == name; });
  if (maker == kMakers.end()) refuse_unknown(name, config);
  if (options.size() > maker->options)
    throw UsageError(fmt::format("pattern '{}': unknown option '{}'; legal: {}", name,
                                 options.back(), maker->usage));
  return maker->make(PatternRequest{name, std::move(options),
                                    Grid(config.own->pattern_grid(config.topology)),
                                    config.topology.processors, seed, with_self});
}

}  // namespace wayfarer
