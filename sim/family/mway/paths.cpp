#include "family/mway/paths.hpp"

#include "family/mway/config.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer {
namespace {

/// Nodes are the channels, each a bus. A message that has crossed one is in the buffer set of the
/// router towards the next, which drives that channel by the number of the way that it took.
class MwayPaths final : public MessagePaths {
 public:
  explicit MwayPaths(const NetworkConfig& config)
      : topology_(config.topology, mway_of(config).fault), router_(mway_of(config)) {}

  [[nodiscard]] std::uint32_t nodes() const override { return topology_.channels(); }
  [[nodiscard]] ChannelEnds ends(ChannelId channel) const override { return {channel, channel}; }
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
    NextChannel way;
    if (head.channel == kNoChannel) {
      way.channel = topology_.channel_of(head.source);
      way.drivers = std::uint64_t{1} << topology_.processor_way(topology_.local_of(head.source));
    } else {
      const MwayHop taken = topology_.route_from(head.source, head.channel, head.destination);
      if (to_processor(taken)) return NextStep::kDelivered;
      way.channel = topology_.neighbour(head.channel, taken.way);
      way.drivers = std::uint64_t{1} << taken.way;
      way.held_first = first_of(taken);
    }
    const MwayHop hop = topology_.route_from(head.source, way.channel, head.destination);
    if (!to_processor(hop)) {
      way.pool = topology_.neighbour(way.channel, hop.way);
      way.pool_driver = hop.way;
      way.first_buffer = first_of(hop);
      way.buffers = hop.buffer_class == 0 ? router_.class_zero_buffers
                                          : router_.buffers - router_.class_zero_buffers;
    }
    next.push_back(way);
    return NextStep::kChannel;
  }

 private:
  [[nodiscard]] bool to_processor(const MwayHop& hop) const {
    return hop.way >= topology_.processor_way(0);
  }
  [[nodiscard]] unsigned first_of(const MwayHop& hop) const {
    return hop.buffer_class == 0 ? 0 : router_.class_zero_buffers;
  }

  const MwayTopology topology_;
  const MwayConfig router_;
};

}  // namespace

std::unique_ptr<MessagePaths> make_mway_paths(const NetworkConfig& config) {
  return std::make_unique<MwayPaths>(config);
}

}  // namespace wayfarer
