#include "family/mway/paths.hpp"

#include "family/mway/adaptive/candidates.hpp"
#include "family/mway/config.hpp"
#include "family/mway/model.hpp"
#include "family/mway/multicast/groups.hpp"
#include "family/mway/multicast/tree.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer {
namespace {

/// Nodes are the channels, each a bus. A message that has crossed one is in the buffer set of the
/// router towards the next, which drives that channel by the number of the way that it took.
class MwayPaths final : public MessagePaths {
 public:
  MwayPaths(const NetworkConfig& config, const std::vector<MulticastGroup>& groups)
      : MessagePaths(bus_map(Grid(config.topology))),
        topology_(config.topology, mway_of(config).fault),
        router_(mway_of(config)),
        tree_(topology_) {
    tree_.set_groups(groups);
  }

  [[nodiscard]] NodeNumber node_of(TerminalId terminal) const override {
    return topology_.channel_of(terminal);
  }
  /// A router drives the next channel by the number of the way taken: DIM+ comes from the minus
  /// side.
  [[nodiscard]] NodeNumber driver_from(ChannelId channel, unsigned driver) const override {
    for (const MwayRouter& router : topology_.routers()) {
      if (router.high == channel && topology_.way(router.dimension, false) == driver)
        return router.low;
      if (router.low == channel && topology_.way(router.dimension, true) == driver)
        return router.high;
    }
    const bool processor = driver >= topology_.processor_way(0) && driver < topology_.ways();
    return processor ? channel : kNoNode;
  }
  [[nodiscard]] Timing timing() const override { return {2, 2, 2}; }
  [[nodiscard]] Buffers buffers() const override { return Buffers::kPool; }

  NextStep next(const HeadPlace& head, std::vector<NextChannel>& next) const override {
    if (has_groups(router_.variant) && is_multicast(head.destination))
      return next_branches(head, next);
    if (has_candidates(router_.variant)) return next_candidates(head, next);
    NextChannel way;
    unsigned driver = topology_.processor_way(topology_.local_of(head.source));
    if (head.channel == kNoChannel) {
      way.channel = topology_.channel_of(head.source);
    } else {
      const MwayHop taken = hop_after(head, head.channel, head.driver);
      if (to_processor(taken)) return NextStep::kDelivered;
      way.channel = topology_.neighbour(head.channel, taken.way);
      way.held_first = first_of(taken);
      driver = taken.way;
    }
    way.drivers = std::uint64_t{1} << driver;
    const MwayHop hop = hop_after(head, way.channel, driver);
    if (!to_processor(hop)) {
      way.pool = topology_.neighbour(way.channel, hop.way);
      way.pool_driver = hop.way;
      way.first_buffer = first_of(hop);
      way.buffers = bits_of(router_.classes[hop.buffer_class]);
    }
    next.push_back(way);
    return NextStep::kChannel;
  }

 private:
  /// The route at a channel that the head has crossed as `driver`. With a fault it depends on where
  /// the head came from.
  [[nodiscard]] MwayHop hop_after(const HeadPlace& head, ChannelId channel, unsigned driver) const {
    if (!topology_.fault()) return topology_.route(channel, head.destination);
    MwayHop found{topology_.processor_way(0), 0};
    topology_.follow(head.source, head.destination,
                     [&](ChannelId at, unsigned as, const MwayHop& hop) {
                       if (at == channel && as == driver) found = hop;
                     });
    return found;
  }
  /// With a choice of ways: the channels to which any of them may have led, each with the sets that
  /// may receive from there.
  NextStep next_candidates(const HeadPlace& head, std::vector<NextChannel>& next) const {
    if (head.channel == kNoChannel) {
      const unsigned local = topology_.local_of(head.source);
      add_candidates(head, topology_.channel_of(head.source), topology_.processor_way(local), next);
      return NextStep::kChannel;
    }
    const unsigned taken = ways(head, head.channel);
    if (taken == 0) return NextStep::kDelivered;
    for (unsigned way = topology_.processor_way(0); way-- > 0;)
      if ((taken >> way & 1) != 0)
        add_candidates(head, topology_.neighbour(head.channel, way), way, next);
    return NextStep::kChannel;
  }
  void add_candidates(const HeadPlace& head, ChannelId channel, unsigned driver,
                      std::vector<NextChannel>& next) const {
    const unsigned receivers = ways(head, channel);
    NextChannel way;
    way.channel = channel;
    way.drivers = std::uint64_t{1} << driver;
    if (receivers == 0) next.push_back(way);
    for (unsigned receiver = topology_.processor_way(0); receiver-- > 0;) {
      if ((receivers >> receiver & 1) == 0) continue;
      way.pool = topology_.neighbour(channel, receiver);
      way.pool_driver = receiver;
      way.buffers = router_.buffers;
      next.push_back(way);
    }
  }
  /// Routers that may take the head from a channel; none at its destination.
  [[nodiscard]] unsigned ways(const HeadPlace& head, ChannelId at) const {
    const MwayCandidates candidates =
        mway_candidates(topology_, router_.variant, at, head.destination, kNoWay, 0);
    if (candidates.way >= topology_.processor_way(0)) return 0;
    return candidates.adaptive | 1u << candidates.way;
  }
  /// The channels that the receivers of a message to a group drive; processors deliver it.
  NextStep next_branches(const HeadPlace& head, std::vector<NextChannel>& next) const {
    const unsigned processors = topology_.processor_way(0);
    if (head.channel == kNoChannel) {
      next.push_back(branch(topology_.channel_of(head.source),
                            processors + topology_.local_of(head.source), head.destination));
      return NextStep::kBranches;
    }
    const unsigned ways =
        tree_.receivers(head.channel, head.destination) & tree_.allowed(head.driver);
    for (unsigned way = 0; way < processors; ++way)
      if ((ways >> way & 1) != 0)
        next.push_back(branch(topology_.neighbour(head.channel, way), way, head.destination));
    return next.empty() ? NextStep::kDelivered : NextStep::kBranches;
  }
  /// From there it needs a buffer of its first receiver, before the others.
  [[nodiscard]] NextChannel branch(ChannelId channel, unsigned driver,
                                   TerminalId destination) const {
    NextChannel next;
    next.channel = channel;
    next.drivers = std::uint64_t{1} << driver;
    const unsigned ways = tree_.receivers(channel, destination) & tree_.allowed(driver);
    for (unsigned way = topology_.processor_way(0); way-- > 0;) {
      if ((ways >> way & 1) == 0) continue;
      next.pool = topology_.neighbour(channel, way);
      next.pool_driver = way;
      next.buffers = router_.buffers;
    }
    return next;
  }
  static unsigned bits_of(unsigned mask) { return static_cast<unsigned>(__builtin_popcount(mask)); }
  [[nodiscard]] bool to_processor(const MwayHop& hop) const {
    return hop.way >= topology_.processor_way(0);
  }
  [[nodiscard]] unsigned first_of(const MwayHop& hop) const {
    return hop.buffer_class == 0 ? 0 : bits_of(router_.classes[0]);
  }

  const MwayTopology topology_;
  const MwayConfig router_;
  MwayTree tree_;
};

}  // namespace

std::unique_ptr<MessagePaths> make_mway_paths(const NetworkConfig& config,
                                              const std::function<void(Network&)>& prepare) {
  const std::unique_ptr<Network> network = make_mway_model(config);
  prepare(*network);
  const auto* const groups = network->find<MwayGroups>();
  return std::make_unique<MwayPaths>(
      config, groups != nullptr ? groups->groups() : std::vector<MulticastGroup>{});
}

}  // namespace wayfarer
