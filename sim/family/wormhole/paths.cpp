#include "family/wormhole/paths.hpp"

#include <algorithm>
#include <cstdlib>

#include "family/mesh/paths.hpp"
#include "family/wormhole/config.hpp"
#include "family/wormhole/phases.hpp"

namespace wayfarer {
namespace {

class WormholePaths final : public MeshPaths {
 public:
  explicit WormholePaths(const NetworkConfig& config)
      : MeshPaths(config),
        routing_(romm_routing(config)),
        router_(wormhole_of(config)),
        classes_(topology_.torus() ? 2 : 1) {}

  [[nodiscard]] Timing timing() const override {
    return {router_.pipeline + 1, router_.pipeline + router_.link_registers + 1,
            router_.link_registers + (router_.pipeline == 2 ? 2u : 1u)};
  }

  NextStep next(const HeadPlace& head, std::vector<NextChannel>& next) const override {
    Random random(router_.seed, head.source, Purpose::kRoute, head.number);
    const PhaseSets phases =
        draw_phases(topology_, head.source, head.destination, routing_, random);
    unsigned done = head.hops;
    for (unsigned phase = 0; phase < phases.count; ++phase) {
      for (unsigned dimension = 0; dimension < topology_.dimensions(); ++dimension) {
        const int hops = phases.sets[phase][dimension];
        const auto length = static_cast<unsigned>(std::abs(hops));
        if (done >= length) {
          done -= length;
          continue;
        }
        const NodeId at = node_of(head);
        const unsigned set = phase * classes_ + (wrapped(at, dimension, hops < 0, done) ? 1 : 0);
        const unsigned first = std::min(set, router_.vc_classes - 1) * router_.virtual_channels;
        next.push_back({topology_.link(at, dimension, hops < 0),
                        ((std::uint64_t{1} << router_.virtual_channels) - 1) << first});
        return NextStep::kChannel;
      }
    }
    return NextStep::kEjection;
  }

 private:
  /// Whether the last `hops` links in this direction were over the torus's wrap.
  [[nodiscard]] bool wrapped(NodeId at, unsigned dimension, bool minus, unsigned hops) const {
    const unsigned here = topology_.digit(at, dimension);
    return minus ? here + hops >= topology_.extents()[dimension] : hops > here;
  }

  const RommRouting routing_;
  const WormholeConfig router_;
  const unsigned classes_;
};

}  // namespace

std::unique_ptr<MessagePaths> make_wormhole_paths(const NetworkConfig& config) {
  return std::make_unique<WormholePaths>(config);
}

}  // namespace wayfarer
