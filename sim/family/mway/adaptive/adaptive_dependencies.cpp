#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "family/mway/adaptive/candidates.hpp"
#include "family/mway/dependencies.hpp"

namespace wayfarer {
namespace {

/// A set of resources.
class Resources {
 public:
  explicit Resources(ResourceId ids) : words_((ids + 63) / 64) {}

  [[nodiscard]] bool empty() const { return words_.empty(); }
  void add(ResourceId id) { words_[id / 64] |= std::uint64_t{1} << id % 64; }
  void add(const Resources& others) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= others.words_[i];
  }
  /// Adds those that are not yet in the set, and calls action(resource) for each.
  template <typename Action>
  void add_new(const Resources& others, const Action& action) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      std::uint64_t added = others.words_[i] & ~words_[i];
      words_[i] |= added;
      for (; added != 0; added &= added - 1)
        action(static_cast<ResourceId>(i * 64 + static_cast<unsigned>(__builtin_ctzll(added))));
    }
  }

 private:
  std::vector<std::uint64_t> words_;
};

/// Follows the messages to one channel after the other. Where and how a header has come to a
/// channel is a state; its candidates lead to further states, and none back, since all are minimal.
class Follower {
 public:
  explicit Follower(const NetworkConfig& config)
      : topology_(config.topology),
        variant_(mway_of(config).variant),
        all_(mway_of(config).frees_early() || variant_ == MwayVariant::kUnescaped),
        buffers_(class_buffers(config)),
        resource_buffers_(buffers_),
        ids_(topology_.channels() * topology_.ways() * kMwayClasses),
        graph_(ids_, name_of(topology_)),
        known_(ids_, Resources(0)) {
    const std::array<unsigned, kMwayClasses> own = own_buffers(buffers_);
    for (unsigned c = 0; c < kMwayClasses && !all_; ++c)
      if (own[c] != 0) resource_buffers_[c] = own[c];
  }

  DependencyGraph follow() {
    const unsigned processors = topology_.processors_per_channel();
    for (ChannelId to = 0; to < topology_.channels(); ++to) {
      states_.assign(topology_.channels() * (topology_.ways() + 1) * kMwayClasses, kUnseen);
      wants_.clear();
      for (ChannelId from = 0; from < topology_.channels(); ++from) {
        if (from == to) continue;
        destination_ = to * processors;
        graph_.start({from * processors, destination_});
        visit(from, kNoWay, 0);
      }
    }
    return std::move(graph_);
  }

 private:
  static constexpr std::size_t kUnseen = ~std::size_t{0};

  static DependencyGraph::Name name_of(const MwayTopology& topology) {
    return [topology](ResourceId resource) {
      const ResourceId set = resource / kMwayClasses;
      const unsigned buffer_class = resource % kMwayClasses;
      const ChannelId channel = set / topology.ways();
      const unsigned way = set % topology.ways();
      const std::string name =
          buffer_class == kAdaptiveClass ? "adaptive class" : fmt::format("class {}", buffer_class);
      return fmt::format("way {} of channel {} (to channel {}), {}", way, channel,
                         topology.neighbour(channel, way), name);
    };
  }

  [[nodiscard]] ResourceId resource(ChannelId at, unsigned way, unsigned buffer_class) const {
    return (at * topology_.ways() + way) * kMwayClasses + buffer_class;
  }

  /// What a message may wait for, there or later.
  std::size_t visit(ChannelId at, unsigned incoming_way, unsigned incoming_class) {
    const std::size_t row = incoming_way == kNoWay ? topology_.ways() : incoming_way;
    const std::size_t state = (at * (topology_.ways() + 1) + row) * kMwayClasses + incoming_class;
    if (states_[state] != kUnseen) return states_[state];
    const MwayCandidates candidates =
        mway_candidates(topology_, variant_, at, destination_, incoming_way, incoming_class);
    Resources wants(ids_);
    if (candidates.way < topology_.processor_way(0)) {
      const unsigned escape = topology_.route(at, destination_).buffer_class;
      for (unsigned c = 0; c < kAdaptiveClass; ++c)
        if ((candidates.classes >> c & 1) != 0) {
          if (all_ || c == escape) wants.add(resource(at, candidates.way, c));
          take(at, candidates.way, c, wants);
        }
      for (unsigned way = 0; way < topology_.processor_way(0); ++way)
        if ((candidates.adaptive >> way & 1) != 0) {
          if (all_) wants.add(resource(at, way, kAdaptiveClass));
          take(at, way, kAdaptiveClass, wants);
        }
    }
    wants_.push_back(std::move(wants));
    return states_[state] = wants_.size() - 1;
  }

  /// The message continues by a candidate: it holds a buffer, which may belong to a resource.
  void take(ChannelId at, unsigned way, unsigned buffer_class, Resources& wants) {
    const Resources later = wants_[visit(topology_.neighbour(at, way), way, buffer_class)];
    for (unsigned c = 0; c < kMwayClasses; ++c) {
      if ((resource_buffers_[c] & buffers_[buffer_class]) == 0) continue;
      if (!all_ && c == kAdaptiveClass) continue;
      const ResourceId held = resource(at, way, c);
      graph_.hold(held);
      if (known_[held].empty()) known_[held] = Resources(ids_);
      known_[held].add_new(later, [this](ResourceId wanted) { graph_.want(wanted); });
    }
    wants.add(later);
  }

  const MwayTopology topology_;
  const MwayVariant variant_;
  const bool all_;  ///< All classes are resources.
  const std::array<unsigned, kMwayClasses> buffers_;
  std::array<unsigned, kMwayClasses> resource_buffers_;
  const ResourceId ids_;
  DependencyGraph graph_;
  std::vector<Resources> known_;  ///< By resource held: those wanted.
  TerminalId destination_ = 0;
  std::vector<std::size_t> states_;  ///< States of messages to this destination, as indices of
  std::vector<Resources> wants_;     ///< the resources that they may wait for.
};

}  // namespace

DependencyGraph mway_adaptive_dependencies(const NetworkConfig& config) {
  return Follower(config).follow();
}

}  // namespace wayfarer
