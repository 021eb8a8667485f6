#include "family/iba/paths.hpp"

#include "family/iba/config.hpp"
#include "family/iba/management.hpp"
#include "family/iba/mesh.hpp"
#include "family/iba/model.hpp"

namespace wayfarer {
namespace {

/// Reads the tables of a network of its own.
class IbaPaths final : public MessagePaths {
 public:
  IbaPaths(const NetworkConfig& config, const std::function<void(Network&)>& prepare)
      : MessagePaths(IbaMesh(config.topology).map()),
        mesh_(config.topology),
        segments_(segment_flits(config) != 0),
        router_(iba_of(config)),
        network_(make_iba_model(config)) {
    prepare(*network_);
    tables_ = network_->find<Management>();
  }

  /// Endpoints that put messages together deliver the first data flit in place of the header.
  [[nodiscard]] Timing timing() const override { return {2, 2, segments_ ? 4u : 2u}; }

  NextStep next(const HeadPlace& head, std::vector<NextChannel>& next) const override {
    const TerminalId at = head.channel == kNoChannel
                              ? head.source
                              : mesh_.neighbour(head.channel / 4, way_of(head.channel));
    const std::uint32_t lid = head.destination + 1;
    if (lid < kFirstMulticastLid) {
      const std::uint32_t port = tables_->read(at, IbaTable::kForwarding, lid);
      if (port == 0) return NextStep::kEjection;
      if (port < kIbaPorts) next.push_back(channel(at, port, head));
      return NextStep::kChannel;
    }
    const std::uint32_t ports = tables_->read(at, IbaTable::kMulticast, lid - kFirstMulticastLid);
    for (std::uint32_t port = 0; port < kIbaPorts; ++port)
      if ((ports >> port & 1) != 0)
        next.push_back(port == 0 ? NextChannel{} : channel(at, port, head));
    return NextStep::kBranches;
  }

 private:
  static IbaPort way_of(ChannelId channel) { return static_cast<IbaPort>(channel % 4 + 1); }

  /// On the virtual lanes of the message's service level.
  [[nodiscard]] NextChannel channel(TerminalId at, std::uint32_t port,
                                    const HeadPlace& head) const {
    const std::uint32_t level = router_.level_of(head.source, head.number);
    return {IbaMesh::link(at, static_cast<IbaPort>(port)),
            tables_->read(at, IbaTable::kLanes, level * kPortsOfLanes + port)};
  }

  const IbaMesh mesh_;
  const bool segments_;  ///< Endpoints cut messages into packets.
  const IbaConfig router_;
  std::unique_ptr<Network> network_;
  Management* tables_ = nullptr;
};

}  // namespace

std::unique_ptr<MessagePaths> make_iba_paths(const NetworkConfig& config,
                                             const std::function<void(Network&)>& prepare) {
  return std::make_unique<IbaPaths>(config, prepare);
}

}  // namespace wayfarer
