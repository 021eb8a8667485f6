#include "family/cut_through/paths.hpp"

#include "family/cut_through/config.hpp"
#include "family/cut_through/routing.hpp"
#include "family/mesh/paths.hpp"

namespace wayfarer {
namespace {

class CutThroughPaths final : public MeshPaths {
 public:
  explicit CutThroughPaths(const NetworkConfig& config)
      : MeshPaths(config),
        routing_(config),
        seed_(mesh_of(config).seed),
        pipeline_(cut_through_of(config).pipeline),
        ports_(2 * topology_.dimensions()),
        chaotic_(cut_through_of(config).chaotic()) {}

  /// A header crosses to its output buffer after the pipeline, and the link in the next cycle.
  [[nodiscard]] Buffers buffers() const override {
    return chaotic_ ? Buffers::kOfChannel : Buffers::kOfDriver;
  }
  [[nodiscard]] Timing timing() const override {
    return {pipeline_ + 1, pipeline_ + 1, pipeline_ + 1};
  }

  NextStep next(const HeadPlace& head, std::vector<NextChannel>& next) const override {
    const NodeId at = node_of(head);
    if (chaotic_) return next_in_chaos(at, head.destination, next);
    const unsigned channels = routing_.virtual_channels();
    const unsigned in = head.channel == kNoChannel ? routing_.link_buffers() + head.driver
                                                   : head.channel % ports_ * channels + head.driver;
    const BufferMask outputs = routing_.outputs(at, hops_left(head, at), in);
    const BufferMask members = (BufferMask{1} << channels) - 1;
    for (unsigned port = 0; port < ports_; ++port) {
      const BufferMask drivers = outputs >> port * channels & members;
      if (drivers != 0) next.push_back({at * ports_ + port, drivers});
    }
    return next.empty() ? NextStep::kEjection : NextStep::kChannel;
  }

 private:
  /// The channels on minimal routes, then those to which it can be derouted, also from its
  /// destination. Where both ways around a ring are equally long, either of them is either one.
  NextStep next_in_chaos(NodeId at, NodeId destination, std::vector<NextChannel>& next) const {
    constexpr std::uint64_t kAnyDriver = 3;
    constexpr std::uint64_t kDerouted = 2;
    BufferMask minimal = 0;
    for (const Hops& hops : all_hops(topology_, at, destination))
      minimal |= routing_.outputs(at, hops, 0);
    minimal &= routing_.links(at);
    const auto add = [&](BufferMask ports, std::uint64_t drivers) {
      for (; ports != 0; ports &= ports - 1)
        next.push_back({at * ports_ + static_cast<unsigned>(__builtin_ctzll(ports)), drivers});
    };
    add(minimal, kAnyDriver);
    add(routing_.links(at) & ~minimal, kDerouted);
    return at == destination ? NextStep::kEjection : NextStep::kChannel;
  }

  /// All other routes are minimal: in each dimension, the hops drawn less those from source to
  /// here.
  [[nodiscard]] Hops hops_left(const HeadPlace& head, NodeId at) const {
    Hops hops = draw_hops(topology_, seed_, head.source, head.destination, head.number);
    for (unsigned d = 0; d < topology_.dimensions(); ++d) {
      const auto extent = static_cast<int>(topology_.extents()[d]);
      const auto moved = static_cast<int>(topology_.digit(at, d)) -
                         static_cast<int>(topology_.digit(head.source, d));
      const int done = hops[d] < 0 ? -((extent - moved) % extent) : (extent + moved) % extent;
      hops[d] = static_cast<std::int16_t>(hops[d] - done);
    }
    return hops;
  }

  const CutThroughRouting routing_;
  const unsigned seed_;
  const unsigned pipeline_;
  const unsigned ports_;
  const bool chaotic_;
};

}  // namespace

std::unique_ptr<MessagePaths> make_cut_through_paths(const NetworkConfig& config) {
  return std::make_unique<CutThroughPaths>(config);
}

}  // namespace wayfarer
