#include "family/linear/paths.hpp"

#include "family/linear/config.hpp"
#include "family/linear/topology.hpp"

namespace wayfarer {
namespace {

/// The driver of a channel is the switch's input.
class LinearPaths final : public MessagePaths {
 public:
  explicit LinearPaths(const NetworkConfig& config)
      : MessagePaths(linear_map(LinearTopology(linear_of(config).tree))),
        topology_(linear_of(config).tree),
        switches_(topology_.switches()) {
    outputs_.assign(2 * std::size_t{switches_}, kNoChannel);
    for (SwitchId at = 1; at < switches_; ++at) {
      const SwitchInput input = topology_.switch_target(at);
      outputs_[2 * input.at + input.input] = switches_ + at;
    }
  }

  [[nodiscard]] NodeNumber node_of(TerminalId terminal) const override {
    return terminal == topology_.server() ? switches_ : topology_.host_target(terminal).at;
  }
  /// The server's link shows a response when it is offered.
  [[nodiscard]] Timing timing() const override { return {1, 1, 1}; }
  [[nodiscard]] Buffers buffers() const override { return Buffers::kOfChannel; }

  NextStep next(const HeadPlace& head, std::vector<NextChannel>& next) const override {
    const auto to = [&](const SwitchInput& input) {
      next.push_back({input.at, std::uint64_t{1} << input.input});
      return NextStep::kChannel;
    };
    if (head.channel == kNoChannel) {
      if (head.source != topology_.server()) return to(topology_.host_target(head.source));
      next.push_back({switches_});
      return NextStep::kChannel;
    }
    if (head.channel == 0) return NextStep::kDelivered;
    if (head.channel < switches_) return to(topology_.switch_target(head.channel));
    const SwitchId at = head.channel - switches_;
    const bool upstream = topology_.behind({at, kUpstream}, head.destination);
    const ChannelId output = outputs_[2 * at + (upstream ? kUpstream : kLocal)];
    if (output == kNoChannel) return NextStep::kEjection;
    next.push_back({output});
    return NextStep::kChannel;
  }

 private:
  const LinearTopology topology_;
  const std::uint32_t switches_;
  std::vector<ChannelId> outputs_;  ///< Output channel per branch; kNoChannel: to a host.
};

}  // namespace

NetworkMap linear_map(const LinearTopology& topology) {
  const NodeNumber server = topology.switches();
  NetworkMap map;
  for (NodeNumber node = 0; node <= server; ++node) map.nodes.push_back({node});
  for (const bool inward : {true, false})
    for (SwitchId at = 0; at < topology.switches(); ++at) {
      const NodeNumber next = at == 0 ? server : topology.switch_target(at).at;
      map.channels.push_back(inward ? MapChannel{{at, next}, at, "to server"}
                                    : MapChannel{{next, at}, at, "from server"});
    }
  return map;
}

std::unique_ptr<MessagePaths> make_linear_paths(const NetworkConfig& config) {
  return std::make_unique<LinearPaths>(config);
}

}  // namespace wayfarer
